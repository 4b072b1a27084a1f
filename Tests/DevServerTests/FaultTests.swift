import DevServer
import Foundation
import PixelKitTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct FaultTests {
    @Test("A status replaces as many answers as its count, and the log records it")
    func status() async throws {
        try await withServer { server in
            try server.script([.status(503, on: "/t/", count: 2, retryAfter: "2")])
            var replies: [Reply] = []
            for _ in 0..<3 { replies.append(try await server.request("/t/m_x")) }
            #expect(replies.map(\.status) == [503, 503, 200])
            #expect(replies.map { $0.headers["retry-after"] } == ["2", "2", nil])
            #expect(replies.map(\.body) == [#"{"error":"This answer was scripted."}"#, replies[0].body, ""])
            #expect(server.collected.map(\.status) == [503, 503, 200])
            #expect(server.faults.isEmpty)
        }
    }

    @Test("Faults are used in their order, each for its own paths")
    func order() async throws {
        try await withServer { server in
            try server.script([.status(500, on: "/t/a"), .status(429, on: "/t/")])
            try server.script([.status(404, on: "/e"), .status(408, on: "/t/a")])
            var statuses: [Int] = []
            for path in ["/e", "/e", "/t/b", "/t/ab", "/t/a", "/t/a"] {
                statuses.append(try await server.request(path).status)
            }
            #expect(statuses == [404, 200, 429, 500, 408, 200])
        }
    }

    @Test("Paths are compared before percent-decoding")
    func rawPath() async throws {
        try await withServer { server in
            try server.script([.status(500, on: "/t/%2F")])
            let statuses = [try await server.request("/t//").status, try await server.request("/t/%2Fx").status]
            #expect(statuses == [200, 500])
        }
    }

    @Test("A fault for all requests stays until it is cleared")
    func forever() async throws {
        try await withServer { server in
            try server.script([.status(500, on: "/", count: Fault.forever)])
            for _ in 0..<5 {
                let reply = try await server.request("/t/m_x")
                #expect(reply.status == 500)
            }
            server.clearFaults()
            let reply = try await server.request("/t/m_x")
            #expect(reply.status == 200)
        }
    }

    @Test("A fault applies to every path except those that control the server")
    func everyPath() async throws {
        try await withServer { server in
            try server.script([.status(500, on: "/", count: Fault.forever)])
            var statuses: [Int] = []
            for path in ["/t/x", "/e", "/unknown", "/api/protection/matches?hashPrefix=abcd", "/_faults", "/_requests"]
            {
                statuses.append(try await server.request(path).status)
            }
            #expect(statuses == [500, 500, 500, 500, 200, 200])
        }
    }

    @Test("A closed connection sends no byte and is logged with status 0")
    func close() async throws {
        try await withServer { server in
            try server.script([.close(on: "/t/")])
            let request = "GET /t/m_x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
            let answers = [try await server.exchange(request), try await server.exchange(request)]
            #expect(answers[0].isEmpty)
            #expect(answers[1].hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(server.collected.map(\.status) == [0, 200])
        }
    }

    @Test("A closed connection makes a request of URLSession fail")
    func closeSession() async throws {
        try await withServer { server in
            try server.script([.close(on: "/e", count: Fault.forever)])
            await #expect(throws: (any Error).self) { try await server.request("/e", method: "POST", body: "{}") }
            #expect(server.collected.allSatisfy { $0.status == 0 && $0.text == "{}" })
            #expect(!server.collected.isEmpty)
        }
    }

    @Test("A delayed request is logged at once and answered after the delay")
    func delay() async throws {
        let clock = ManualClock()
        try await withServer(.init(clock: clock)) { server in
            try server.script([.delay(.milliseconds(100), on: "/t/late")])
            async let late = server.request("/t/late")
            await clock.waitForSleepers(1)
            #expect(server.collected.map(\.path) == ["/t/late"])
            let prompt = try await server.request("/t/prompt")
            #expect(prompt.status == 200)
            clock.advance(by: .milliseconds(99))
            await clock.waitForSleepers(1)
            clock.advance(by: .milliseconds(1))
            #expect(try await late == Reply(status: 200, body: ""))
            #expect(server.collected.map(\.status) == [200, 200])
        }
    }

    @Test("A delay combines with a status or with closing")
    func delayedFaults() async throws {
        let clock = ManualClock()
        try await withServer(.init(clock: clock)) { server in
            var busy = Fault.status(503, on: "/t/", retryAfter: "Wed, 21 Oct 2026 07:28:00 GMT")
            busy.delay = .seconds(1)
            var gone = Fault.close(on: "/e")
            gone.delay = .seconds(1)
            try server.script([busy, gone])
            async let late = server.request("/t/m_x")
            async let nothing = server.exchange("GET /e HTTP/1.1\r\nHost: x\r\n\r\n")
            await clock.waitForSleepers(2)
            clock.advance(by: .seconds(1))
            #expect(try await late.status == 503)
            #expect(try await late.headers["retry-after"] == "Wed, 21 Oct 2026 07:28:00 GMT")
            #expect(try await nothing.isEmpty)
            #expect(server.collected.map(\.status).sorted() == [0, 503])
        }
    }

    @Test("A scripted 204 or 304 has no body", arguments: [204, 304])
    func noBody(status: Int) async throws {
        try await withServer { server in
            try server.script([.status(status, on: "/t/")])
            let answer = try await server.exchange("GET /t/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
            #expect(answer.hasSuffix("\r\n\r\n"))
        }
    }

    @Test("An invalid fault is refused with the rest of its script")
    func refused() async throws {
        try await withServer { server in
            #expect(throws: LocalServerError.invalidFault(index: 1, reason: "has the status 99. Use 200 to 599.")) {
                try server.script([.status(503, on: "/t/"), .status(99, on: "/t/")])
            }
            #expect(server.faults.isEmpty)
        }
    }
}
