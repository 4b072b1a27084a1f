#if canImport(CCurl)
import Foundation
import TestSupport
import Testing

/// Needs a process of its own: the environment, the name look-up and the resources are the process's.
@Suite(.timeLimit(.minutes(2))) struct ProcessTests {
    private func lines(_ arguments: [String], environment: [String: String] = [:]) async throws -> [String] {
        let inherited = ProcessInfo.processInfo.environment.filter { !$0.key.lowercased().hasSuffix("_proxy") }
        let probe = try ChildProcess(
            "TestProbe", ["network"] + arguments, environment: inherited.merging(environment) { $1 })
        let result = await probe.result()
        #expect(result.status == 0, "\(result.errors)")
        return result.output.split(separator: "\n").map(String.init)
    }

    @Test("http_proxy is asked with its own credentials, and no_proxy excludes hosts")
    func httpProxy() async throws {
        let proxy = try RawServer(answering: "HTTP/1.1 203 X\r\n" + empty)
        let direct = try RawServer(answering: ok)
        let environment = ["http_proxy": "http://user:secret@127.0.0.1:\(proxy.port)", "no_proxy": "127.0.0.1"]
        let urls = ["http://somewhere.example/a?b", direct.url + "/c"]
        #expect(try await lines(["send"] + urls, environment: environment) == ["203", "200"])
        #expect(
            proxy.heads == [
                """
                GET http://somewhere.example/a?b HTTP/1.1\r
                Host: somewhere.example\r
                Proxy-Authorization: Basic dXNlcjpzZWNyZXQ=\r
                User-Agent: Probe\r
                Accept: */*\r
                Proxy-Connection: Keep-Alive\r
                Authorization: Bearer token\r
                Accept-Language: en\r
                \r

                """
            ])
        #expect(direct.targets == ["/c"])
    }

    @Test(
        "https_proxy is asked for a tunnel and sees no header of the request, and its refusal means that nothing was sent"
    )
    func httpsProxy() async throws {
        let proxy = try RawServer(
            answering: "HTTP/1.1 407 X\r\nProxy-Authenticate: Negotiate\r\nProxy-Authenticate: Basic\r\n" + empty)
        let environment = ["https_proxy": "http://127.0.0.1:\(proxy.port)"]
        #expect(try await lines(["send", "https://somewhere.example/a"], environment: environment) == ["unreachable"])
        #expect(
            proxy.heads == [
                """
                CONNECT somewhere.example:443 HTTP/1.1\r
                Host: somewhere.example:443\r
                User-Agent: Probe\r
                Proxy-Connection: Keep-Alive\r
                \r

                """
            ])
    }

    @Test("A proxy that is not there is unreachable, and a proxy's redirect and garbage are not followed")
    func brokenProxies() async throws {
        let port = try RawServer.freePort()
        let missing = ["http_proxy": "http://127.0.0.1:\(port)"]
        #expect(try await lines(["send", "http://somewhere.example/"], environment: missing) == ["unreachable"])
        let portal = try RawServer(answering: "HTTP/1.1 302 X\r\nLocation: http://portal.example/\r\n" + empty)
        #expect(
            try await lines(
                ["send", "http://somewhere.example/"], environment: ["http_proxy": portal.url]) == ["302"])
        #expect(portal.heads.count == 1)
        let garbage = try RawServer(answering: "garbage")
        #expect(
            try await lines(["send", "http://a.example/"], environment: ["http_proxy": garbage.url]) == ["interrupted"])
        #expect(
            try await lines(["send", "https://a.example/"], environment: ["https_proxy": garbage.url]) == [
                "unreachable"
            ])
    }

    @Test("200 clients leave no descriptor and no thread behind")
    func resources() async throws {
        #expect(try await lines(["clients"]) == ["nothing is left over"])
    }

    @Test(
        "A name look-up that hangs delays no other request, no timeout, no cancellation and no end of the client",
        .enabled(if: Namespace.isAvailable))
    func hangingLookUp() async throws {
        let output = try await Namespace.output(of: "TestProbe network look-up")
        let expected =
            (1...10).map { "other \($0): 200" } + ["timeout: timedOut"]
            + Array(repeating: "cancelled: cancelled", count: 3) + ["the client's connection has ended"]
        #expect(output.split(separator: "\n").map(String.init) == expected)
    }
}

/// A network and a resolver configuration of a process's own. The resolver asks 127.0.0.1 and is patient for minutes.
private enum Namespace {
    private static let unshare = ["unshare", "--map-root-user", "--mount", "--net"]
    private static let script = """
        python3 -c 'import fcntl, socket, struct; fcntl.ioctl(socket.socket(), 0x8914, struct.pack("16sh14x", b"lo", 1))'
        printf 'nameserver 127.0.0.1\\noptions timeout:30 attempts:5\\n' >resolv.conf
        printf 'hosts: files dns\\n' >nsswitch.conf
        mount --bind resolv.conf "$(readlink -f /etc/resolv.conf)"
        mount --bind nsswitch.conf /etc/nsswitch.conf
        """

    static let isAvailable: Bool = {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = unshare + ["mount", "--bind", "/etc/hosts", "/etc/hosts"]
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    /// The output of a program that was built next to the tests.
    static func output(of command: String) async throws -> String {
        let products = try #require(Bundle.main.executableURL).deletingLastPathComponent().path()
        return try await TemporaryFolder.with { folder in
            let outcome = try await Command(
                unshare + ["sh", "-ec", "\(script)\nexec '\(products)'/\(command)"], in: folder.url
            ).run()
            #expect(outcome.status == 0)
            return outcome.output
        }
    }
}
#endif
