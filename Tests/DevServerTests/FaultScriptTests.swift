import DevServer
import Testing

@Suite(.timeLimit(.minutes(5))) struct FaultScriptTests {
    @Test("Faults are posted, listed with the remaining counts, and cleared")
    func script() async throws {
        try await withServer { server in
            let script = #"""
                [{"path":"/t/","status":503,"count":3,"retryAfter":"2","delayMs":0},
                 {"path":"/e","status":500,"close":true,"delayMs":100,"count":-1}]
                """#
            let posted = try await server.request("/_faults", method: "POST", body: script)
            let all = #"{"count":3,"path":"/t/","retryAfter":"2","status":503}"#
            let last = #"{"close":true,"count":-1,"delayMs":100,"path":"/e","status":500}"#
            #expect(posted == Reply(status: 200, body: "[\(all),\(last)]"))

            _ = try await server.request("/t/m_x")
            let listed = try await server.request("/_faults")
            let left = all.replacing("\"count\":3", with: "\"count\":2")
            #expect(listed == Reply(status: 200, body: "[\(left),\(last)]"))

            let cleared = try await server.request("/_faults", method: "DELETE")
            #expect(cleared == Reply(status: 200, body: "[]"))
            #expect(server.faults.isEmpty)
        }
    }

    @Test("A fault without a count fails one request")
    func once() async throws {
        try await withServer { server in
            _ = try await server.request("/_faults", method: "POST", body: #"[{"path":"/t/","status":500}]"#)
            #expect(server.faults == [.status(500, on: "/t/", count: 1)])
        }
    }

    static let mistakes: [(String, String)] = [
        ("", "Cannot read the faults: The given data was not valid JSON."),
        ("[{]", "Cannot read the faults: The given data was not valid JSON."),
        (#"{"path":"/t/"}"#, "Cannot read the faults: Expected to decode Array<"),
        ("[{}]", "Cannot read the faults: [0].path: This key is missing."),
        (
            #"[{"path":"/t/","statsu":500}]"#,
            "[0].statsu: Unknown key. Use path, status, count, retryAfter, delayMs, close."
        ),
        (#"[{"path":"/t/","status":"500"}]"#, "Cannot read the faults: [0].status: Expected to decode Int"),
        (#"[{"path":"t","status":500}]"#, "Fault 0 has the path 't'. Start it with a slash."),
        (
            #"[{"path":"/_faults","status":500}]"#,
            "Fault 0 has the path '/_faults'. The paths that control the server have no faults."
        ),
        (#"[{"path":"/t/","status":199}]"#, "Fault 0 has the status 199. Use 200 to 599."),
        (#"[{"path":"/t/","status":600}]"#, "Fault 0 has the status 600. Use 200 to 599."),
        (
            #"[{"path":"/t/","close":true,"count":0}]"#,
            "Fault 0 has the count 0. Use 1 or more, or -1 for all requests."
        ),
        (#"[{"path":"/t/","delayMs":-1}]"#, "Fault 0 has the delay -1 ms. Use 0 to 600000."),
        (#"[{"path":"/t/","delayMs":600001}]"#, "Fault 0 has the delay 600001 ms. Use 0 to 600000."),
        (#"[{"path":"/t/","delayMs":9223372036854775807}]"#, "Fault 0 has the delay 9223372036854775807 ms"),
        (
            #"[{"path":"/t/","status":503,"retryAfter":"2\r\nX: y"}]"#,
            "Fault 0 has a retryAfter that is not printable ASCII. Use seconds or a date."
        ),
        (
            #"[{"path":"/e","status":500},{"path":"/t/"}]"#,
            "Fault 1 does nothing. Add status, retryAfter, delayMs or close."
        ),
    ]

    @Test("A script with a mistake is refused as a whole, and the answer names the mistake", arguments: mistakes)
    func mistake(script: String, message: String) async throws {
        try await withServer { server in
            let reply = try await server.request("/_faults", method: "POST", body: script)
            #expect(reply.status == 400)
            #expect(reply.body.contains(message), "\(reply.body)")
            #expect(server.faults.isEmpty)
        }
    }
}
