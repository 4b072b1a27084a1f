#if canImport(CCurl)
import Foundation
import Networking
import TestSupport
import Testing

/// libcurl repeats a request by itself when a reused connection closes without an answer. The client prevents it.
@Suite(.timeLimit(.minutes(2))) struct RepeatTests {
    private let client = HTTPClient(userAgent: "Test")

    @Test(
        "300 requests to a server that drops every third reused connection arrive once each", arguments: [true, false])
    func droppedConnections(posts: Bool) async throws {
        let server = try RawServer { connection in
            for use in 0... {
                guard let head = connection.readHead() else { return }
                if head.contains("\r\nContent-Length: 4\r\n") { _ = connection.read(4) }
                if use > 0, use % 3 == 0 { return }
                connection.write(ok)
            }
        }
        let body = Data("body".utf8)
        let outcomes = await withTaskGroup(of: [Outcome].self) { group in
            for worker in 0..<4 {
                group.addTask {
                    var outcomes: [Outcome] = []
                    for number in 0..<75 {
                        let url = "\(server.url)/\(worker)/\(number)"
                        outcomes.append(await client.outcome(posts ? .post(url, body) : .get(url)))
                    }
                    return outcomes
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        let (answered, interrupted) = (Outcome.success(HTTPAnswer(status: 200)), Outcome.failure(.interrupted))
        #expect(outcomes.count == 300)
        #expect(outcomes.allSatisfy { $0 == answered || $0 == interrupted })
        #expect(outcomes.count { $0 == interrupted } > 50)
        #expect(server.targets.count == 300)
        #expect(Set(server.targets).count == 300)
    }

    @Test("A request that was lost with its connection may have arrived, though a second connection is refused")
    func lostAndRefused() async throws {
        let server = try RawServer { connection in
            guard connection.readHead() != nil, connection.write(ok) else { return }
            _ = connection.readHead()
        }
        #expect(await client.outcome(.get(server.url + "/1")) == .success(HTTPAnswer(status: 200)))
        async let outcome = client.outcome(.get(server.url + "/2"))
        await server.waitForHeads(2)
        server.stop()
        #expect(await outcome == .failure(.interrupted))
        #expect(server.targets == ["/1", "/2"])
    }

    @Test("A connection that the server has closed in between is not used, and the request is sent once")
    func closedInBetween() async throws {
        let server = try RawServer { connection in
            if connection.readHead() != nil { connection.write(ok) }
        }
        for number in 1...20 {
            #expect(await client.outcome(.get(server.url + "/\(number)")) == .success(HTTPAnswer(status: 200)))
            await server.waitForEnds(number)
        }
        #expect(server.targets == (1...20).map { "/\($0)" })
    }
}
#endif
