import Foundation
import Networking
import PixelKitTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct TimeoutTests {
    static let halves = ["", "HTTP/1.1 20", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"]

    private static func hanging(after text: String) throws -> RawServer {
        try RawServer { connection in
            _ = connection.readHead()
            connection.write(text)
            connection.waitForEnd()
        }
    }

    @Test("A server that does not answer in full times out", arguments: halves)
    func timeout(text: String) async throws {
        let server = try Self.hanging(after: text)
        let client = HTTPClient(userAgent: "Test")
        #expect(await client.outcome(.get(server.url, timeout: .milliseconds(100))) == .failure(.timedOut))
        await server.waitForEnds(1)
        #expect(server.heads.count == 1)
    }

    @Test("A timeout is measured by the client's clock", arguments: halves)
    func clock(text: String) async throws {
        let clock = ManualClock()
        let server = try Self.hanging(after: text)
        let client = HTTPClient(userAgent: "Test", clock: clock)
        async let outcome = client.outcome(.get(server.url, timeout: .seconds(60)))
        await server.waitForHeads(1)
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(60))
        #expect(await outcome == .failure(.timedOut))
        await server.waitForEnds(1)
    }

    @Test("A server that answers drop by drop times out")
    func drip() async throws {
        let server = try RawServer { connection in
            _ = connection.readHead()
            connection.write("HTTP/1.1 200 OK\r\nX-Drip: ")
            while connection.write("x") { sched_yield() }
        }
        let client = HTTPClient(userAgent: "Test")
        #expect(await client.outcome(.get(server.url, timeout: .milliseconds(200))) == .failure(.timedOut))
        await server.waitForEnds(1)
    }

    @Test("A server that is silent for too long times out long before the timeout", arguments: halves)
    func silence(text: String) async throws {
        let server = try Self.hanging(after: text)
        let client = HTTPClient(userAgent: "Test")
        var request = HTTPRequest.get(server.url, timeout: .seconds(3600))
        request.silence = .milliseconds(100)
        #expect(await client.outcome(request) == .failure(.timedOut))
        await server.waitForEnds(1)
    }

    @Test("A request without time is not sent", arguments: [Duration.zero, .seconds(-1)])
    func noTime(timeout: Duration) async throws {
        let server = try RawServer(answering: ok)
        #expect(
            await HTTPClient(userAgent: "Test").outcome(.get(server.url, timeout: timeout)) == .failure(.timedOut))
        #expect(server.connectionCount == 0)
    }
}
