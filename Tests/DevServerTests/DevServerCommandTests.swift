import DevServer
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct DevServerCommandTests {
    @Test(
        "devserver prints its address, writes its log, and exits with 0 after a signal", arguments: [SIGTERM, SIGINT])
    func run(signal: Int32) async throws {
        try await withFolder { folder in
            let log = folder.appending(path: "log.jsonl")
            try Data(#"[{"revision":7,"insert":["abcdef01"]}]"#.utf8)
                .write(to: folder.appending(path: "hashPrefix-scam.json"))
            let process = try ChildProcess("devserver", ["--port", "0", "--log", log.path, "--data=\(folder.path)"])
            let line = await process.line()
            let port = try #require(Int(line.trimmingPrefix("listening on http://127.0.0.1:")))

            let get = { (target: String) in
                try await RawConnection.exchange(
                    "GET \(target) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
                    port: port
                )
            }
            #expect(try await get("/t/m_x?a=%20").hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(
                try await get("/api/protection/hashPrefix?category=scam&revision=0")
                    .hasSuffix(#"{"delete":[],"insert":["abcdef01"],"replace":true,"revision":7}"#)
            )
            process.send(signal)
            #expect(await process.result() == .init(status: 0))

            let text = try String(contentsOf: log, encoding: .utf8)
            let requests = try text.split(separator: "\n").map { try CollectedRequest(jsonLine: String($0)) }
            #expect(requests.map { [$0.method, $0.path, $0.query] } == [["GET", "/t/m_x", "a=%20"]])
            #expect(throws: RawConnection.Failure.self) { try RawConnection(port: port) }
        }
    }

    @Test("A signal right after the address is printed ends devserver")
    func endedAtOnce() async throws {
        for _ in 0..<50 {
            let process = try ChildProcess("devserver", [])
            _ = await process.line()
            process.send(SIGTERM)
            #expect(await process.result() == .init(status: 0))
        }
    }

    @Test("A delayed request is answered before devserver ends")
    func heldRequest() async throws {
        let process = try ChildProcess("devserver", [])
        let port = try #require(Int(await process.line().trimmingPrefix("listening on http://127.0.0.1:")))
        let script = #"[{"path":"/t/","delayMs":600000}]"#
        let post =
            "POST /_faults HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: \(script.utf8.count)\r\n\r\n"
        _ = try await RawConnection.exchange(post + script, port: port)

        let events = try RawConnection(port: port)
        try await events.send("GET /_events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let held = try RawConnection(port: port)
        try await held.send("GET /t/held HTTP/1.1\r\nHost: x\r\n\r\n")
        _ = try await events.receive(until: "/t/held")  // It was taken.
        process.send(SIGTERM)
        #expect(try await held.receiveAll().hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(await process.result() == .init(status: 0))
    }

    @Test("A signal ends devserver although its log is a pipe that nothing reads")
    func blockedLog() async throws {
        try await withFolder { folder in
            let pipe = folder.appending(path: "pipe")
            try #require(mkfifo(pipe.path, 0o600) == 0)
            let reader = open(pipe.path, O_RDONLY | O_NONBLOCK)
            defer { close(reader) }
            let process = try ChildProcess("devserver", ["--log", pipe.path])
            let port = try #require(Int(await process.line().trimmingPrefix("listening on http://127.0.0.1:")))
            let connection = try RawConnection(port: port)
            let body = String(repeating: "x", count: 1 << 20)  // More than a pipe holds.
            try await connection.send("POST /e HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.count)\r\n\r\n" + body)
            process.send(SIGTERM)
            #expect(await process.result() == .init(status: 0))
        }
    }

    @Test("Help and version are printed to standard output")
    func help() async throws {
        let help = try await ChildProcess("devserver", ["--help"]).result()
        #expect(help.status == 0)
        #expect(help.output.hasPrefix("Usage: devserver [OPTIONS]\n"))
        #expect(help.errors.isEmpty)
        let version = try await ChildProcess("devserver", ["--version"]).result()
        #expect(version.status == 0)
        #expect(version.output.wholeMatch(of: /devserver \d+\.\d+\.\d+\n/) != nil)
    }

    @Test(
        "A wrong command line is explained and exits with 64",
        arguments: [
            (["--prot", "1"], "Unknown option '--prot'. Did you mean '--port'?"),
            (["serve"], "Unexpected argument 'serve'."), (["--port"], "--port needs a value: N."),
            (["--log="], "--log needs a value: FILE."),
            (["--port", "http"], "--port is 'http'. Use a number from 0 to 65535."),
            (["--port=65536"], "--port is '65536'. Use a number from 0 to 65535."),
        ]
    )
    func wrongUsage(arguments: [String], message: String) async throws {
        let result = try await ChildProcess("devserver", arguments).result()
        #expect(result == .init(status: 64, errors: "devserver: \(message) Run 'devserver --help' for usage.\n"))
    }

    @Test("A failed start is explained and exits with 1")
    func failure() async throws {
        try await withServer { server in
            let taken = try await ChildProcess("devserver", ["--port", "\(server.port)"]).result()
            #expect(
                taken
                    == .init(
                        status: 1,
                        errors: "devserver: Cannot listen on 127.0.0.1:\(server.port) (Address already in use). "
                            + "Use another port, or 0 for a free one.\n"
                    )
            )
        }
        let missing = try await ChildProcess("devserver", ["--data", "/missing"]).result()
        #expect(
            missing
                == .init(
                    status: 1,
                    errors: "devserver: Cannot serve '/missing': It is not a readable folder.\n"
                )
        )
    }
}
