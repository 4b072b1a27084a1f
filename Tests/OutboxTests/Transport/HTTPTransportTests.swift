#if canImport(DevServer)
import DevServer
import Foundation
import PixelKit
import Testing

@Suite(.timeLimit(.minutes(2))) struct HTTPTransportTests {
    private let request = OutboundRequest(kind: .pixel, name: "m_x", target: "/t/m_x?v=%20%2B")

    private func send(_ url: URL, timeout: Duration = .seconds(30)) async -> TransportResult {
        await HTTPTransport(endpoint: url, timeout: timeout).send(request)
    }

    @Test(
        "Path and query arrive as they are, behind the endpoint's own path",
        arguments: ["", "/", "/t/base", "/t/base//"])
    func target(base: String) async throws {
        let server = try LocalServer.start()
        let endpoint = try #require(URL(string: server.url.absoluteString + base + "?a=b#c"))
        let prefix = base.hasPrefix("/t") ? "/t/base" : ""
        #expect(await send(endpoint) == .answered(status: 200, retryAfter: nil))
        let collected = try #require(server.collected.first)
        #expect(collected.method == "GET")
        #expect(collected.path == prefix + "/t/m_x")
        #expect(collected.query == "v=%20%2B")
        #expect(collected.body.isEmpty)
        await server.stop()
    }

    @Test("A wide event is posted as JSON, its body byte for byte")
    func post() async throws {
        let server = try LocalServer.start()
        let body = Data(#"{"a":"\u00e9 é 🙂"}"#.utf8)
        let result = await HTTPTransport(endpoint: server.url)
            .send(OutboundRequest(kind: .wideEvent, name: "w", target: "/e", body: body))
        #expect(result == .answered(status: 200, retryAfter: nil))
        #expect(server.collected.map(\.method) == ["POST"])
        #expect(server.collected.map(\.body) == [body])
        await server.stop()
    }

    @Test(
        "Status and Retry-After of the answer are passed on", arguments: [200, 204, 304, 404, 408, 429, 500, 503, 599])
    func status(status: Int) async throws {
        let server = try LocalServer.start()
        try server.script([.status(status, on: "/t/", retryAfter: "Wed, 21 Oct 2026 07:28:00 GMT")])
        #expect(
            await send(server.url) == .answered(status: status, retryAfter: "Wed, 21 Oct 2026 07:28:00 GMT"))
        #expect(server.collected.count == 1)
        await server.stop()
    }

    @Test("A redirect to another server is not followed", arguments: [301, 302, 303, 307, 308])
    func redirect(status: Int) async throws {
        let other = try LocalServer.start()
        let server = try RawServer(
            .text(
                "HTTP/1.1 \(status) Elsewhere\r\nLocation: \(other.url.absoluteString)/t/other\r\n"
                    + "Content-Length: 0\r\nConnection: close\r\n\r\n"))
        #expect(await send(server.url) == .answered(status: status, retryAfter: nil))
        #expect(server.requests.count == 1)
        #expect(other.collected.isEmpty)
        await other.stop()
    }

    @Test("A connection that closes without an answer, or amid it, was interrupted; the request was sent once")
    func closed() async throws {
        for answer in ["", "HTTP/1.1 20", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"] {
            let server = try RawServer(.text(answer))
            #expect(await send(server.url) == .failed(.interrupted), "\(answer)")
            #expect(server.requests.count == 1, "\(answer)")
        }
    }

    @Test("A server that closes connections after requests of the past sees each request once")
    func closedLater() async throws {
        let server = try LocalServer.start()
        let transport = HTTPTransport(endpoint: server.url)
        try server.script([.delay(.milliseconds(1), on: "/t/"), .close(on: "/t/")])
        #expect(await transport.send(request) == .answered(status: 200, retryAfter: nil))
        #expect(await transport.send(request) == .failed(.interrupted))
        #expect(server.collected.map(\.status) == [200, 0])
        await server.stop()
    }

    @Test("Nobody there, or an unknown host, is unreachable")
    func unreachable() async throws {
        let port = try RawServer.freePort()
        #expect(await send(try #require(URL(string: "http://127.0.0.1:\(port)"))) == .failed(.unreachable))
        #expect(await send(try #require(URL(string: "http://nobody.invalid"))) == .failed(.unreachable))
    }

    @Test(
        "An endpoint that is none is unreachable, and nothing traps",
        arguments: ["file:///etc", "ftp://h", "mailto:x", "//"])
    func noEndpoint(text: String) async throws {
        let result = await send(try #require(URL(string: text)))
        #expect(result == .failed(.unreachable) || result == .failed(.interrupted), "\(result)")
    }

    @Test("A server that speaks no TLS is not trusted, and sees nothing of the request")
    func noTLS() async throws {
        let server = try LocalServer.start()
        #expect(await send(try #require(URL(string: "https://127.0.0.1:\(server.port)"))) == .failed(.untrusted))
        #expect(server.collected.isEmpty)
        await server.stop()
    }

    @Test(
        "A server that never answers, or never ends its answer, times out",
        arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"])
    func timeout(answer: String) async throws {
        let server = try RawServer(.hanging(answer))
        #expect(await send(server.url, timeout: .milliseconds(300)) == .failed(.timedOut))
        #expect(server.requests.count == 1)
        server.stop()
    }

    @Test("An answer without end is cut off: its status holds, if there is one")
    func endless() async throws {
        let body = try RawServer(.endless("HTTP/1.1 503 Busy\r\nRetry-After: 7\r\n\r\n"))
        #expect(await send(body.url) == .answered(status: 503, retryAfter: "7"))
        let head = try RawServer(.endless("HTTP/1.1 200 OK\r\nX-"))
        #expect(await send(head.url) == .failed(.interrupted))
    }

    @Test("Cancelling ends a request under way")
    func cancelled() async throws {
        let server = try RawServer(.hanging(""))
        let sending = Task { await send(server.url) }
        await server.waitForRequest()
        sending.cancel()
        #expect(await sending.value == .failed(.cancelled))
        server.stop()
    }

    @Test("No cookie is kept, and nothing tells the device, its system or its languages")
    func headers() async throws {
        let server = try RawServer(
            .text(
                "HTTP/1.1 200 OK\r\nSet-Cookie: id=1; Max-Age=100\r\nETag: \"x\"\r\nCache-Control: max-age=100\r\n"
                    + "Content-Length: 0\r\nConnection: close\r\n\r\n"))
        let transport = HTTPTransport(endpoint: server.url)
        for _ in 0..<2 { #expect(await transport.send(request) == .answered(status: 200, retryAfter: nil)) }
        let heads = server.requests.map { head in
            head.split(separator: "\r\n").map(String.init).sorted { $0.lowercased() < $1.lowercased() }
        }
        #expect(heads.count == 2)
        let expected = [
            "Accept-Encoding: deflate, gzip, br", "Accept-Language: en", "Accept: */*", "Connection: close",
            "GET /t/m_x?v=%20%2B HTTP/1.1", "Host: 127.0.0.1:\(server.port)", "User-Agent: PixelKit",
        ]
        for head in heads {
            #expect(Set(head.filter { !$0.hasPrefix("Accept-Encoding") }).isSubset(of: Set(expected)), "\(head)")
            #expect(head.contains("Accept-Language: en") && head.contains("User-Agent: PixelKit"))
        }
    }
}
#endif
