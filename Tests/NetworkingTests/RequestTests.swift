import Foundation
import Networking
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct RequestTests {
    private let client = HTTPClient(userAgent: "Test")

    private func exchange(_ request: (String) -> HTTPRequest) async throws -> (head: String, server: RawServer) {
        let server = try RawServer(answering: ok)
        #expect(await client.outcome(request(server.url)) == .success(HTTPAnswer(status: 200)))
        return (try #require(server.heads.first), server)
    }

    #if canImport(CCurl)
    @Test("A request has the fixed headers only")
    func fixedHeaders() async throws {
        let (head, server) = try await exchange { .get($0 + "/t") }
        #expect(
            head == """
                GET /t HTTP/1.1\r
                Host: 127.0.0.1:\(server.port)\r
                User-Agent: Test\r
                Accept: */*\r
                Accept-Language: en\r
                \r

                """)
    }

    @Test("A posted body arrives in one piece with its header, and nothing but its length is added")
    func post() async throws {
        let pieces = AsyncStream.makeStream(of: Data.self)
        let server = try RawServer { connection in
            pieces.continuation.yield(connection.readSome())
            connection.write(ok)
        }
        let body = Data(#"{"a":"\u00e9 é 🙂"}"#.utf8)
        _ = await client.outcome(
            .post(server.url + "/e", body, headers: [HTTPRequest.Header("Content-Type", "application/json")]))
        var iterator = pieces.stream.makeAsyncIterator()
        let head = """
            POST /e HTTP/1.1\r
            Host: 127.0.0.1:\(server.port)\r
            User-Agent: Test\r
            Accept: */*\r
            Content-Type: application/json\r
            Accept-Language: en\r
            Content-Length: \(body.count)\r
            \r

            """
        #expect(await iterator.next() == Data(head.utf8) + body)
    }
    #endif

    @Test(
        "The target arrives as it was given",
        arguments: [
            "/", "/?", "/a/../b/./c", "/%2e%2E/%zz%", "/a?x=%20+%2B&y='()*!$,;:@~[]{}|\\^`<>\"", "/a//b?c?d/e", "?q=1",
        ])
    func target(target: String) async throws {
        let server = try RawServer(answering: ok)
        #expect(await client.outcome(.get(server.url + target + "#fragment")) == .success(HTTPAnswer(status: 200)))
        #expect(server.targets == [target.hasPrefix("/") ? target : "/" + target])
    }

    @Test("A request's own headers arrive, empty ones too, and replace the type that is accepted")
    func ownHeaders() async throws {
        let headers = [("Authorization", "Bearer a b"), ("X-Empty", ""), ("Accept", "text/plain"), ("X-Text", "é\t;:")]
        let (head, _) = try await exchange { url in
            var request = HTTPRequest.get(url)
            request.headers = headers.map { HTTPRequest.Header($0.0, $0.1) }
            return request
        }
        let lines = head.split(separator: "\r\n").filter { !$0.hasPrefix("GET") && !$0.hasPrefix("Host") }
        #expect(
            Set(lines) == [
                "User-Agent: Test", "Accept-Language: en", "Accept: text/plain", "Authorization: Bearer a b",
                "X-Empty:",
                "X-Text: é\t;:",
            ])
    }

    @Test("A body of any length is posted without asking first", arguments: [0, 1, 65_535, 65_536, 1 << 20, 3 << 20])
    func bodyLength(count: Int) async throws {
        let bodies = AsyncStream.makeStream(of: Data.self)
        let server = try RawServer { connection in
            _ = connection.readHead()
            bodies.continuation.yield(connection.read(count))
            connection.write(ok)
        }
        let body = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        #expect(await client.outcome(.post(server.url, body)) == .success(HTTPAnswer(status: 200)))
        var iterator = bodies.stream.makeAsyncIterator()
        #expect(await iterator.next() == body)
        let head = try #require(server.heads.first)
        #expect(head.contains("\r\nContent-Length: \(count)\r\n"))
        #expect(!head.contains("Expect:") && !head.contains("Content-Type:"))
    }

    @Test("A server that reads the header first and the body later gets both, on every use of a connection")
    func bodyLater() async throws {
        let allowed = DispatchSemaphore(value: 0)
        let server = try RawServer { connection in
            while connection.readHead() != nil {
                allowed.wait()
                guard connection.read(1000).count == 1000 else { return }
                connection.write(ok)
            }
        }
        let body = Data(repeating: UInt8(ascii: "x"), count: 1000)
        for count in 1...50 {
            async let outcome = client.outcome(.post(server.url + "/e", body))
            await server.waitForHeads(count)
            allowed.signal()
            #expect(await outcome == .success(HTTPAnswer(status: 200)))
        }
        #expect(server.connectionCount == 1)
    }

    @Test(
        "An address that is no web address is refused",
        arguments: [
            "", "/", "//", "example.com", "//example.com", "http:", "http:/127.0.0.1", "http://", "http:///a",
            "http://?a",
            "http://#a", "http://:80/", "ftp://127.0.0.1/", "file:///etc/passwd", "mailto:x", "HTTPX://a", "http ://a",
            "http://127.0.0.1/a b", "http://127.0.0.1/\r\nX: y", "http://127.0.0.1/\u{0}", "http://127.0.0.1/é",
            "http://user@127.0.0.1/", "http://user:secret@127.0.0.1/", "http://127.0.0.1:port/",
            "http://127.0.0.1:99999/",
        ])
    func badAddress(url: String) async {
        #expect(await client.outcome(.get(url)) == .failure(.invalidURL))
    }

    @Test(
        "A header that is not one line is refused",
        arguments: [
            ("X", "a\r\nY: b"), ("X", "a\nY: b"), ("X", "a\u{0}b"), ("X\r\nY", "a"), ("", "a"), ("X Y", "a"),
            ("X:", "a"),
        ])
    func badHeader(name: String, value: String) async throws {
        let server = try RawServer(answering: ok)
        var request = HTTPRequest.get(server.url)
        request.headers = [HTTPRequest.Header(name, value)]
        #expect(await client.outcome(request) == .failure(.invalidURL))
        #expect(server.connectionCount == 0)
    }
}
