import Foundation
import TestSupport
import Testing

@testable import DevServer

@Suite(.timeLimit(.minutes(5))) struct CollectingTests {
    @Test(
        "The target of a request is stored byte for byte",
        arguments: [
            ("/t/m_x", ""), ("/t/m_x", "a=1&b=2"), ("/t/a%2fb%2Fc", "q=%20+%2B&q=%25"), ("/t/%00%ff", "%zz=%"),
            ("/t/../e/./x//y", "a?b?c"), ("/t/;p=1:@!$'()*,", "~&&=&"), ("/t/é/👩‍🚀", "ü=ß"), ("/t/e\u{301}", ""),
            ("/t/", String(repeating: "x", count: 65_536)),
        ]
    )
    func target(path: String, query: String) async throws {
        try await withServer { server in
            let target = query.isEmpty ? path : "\(path)?\(query)"
            let answer = try await server.exchange("GET \(target) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
            let request = try #require(server.collected.first)
            #expect(Array(request.path.utf8) == Array(path.utf8))
            #expect(Array(request.query.utf8) == Array(query.utf8))
            #expect(server.collected.count == 1)
        }
    }

    @Test("A target that is not UTF-8 is refused and not collected")
    func badTarget() async throws {
        try await withServer { server in
            let request =
                Array("GET /t/".utf8) + [0xFF] + Array(" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".utf8)
            let answer = try await RawConnection.exchange(request, port: server.port)
            #expect(answer.hasPrefix("HTTP/1.1 400 "))
            #expect(answer.hasSuffix(#"{"error":"The request target is not UTF-8. Percent-encode its bytes."}"#))
            #expect(server.collected.isEmpty)
        }
    }

    @Test("Any method is collected on both paths", arguments: ["GET", "POST", "PUT", "DELETE", "OPTIONS", "PURGE"])
    func methods(method: String) async throws {
        try await withServer { server in
            for path in ["/t/m_x", "/e"] {
                let reply = try await server.request(path, method: method)
                #expect(reply == Reply(status: 200, body: ""))
            }
            #expect(server.collected.map { [$0.method, $0.path] } == [[method, "/t/m_x"], [method, "/e"]])
        }
    }

    @Test("A body is stored byte for byte")
    func body() async throws {
        try await withServer { server in
            let bytes = (0...255).map(UInt8.init)
            let head = "POST /e?v=1 HTTP/1.1\r\nHost: x\r\nContent-Length: 256\r\nConnection: close\r\n\r\n"
            _ = try await RawConnection.exchange(Array(head.utf8) + bytes, port: server.port)
            #expect(server.collected.map(\.body) == [Data(bytes)])
            #expect(server.collected.map(\.query) == ["v=1"])
        }
    }

    @Test("A chunked body is stored as one")
    func chunks() async throws {
        try await withServer { server in
            let answer = try await server.exchange(
                "POST /e HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
                    + "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"
            )
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(server.collected.map(\.text) == ["abcde"])
        }
    }

    @Test("Several requests on one connection are stored in order")
    func pipeline() async throws {
        try await withServer { server in
            let requests = (0..<5).map { "GET /t/\($0) HTTP/1.1\r\nHost: x\r\n\r\n" }.joined()
            _ = try await server.exchange(requests + "GET /t/5 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            #expect(server.collected.map(\.path) == (0...5).map { "/t/\($0)" })
        }
    }

    @Test("A complete line is appended to the file before its request is answered")
    func file() async throws {
        try await withFolder { folder in
            let log = folder.appending(path: "log.jsonl")
            try Data("before\n".utf8).write(to: log)
            try await withServer(.init(log: log)) { server in
                for index in 1...3 {
                    _ = try await server.request("/e", method: "POST", body: "{\"index\":\(index)}\n")
                    let text = try String(contentsOf: log, encoding: .utf8)
                    #expect(text == "before\n" + server.collected.map { $0.jsonLine + "\n" }.joined())
                    #expect(server.collected.count == index)
                }
            }
        }
    }

    @Test("A log that cannot be opened is reported with its path and a remedy")
    func noFile() async throws {
        try await withFolder { folder in
            let log = folder.appending(path: "missing/log.jsonl")
            let error = #expect(throws: LocalServerError.self) { try LocalServer.start(.init(log: log)) }
            #expect(
                error?.description == "Cannot open the log '\(log.path)' (No such file or directory). "
                    + "Check that its folder exists and is writable."
            )
        }
    }

    #if os(Linux)
    @Test("A request whose line cannot be written is answered with 500, which memory records")
    func fullDisk() async throws {
        try await withServer(.init(log: URL(filePath: "/dev/full"))) { server in
            let reply = try await server.request("/t/m_x")
            #expect(reply.status == 500)
            #expect(reply.body.hasPrefix(#"{"error":"The log cannot be written"#))
            #expect(server.collected.map(\.status) == [500])
        }
    }
    #endif

    @Test("/_requests returns the collected lines")
    func requests() async throws {
        try await withServer { server in
            _ = try await server.request("/t/m_x?a=1")
            _ = try await server.request("/e", method: "POST", body: "{}")
            let reply = try await server.request("/_requests")
            #expect(reply == Reply(status: 200, body: server.collected.map { $0.jsonLine + "\n" }.joined()))
            #expect(reply.headers["content-type"] == "application/x-ndjson")
            #expect(server.collected.count == 2)
        }
    }

    @Test("Memory keeps the newest requests and stays below its limit")
    func memory() throws {
        let log = RequestLog(file: nil)
        let body = Data(repeating: 0x61, count: 1 << 20)
        for index in 0..<100 {
            try log.append(
                CollectedRequest(
                    time: .distantPast,
                    method: "POST",
                    path: "/e",
                    query: "\(index)",
                    body: body,
                    status: 200
                )
            )
        }
        let kept = log.requests.map(\.query)
        #expect((32...64).contains(kept.count))
        #expect(kept == (100 - kept.count..<100).map(String.init))
    }
}
