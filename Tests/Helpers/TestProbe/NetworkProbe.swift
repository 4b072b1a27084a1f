#if canImport(CCurl)
import Foundation
import Networking
import TestSupport

/// Sends requests. The test sets the environment and the name look-up of the process, or reads its resources.
enum NetworkProbe {
    static func run(_ arguments: [String]) async throws {
        switch arguments.first {
        case "send": await send(Array(arguments.dropFirst()))
        case "clients": try await clients()
        case "look-up": try await lookUp()
        default: misused()
        }
    }

    /// Sends a request to each address, with a header that is meant for the server, and prints the outcomes.
    private static func send(_ urls: [String]) async {
        let client = HTTPClient(userAgent: "Probe")
        for url in urls { print(await client.describedOutcome(url)) }
    }

    /// Creates, uses and drops clients, and prints how many descriptors and threads are left over.
    private static func clients() async throws {
        let server = try RawServer { connection in
            while connection.readHead() != nil { connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n") }
        }
        for number in 1...10 { try await useClient(server, ends: number) }
        let before = try await resources(atMost: .max)
        for number in 11...200 { try await useClient(server, ends: number) }
        print(try await resources(atMost: before) <= before ? "nothing is left over" : "something is left over")
    }

    private static func useClient(_ server: RawServer, ends: Int) async throws {
        _ = try await HTTPClient(userAgent: "Probe").send(
            HTTPRequest(.get, server.url, timeout: .seconds(60), answerBody: .ignored))
        await server.waitForEnds(ends)
    }

    /// The open descriptors and threads of this process. Waits until they are no more than a limit, because a thread exits
    /// after the last thing that can be observed of it.
    private static func resources(atMost limit: Int) async throws -> Int {
        while true {
            let count = try ["fd", "task"].reduce(0) {
                $0 + (try FileManager.default.contentsOfDirectory(atPath: "/proc/self/\($1)").count)
            }
            if count <= limit { return count }
            await Task.yield()
        }
    }

    /// Looks up names at a name server that never answers, and prints the outcomes of what happens meanwhile.
    private static func lookUp() async throws {
        let nameServer = try SilentNameServer()
        let server = try RawServer { connection in
            while connection.readHead() != nil { connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n") }
        }
        var client: HTTPClient? = HTTPClient(userAgent: "Probe")
        let hanging = [client, client, client].compactMap { $0 }.map { client in
            Task { await client.describedOutcome("http://hanging.example/") }
        }
        await nameServer.waitForQuery()
        for number in 1...10 { print("other \(number):", await client?.describedOutcome(server.url) ?? "") }
        print("timeout:", await client?.describedOutcome("http://slow.example/", timeout: .milliseconds(100)) ?? "")
        for task in hanging { task.cancel() }
        for task in hanging { print("cancelled:", await task.value) }
        client = nil
        await server.waitForEnds(1)
        print("the client's connection has ended")
    }
}

extension HTTPClient {
    fileprivate func describedOutcome(_ url: String, timeout: Duration = .seconds(300)) async -> String {
        let headers = [HTTPRequest.Header("Authorization", "Bearer token")]
        do {
            return String(
                try await send(HTTPRequest(.get, url, headers: headers, timeout: timeout, answerBody: .ignored)).status)
        } catch {
            return "\(error)"
        }
    }
}

/// Takes the queries of the name server at 127.0.0.1 and answers none.
private final class SilentNameServer: Sendable {
    private let queries = AsyncStream.makeStream(of: Void.self)

    init() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = in_port_t(53).bigEndian
        name.sin_addr.s_addr = inet_addr("127.0.0.1")
        let result = withUnsafePointer(to: name) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
        Thread.detachNewThread { [queries] in
            var buffer = [UInt8](repeating: 0, count: 512)
            while recv(descriptor, &buffer, buffer.count, 0) >= 0 { queries.continuation.yield() }
        }
    }

    func waitForQuery() async { for await _ in queries.stream { return } }
}
#else
@main struct Probe {
    static func main() {}
}
#endif
