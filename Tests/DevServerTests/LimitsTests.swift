import Foundation
import TestSupport
import Testing

@testable import DevServer

@Suite(.timeLimit(.minutes(5))) struct LimitsTests {
    private static let mebibyte = 1 << 20

    private static func head(_ fields: String) -> String {
        "POST /e HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\(fields)\r\n\r\n"
    }

    @Test("A body of 1 MiB is accepted")
    func largest() async throws {
        try await withServer { server in
            let body = String(repeating: "x", count: Self.mebibyte)
            let answer = try await server.exchange(Self.head("Content-Length: \(Self.mebibyte)") + body)
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(server.collected.map(\.body.count) == [Self.mebibyte])
        }
    }

    @Test(
        "A longer body is refused with and without a length, and its request is logged without it",
        arguments: [false, true]
    )
    func tooLong(isChunked: Bool) async throws {
        try await withServer { server in
            let size = Self.mebibyte + 1
            let body = String(repeating: "x", count: size)
            let answer = try await server.exchange(
                isChunked
                    ? Self.head("Transfer-Encoding: chunked") + String(size, radix: 16) + "\r\n\(body)\r\n0\r\n\r\n"
                    : Self.head("Content-Length: \(size)") + body
            )
            #expect(answer.hasPrefix("HTTP/1.1 413 "))
            #expect(answer.hasSuffix(#"{"error":"The body is longer than 1048576 bytes."}"#))
            #expect(server.collected.map(\.status) == [413])
            #expect(server.collected.map(\.body) == [Data()])
        }
    }

    @Test("A longer body is refused on every path that reads one")
    func tooLongFaults() async throws {
        try await withServer { server in
            let body = "[" + String(repeating: " ", count: Self.mebibyte) + "]"
            let reply = try await server.request("/_faults", method: "POST", body: body)
            #expect(reply == Reply(status: 413, body: #"{"error":"The body is longer than 1048576 bytes."}"#))
        }
    }

    @Test("Headers larger than the memory of a connection are refused, and the server keeps running")
    func headers() async throws {
        try await withServer { server in
            let value = String(repeating: "x", count: 200_000)
            // The server may hang up before all of it is sent; either way nothing is collected.
            _ = try? await server.exchange("GET /t/m_x HTTP/1.1\r\nHost: x\r\nX-Long: \(value)\r\n\r\n")
            #expect(server.collected.isEmpty)
            let reply = try await server.request("/t/m_y")
            #expect(reply.status == 200)
        }
    }

    @Test("Connections beyond the limit wait until one ends")
    func connections() async throws {
        let server = try LocalServer.start(
            .init(), limits: HTTPLimits(connections: 2, requestTimeoutSeconds: 600, timeoutSeconds: 600))
        let request = { (path: String) in "GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n" }
        var first: RawConnection? = try RawConnection(port: server.port)
        let second = try RawConnection(port: server.port)
        for (index, connection) in [first, second].enumerated() {
            try await connection?.send(request("/t/\(index)"))
            _ = try await connection?.receive(until: "\r\n\r\n")
        }
        let third = try RawConnection(port: server.port)
        try await third.send(request("/t/waiting"))
        try await second.send(request("/t/2"))
        _ = try await second.receive(until: "\r\n\r\n")
        #expect(server.collected.map(\.path) == ["/t/0", "/t/1", "/t/2"])

        first = nil
        #expect(try await third.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(server.collected.map(\.path) == ["/t/0", "/t/1", "/t/2", "/t/waiting"])
        await server.stop()
    }

    @Test(
        "A silent connection is closed after the timeout of its phase",
        arguments: [
            ("", HTTPLimits(requestTimeoutSeconds: 1, timeoutSeconds: 600)),
            ("GET /t/m_x HTTP/1.1\r\n", HTTPLimits(requestTimeoutSeconds: 1, timeoutSeconds: 600)),
            (
                "POST /e HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nx",
                HTTPLimits(requestTimeoutSeconds: 1, timeoutSeconds: 600)
            ),
            ("GET /t/m_x HTTP/1.1\r\nHost: x\r\n\r\n", HTTPLimits(requestTimeoutSeconds: 600, timeoutSeconds: 1)),
        ])
    func silence(text: String, limits: HTTPLimits) async throws {
        let server = try LocalServer.start(.init(), limits: limits)
        let connection = try RawConnection(port: server.port)
        try await connection.send(text)
        _ = try await connection.receiveAll()  // Returns when the server closes the connection.
        await server.stop()
    }

    @Test("Half-sent requests beyond the limit of connections are closed and make room for complete ones")
    func halfSent() async throws {
        let limits = HTTPLimits(connections: 4, requestTimeoutSeconds: 1, timeoutSeconds: 600)
        let server = try LocalServer.start(.init(), limits: limits)
        let halves = try (0..<7).map { _ in try RawConnection(port: server.port) }
        for half in halves { try await half.send("GET /t/half HTTP/1.1\r\nHost:") }
        let answer = try await server.exchange("GET /t/whole HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(server.collected.map(\.path) == ["/t/whole"])
        await server.stop()
    }

    @Test("Stopping does not wait for a client that does not read its answer, or its events")
    func unread() async throws {
        let limits = HTTPLimits(timeoutSeconds: 600, unreadEventBytes: .max, stopTimeout: .zero)
        let server = try LocalServer.start(.init(), limits: limits)
        let body = String(repeating: "x", count: Self.mebibyte)
        for _ in 0..<16 { _ = try await server.exchange(Self.head("Content-Length: \(body.count)") + body) }
        var clients: [RawConnection] = []
        for path in ["/_requests", "/_events"] {
            let client = try RawConnection(port: server.port)
            try await client.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            _ = try await client.receive(until: "\r\n\r\n")  // The answer has begun. The rest stays unread.
            clients.append(client)
        }
        await server.stop()
        #expect(throws: RawConnection.Failure.self) { try RawConnection(port: server.port) }
    }
}
