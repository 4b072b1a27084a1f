import Foundation
import PixelKitTesting
import TestSupport
import Testing

@testable import DevServer

@Suite(.timeLimit(.minutes(5))) struct LocalServerTests {
    @Test("Port 0 picks a free port and reports it")
    func freePort() async throws {
        try await withServer { first in
            try await withServer { second in
                #expect(first.port > 0)
                #expect(first.port != second.port)
                #expect(first.url.absoluteString == "http://127.0.0.1:\(first.port)")
                let reply = try await second.request("/t/m_x")
                #expect(reply == Reply(status: 200, body: ""))
                #expect(first.collected.isEmpty)
            }
        }
    }

    @Test("A port in use is reported with the address and a remedy")
    func takenPort() async throws {
        try await withServer { server in
            let configuration = LocalServer.Configuration(port: UInt16(server.port))
            let error = #expect(throws: LocalServerError.self) { try LocalServer.start(configuration) }
            #expect(
                error?.description == "Cannot listen on 127.0.0.1:\(server.port) (Address already in use). "
                    + "Use another port, or 0 for a free one."
            )
        }
    }

    @Test("The server listens on 127.0.0.1 only, not on other loopback addresses")
    func loopback() async throws {
        try await withServer { server in
            #expect(throws: RawConnection.Failure.self) { try RawConnection(port: server.port, address: "127.0.0.2") }
        }
    }

    @Test("requests() returns the earlier requests and then each new one until the server stops")
    func requests() async throws {
        let server = try LocalServer.start()
        _ = try await server.request("/t/first")
        var followed = server.requests().makeAsyncIterator()
        #expect(await followed.next()?.path == "/t/first")
        _ = try await server.request("/t/second")
        #expect(await followed.next()?.path == "/t/second")
        await server.stop()
        #expect(await followed.next() == nil)
        #expect(server.collected.map(\.path) == ["/t/first", "/t/second"])

        var late: [String] = []
        for await request in server.requests() { late.append(request.path) }
        #expect(late == ["/t/first", "/t/second"])
    }

    @Test("A stopped server frees its port, and a second stop has no effect")
    func stop() async throws {
        let first = try LocalServer.start()
        await first.stop()
        await first.stop()
        #expect(throws: RawConnection.Failure.self) { try RawConnection(port: first.port) }
        try await withServer(.init(port: UInt16(first.port))) { second in
            #expect(second.port == first.port)
            let reply = try await second.request("/t/m_x")
            #expect(reply.status == 200)
        }
    }

    @Test("Stopping cuts delays short, so that every logged request is answered")
    func stopAnswers() async throws {
        let clock = ManualClock()
        let server = try LocalServer.start(.init(clock: clock))
        try server.script([.delay(.seconds(600), on: "/t/", count: Fault.forever)])
        async let replies = withThrowingTaskGroup(of: Reply.self) { group in
            for index in 0..<4 { group.addTask { try await server.request("/t/m_\(index)") } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        await clock.waitForSleepers(4)
        await server.stop()
        #expect(try await replies == Array(repeating: Reply(status: 200, body: ""), count: 4))
        #expect(server.collected.map(\.status) == [200, 200, 200, 200])
    }

    @Test("Stopping does not wait for a request that is still arriving")
    func stopCuts() async throws {
        let server = try LocalServer.start()
        let connection = try RawConnection(port: server.port)
        try await connection.send("POST /e HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\nExpect: 100-continue\r\n\r\n")
        #expect(try await connection.receive(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
        try await connection.send("12345")
        await server.stop()
        #expect(server.collected.isEmpty)
    }

    @Test("Exactly the logged requests are answered when the server stops at a random moment")
    func stopAmidTraffic() async throws {
        for round in 0..<20 {
            let server = try LocalServer.start()
            try server.script([.delay(.milliseconds(1), on: "/t/delayed", count: Fault.forever)])
            let answers = await withTaskGroup(of: String.self) { group in
                for path in ["/t/delayed", "/t/prompt"] {
                    let request = "GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n"
                    for _ in 0..<10 { group.addTask { (try? await server.exchange(request)) ?? "" } }
                }
                var requests = server.requests().makeAsyncIterator()
                for _ in 0...round { _ = await requests.next() }
                await server.stop()
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.count { $0.hasPrefix("HTTP/1.1 200 OK\r\n") } == server.collected.count)
            #expect(answers.allSatisfy { $0.isEmpty || $0.hasSuffix("\r\n\r\n") })
            #expect(server.collected.count > round)
        }
    }

    @Test("A released server stops by itself")
    func letGo() async throws {
        var server: LocalServer? = try LocalServer.start()
        let requests = try #require(server).requests()
        server = nil
        var count = 0
        for await _ in requests { count += 1 }
        #expect(count == 0)
    }

    @Test("Each of 2,000 concurrent requests is logged once in memory and once in the file")
    func concurrency() async throws {
        try await withFolder { folder in
            let log = folder.appending(path: "requests.jsonl")
            let expected = (0..<2000).map { "/t/m_\($0)" }
            try await withServer(.init(log: log)) { server in
                try await withThrowingTaskGroup(of: Int.self) { group in
                    for path in expected { group.addTask { try await server.request(path, method: "POST").status } }
                    for try await status in group { #expect(status == 200) }
                }
                #expect(server.collected.map(\.path).sorted() == expected.sorted())
                let lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
                #expect(try lines.map { try CollectedRequest(jsonLine: String($0)) } == server.collected)
            }
        }
    }
}
