import Foundation
import Networking
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct CancellationTests {
    private let client = HTTPClient(userAgent: "Test")

    @Test("Cancelling ends a request whose answer never comes, and one whose answer never ends")
    func cancelled() async throws {
        for answer in ["", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"] {
            let server = try RawServer { connection in
                _ = connection.readHead()
                connection.write(answer)
                connection.waitForEnd()
            }
            let sending = Task { await client.outcome(.get(server.url)) }
            await server.waitForHeads(1)
            sending.cancel()
            #expect(await sending.value == .failure(.cancelled))
            await server.waitForEnds(1)
        }
    }

    @Test("A task that is cancelled already sends nothing")
    func cancelledBefore() async throws {
        let server = try RawServer(answering: ok)
        let gate = AsyncStream.makeStream(of: Void.self)
        let sending = Task {
            for await _ in gate.stream {}
            return await client.outcome(.get(server.url))
        }
        sending.cancel()
        gate.continuation.finish()
        #expect(await sending.value == .failure(.cancelled))
        #expect(await client.outcome(.get(server.url)) == .success(HTTPAnswer(status: 200)))
        #expect(server.connectionCount == 1)
    }

    @Test("500 requests that are cancelled at once end at once, and the client still works")
    func manyCancelled() async throws {
        let server = try RawServer { connection in
            while let head = connection.readHead() {
                if head.hasPrefix("GET /last") { connection.write(ok) }
            }
        }
        let sending = (0..<500).map { number in Task { await client.outcome(.get("\(server.url)/\(number)")) } }
        await server.waitForHeads(500)
        await withTaskGroup(of: Void.self) { group in
            for task in sending { group.addTask { task.cancel() } }
        }
        for task in sending { #expect(await task.value == .failure(.cancelled)) }
        #expect(await client.outcome(.get(server.url + "/last")) == .success(HTTPAnswer(status: 200)))
    }

    @Test("A redirect that arrives at any moment of a cancellation does no harm")
    func redirects() async throws {
        let other = try RawServer(answering: ok)
        let server = try RawServer(
            answering: "HTTP/1.1 302 Found\r\nLocation: \(other.url)/\r\n" + empty, closes: false)
        var outcomes: [Outcome] = []
        for moment in 0..<1000 {
            let sending = (0..<4).map { _ in Task { await client.outcome(.get(server.url)) } }
            for _ in 0..<moment % 100 { await Task.yield() }
            for task in sending { task.cancel() }
            for task in sending { outcomes.append(await task.value) }
        }
        #expect(outcomes.allSatisfy { $0 == .failure(.cancelled) || $0 == .success(HTTPAnswer(status: 302)) })
        #expect(await client.outcome(.get(server.url)) == .success(HTTPAnswer(status: 302)))
        #expect(other.connectionCount == 0)
    }
}
