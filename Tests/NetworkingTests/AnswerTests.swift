import Foundation
import Networking
import Primitives
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct AnswerTests {
    private let client = HTTPClient(userAgent: "Test")

    /// The outcome of one request to a server that answers with a text and closes.
    private func outcome(_ text: String, keeping limit: Int? = nil) async throws -> Outcome {
        let server = try RawServer(answering: text)
        let outcome = await client.outcome(.get(server.url, keeping: limit))
        #expect(server.heads.count == 1)
        return outcome
    }

    @Test("Status and Retry-After are returned", arguments: [200, 204, 304, 401, 404, 407, 408, 429, 500, 503, 599])
    func status(status: Int) async throws {
        let text =
            "HTTP/1.1 \(status) X\r\nretry-after: Wed, 21 Oct 2026 07:28:00 GMT\r\nWWW-Authenticate: Basic\r\n" + empty
        let answer = HTTPAnswer(status: status, retryAfter: "Wed, 21 Oct 2026 07:28:00 GMT")
        #expect(try await outcome(text) == .success(answer))
    }

    @Test(
        "A body is returned up to the limit",
        arguments: [
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabcde", "HTTP/1.0 200 OK\r\n\r\nabcde",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n3\r\ncde\r\n0\r\nX-Trailer: y\r\n\r\n",
        ])
    func bodyLimit(text: String) async throws {
        #expect(try await outcome(text, keeping: 5) == .success(HTTPAnswer(status: 200, body: Data("abcde".utf8))))
        #expect(try await outcome(text, keeping: 4) == .failure(.answerTooLong(limit: 4)))
        #expect(try await outcome(text) == .success(HTTPAnswer(status: 200)))
    }

    @Test("Informational answers before the answer are skipped")
    func informational() async throws {
        let text = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nRetry-After: 1\r\nLink: </a>\r\n\r\n"
        #expect(
            try await outcome(text + "HTTP/1.1 429 X\r\nRetry-After: 7\r\n" + empty)
                == .success(HTTPAnswer(status: 429, retryAfter: "7")))
        #expect(try await outcome(text) == .failure(.interrupted))
    }

    @Test("A redirect is returned and not followed", arguments: [301, 302, 303, 307, 308])
    func redirect(status: Int) async throws {
        let other = try RawServer(answering: ok)
        let server = try RawServer(answering: "HTTP/1.1 \(status) X\r\nLocation: \(other.url)/x\r\n" + empty)
        var request = HTTPRequest.get(server.url)
        request.headers = [HTTPRequest.Header("Authorization", "Bearer secret")]
        #expect(await client.outcome(request) == .success(HTTPAnswer(status: status)))
        #expect(server.heads.count == 1)
        #expect(other.connectionCount == 0)
    }

    @Test("A cookie is not kept")
    func cookie() async throws {
        let server = try RawServer(
            answering: "HTTP/1.1 200 OK\r\nSet-Cookie: id=1; Max-Age=100\r\n" + empty, closes: false)
        for _ in 0..<2 { _ = await client.outcome(.get(server.url)) }
        #expect(server.heads.count == 2)
        #expect(server.heads.first == server.heads.last)
    }

    @Test("An answer that ends at any byte is an interruption")
    func cutAtEveryByte() async throws {
        let text = "HTTP/1.1 200 OK\r\nRetry-After: 5\r\nX-A: b\r\nContent-Length: 2\r\n\r\nOK"
        let answer = Data(text.utf8)
        let server = try RawServer { connection in
            connection.write(answer.prefix(Self.number(in: connection.readHead())))
        }
        for count in 0..<answer.count {
            #expect(await client.outcome(.get(server.url + "/\(count)")) == .failure(.interrupted), "\(count)")
        }
        #expect(
            await client.outcome(.get(server.url + "/\(answer.count)"))
                == .success(HTTPAnswer(status: 200, retryAfter: "5")))
        #expect(server.heads.count == answer.count + 1)
    }

    @Test(
        "An answer that is not HTTP is an interruption",
        arguments: [
            "", "\n", "\r\n\r\n", "\0", "SSH-2.0-OpenSSH_9.2\r\n", "220 ready\r\n", "ICY 200 OK\r\n\r\n",
            "<html><body>Welcome</body></html>", "HTTP", "HTTP/", "HTTP/1.1", "HTTP/1.1 \r\n\r\n",
            "HTTP/1.1 OK\r\n\r\n",
            "HTTP/1.1 20\r\n\r\n", "HTTP/1.1 2000 OK\r\n\r\n", "HTTP/9.9 200 OK\r\n\r\n", "HTTP/1.1 000 X\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nnot gzip",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: x\r\n\r\nabc",
            "\u{16}\u{3}\u{1}", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        ])
    func garbage(text: String) async throws {
        #expect(try await outcome(text) == .failure(.interrupted))
    }

    @Test("Random bytes are an interruption")
    func randomBytes() async throws {
        let server = try RawServer { connection in
            var generator = SeededGenerator(seed: Self.number(in: connection.readHead()))
            let count = Int.random(in: 1...3000, using: &generator)
            connection.write(Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }))
        }
        for seed in 0..<200 {
            #expect(await client.outcome(.get(server.url + "/\(seed)")) == .failure(.interrupted), "\(seed)")
        }
        #expect(server.heads.count == 200)
    }

    @Test(
        "A reset connection is an interruption", arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"])
    func reset(text: String) async throws {
        let server = try RawServer { connection in
            _ = connection.readHead()
            connection.write(text)
            connection.resetAtEnd()
        }
        #expect(await client.outcome(.get(server.url)) == .failure(.interrupted))
        #expect(server.heads.count == 1)
    }

    @Test(
        "A header without an end is an interruption",
        arguments: ["X-Line: y\r\n", "x", "HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 200 OK\r\n"])
    func endlessHeader(piece: String) async throws {
        let server = try Self.endless(beginning: "HTTP/1.1 200 OK\r\n", piece)
        #expect(await client.outcome(.get(server.url)) == .failure(.interrupted))
        await server.waitForEnds(1)
    }

    @Test(
        "A body without an end is cut off",
        arguments: ["", "Content-Length: 100000000\r\n", "Transfer-Encoding: chunked\r\n"])
    func endlessBody(header: String) async throws {
        let piece = "400\r\n" + String(repeating: "x", count: 1024) + "\r\n"
        let server = try Self.endless(beginning: "HTTP/1.1 503 Busy\r\nRetry-After: 7\r\n\(header)\r\n", piece)
        #expect(await client.outcome(.get(server.url)) == .success(HTTPAnswer(status: 503, retryAfter: "7")))
        #expect(
            await client.outcome(.get(server.url, keeping: 1 << 20)) == .failure(.answerTooLong(limit: 1 << 20)))
        // The server's writes fail: the client has closed both connections.
        await server.waitForEnds(2)
    }

    #if canImport(CCurl)
    @Test("A body that the server compresses unasked is returned as it is, and its transfer is bounded as it unfolds")
    func compressed() async throws {
        let compressed = try await TemporaryFolder.with { folder in
            let script = "import gzip; open('bomb', 'wb').write(gzip.compress(bytes(100 << 20)))"
            #expect(try await Command(["python3", "-c", script], in: folder.url).run().status == 0)
            return try Data(contentsOf: folder.url.appending(path: "bomb"))
        }
        let server = try RawServer { connection in
            let coding = connection.readHead()?.contains("/content") == true ? "Content" : "Transfer"
            connection.write("HTTP/1.1 200 OK\r\n\(coding)-Encoding: gzip\r\n\r\n")
            connection.write(compressed)
        }
        let limit = 1 << 20
        #expect(
            await client.outcome(.get(server.url + "/content", keeping: limit))
                == .success(HTTPAnswer(status: 200, body: compressed)))
        #expect(
            await client.outcome(.get(server.url + "/transfer", keeping: limit))
                == .failure(.answerTooLong(limit: limit)))
        #expect(server.heads.allSatisfy { !$0.contains("Accept-Encoding") })
    }
    #endif

    private static func endless(beginning: String, _ piece: String) throws -> RawServer {
        try RawServer { connection in
            _ = connection.readHead()
            connection.write(beginning)
            while connection.write(piece) {}
        }
    }

    /// The number that is the target of a request.
    private static func number(in head: String?) -> Int {
        head?.split(separator: " ").dropFirst().first.flatMap { Int($0.dropFirst()) } ?? 0
    }
}
