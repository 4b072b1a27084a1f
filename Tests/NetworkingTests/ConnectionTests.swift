import Foundation
import Networking
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct ConnectionTests {
    @Test("Requests that follow each other share a connection")
    func keptAlive() async throws {
        let client = HTTPClient(userAgent: "Test")
        let server = try RawServer(answering: ok, closes: false)
        for _ in 0..<100 { #expect(await client.outcome(.get(server.url)) == .success(HTTPAnswer(status: 200))) }
        #expect(server.heads.count == 100)
        #expect(server.connectionCount == 1)
    }

    @Test("No more idle connections than the limit stay open")
    func idleConnections() async throws {
        let server = try RawServer { connection in
            while connection.readHead() != nil { connection.write(ok) }
        }
        var configuration = HTTPClient.Configuration(userAgent: "Test")
        configuration.maximumConnections = 4
        let client = HTTPClient(configuration)
        let requests = (0..<40).map { HTTPRequest.get("\(server.url)/\($0)") }
        #expect(await client.outcomes(requests) == requests.map { _ in .success(HTTPAnswer(status: 200)) })
        await server.waitForEnds(max(0, server.connectionCount - 4))
    }

    @Test("The connections end with the client")
    func clientEnds() async throws {
        let server = try RawServer(answering: ok, closes: false)
        var client: HTTPClient? = HTTPClient(userAgent: "Test")
        #expect(await client?.outcome(.get(server.url)) == .success(HTTPAnswer(status: 200)))
        client = nil
        await server.waitForEnds(1)
    }

    @Test("A host that is not there, or whose name is unknown, is unreachable")
    func unreachable() async throws {
        let client = HTTPClient(userAgent: "Test")
        let port = try RawServer.freePort()
        #expect(await client.outcome(.get("http://127.0.0.1:\(port)/")) == .failure(.unreachable))
        #expect(await client.outcome(.get("http://nobody.invalid/")) == .failure(.unreachable))
    }

    #if canImport(CCurl)
    @Test("Connections that were idle for the limit are closed, and the next request opens one")
    func idleLimit() async throws {
        let server = try RawServer(answering: ok, closes: false)
        var configuration = HTTPClient.Configuration(userAgent: "Test")
        configuration.idleLimit = .zero
        let client = HTTPClient(configuration)
        for number in 1...10 {
            #expect(await client.outcome(.get(server.url)) == .success(HTTPAnswer(status: 200)))
            await server.waitForEnds(number)
        }
        #expect(server.connectionCount == 10)
    }

    @Test("Requests that are sent while the idle thread ends are answered")
    func idleRaces() async throws {
        let server = try RawServer(answering: ok, closes: false)
        var configuration = HTTPClient.Configuration(userAgent: "Test")
        configuration.idleLimit = .zero
        let client = HTTPClient(configuration)
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    for number in 0..<200 {
                        let outcome = await client.outcome(.get("\(server.url)/\(worker)/\(number)"))
                        #expect(outcome == .success(HTTPAnswer(status: 200)))
                        for _ in 0..<number % 20 { await Task.yield() }
                    }
                }
            }
        }
        #expect(Set(server.targets).count == 800)
        #expect(server.heads.count == 800)
    }
    #endif
}
