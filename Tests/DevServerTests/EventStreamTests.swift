import Foundation
import PixelKitTesting
import TestSupport
import Testing

@testable import DevServer

@Suite(.timeLimit(.minutes(5))) struct EventStreamTests {
    private func open(_ server: LocalServer) async throws -> RawConnection {
        let connection = try RawConnection(port: server.port)
        try await connection.send("GET /_events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        return connection
    }

    @Test("An event has a data field for every line")
    func text() {
        #expect(ServerSentEvent(data: "{}").text == "data: {}\n\n")
        #expect(ServerSentEvent(data: "").text == "data: \n\n")
        #expect(
            ServerSentEvent(name: "pixel", data: "a\nb\r\nc\rd").text
                == "event: pixel\ndata: a\ndata: b\ndata: c\ndata: d\n\n"
        )
    }

    @Test("An event stream sends the earlier requests and then each new one until the server stops")
    func events() async throws {
        let server = try LocalServer.start()
        _ = try await server.request("/t/before")
        let connection = try await open(server)
        let head = try await connection.receive(until: "\r\n\r\n")
        #expect(head.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(head.contains("Content-Type: text/event-stream\r\n"))
        #expect(try await connection.receive(until: "\n\n\r\n").contains(#""path":"/t/before""#))

        for index in 0..<3 {
            _ = try await server.request("/t/\(index)")
            let chunk = try await connection.receive(until: "\n\n\r\n")
            let event = try #require(chunk.split(separator: "\r\n").last)
            #expect(event == "data: \(try #require(server.collected.last).jsonLine)\n\n")
        }
        await server.stop()
        #expect(try await connection.receiveAll() == "0\r\n\r\n")
    }

    @Test("A heartbeat is sent every 15 seconds")
    func heartbeat() async throws {
        let clock = ManualClock()
        let server = try LocalServer.start(.init(clock: clock))
        var connection: RawConnection? = try await open(server)
        _ = try await connection?.receive(until: "\r\n\r\n")
        for _ in 0..<2 {
            await clock.waitForSleepers(1)
            clock.advance(by: .seconds(15))
            #expect(try await connection?.receive(until: ":\n\n\r\n") == "3\r\n:\n\n\r\n")
        }
        connection = nil
        await server.stop()
    }

    @Test("A reader that falls too far behind is cut off, and the other readers are not")
    func slowReader() async throws {
        let server = try LocalServer.start(.init(), limits: HTTPLimits(unreadEventBytes: 1000))
        let connection = try await open(server)
        _ = try await connection.receive(until: "\r\n\r\n")
        _ = try await server.request("/t/\(String(repeating: "x", count: 2000))")
        #expect(try await connection.receive(until: "\r\n0\r\n\r\n").hasSuffix("\r\n0\r\n\r\n"))
        let reply = try await server.request("/t/m_x")
        #expect(reply.status == 200)
        await server.stop()
    }

    @Test("All of many readers receive every request")
    func manyReaders() async throws {
        try await withServer { server in
            let texts = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<20 {
                    let connection = try await open(server)
                    group.addTask { try await connection.receive(until: "/t/m_99\"") }
                }
                for index in 0..<100 { _ = try await server.request("/t/m_\(index)") }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let expected = (0..<100).map { "\"/t/m_\($0)\"" }
            #expect(
                texts.map { text in text.matches(of: /"\/t\/m_\d+"/).map { String($0.output) } }
                    == Array(repeating: expected, count: 20)
            )
        }
    }
}
