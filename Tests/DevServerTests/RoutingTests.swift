import DevServer
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct RoutingTests {
    @Test(
        "An unknown path is answered with 404 in JSON",
        arguments: ["/t", "/e/", "/events", "/api/protection", "/T/x"])
    func notFound(path: String) async throws {
        try await withServer { server in
            let reply = try await server.request(path)
            #expect(reply == Reply(status: 404, body: #"{"error":"Nothing is served at '\#(path)'."}"#))
            #expect(reply.headers["content-type"] == "application/json")
            #expect(server.collected.isEmpty)
        }
    }

    @Test("A method that a path does not allow is answered with the allowed ones")
    func wrongMethod() async throws {
        try await withServer { server in
            let reply = try await server.request("/_faults", method: "PUT")
            #expect(
                reply == Reply(status: 405, body: #"{"error":"'/_faults' does not allow PUT. Use GET, POST, DELETE."}"#)
            )
            #expect(reply.headers["allow"] == "GET, POST, DELETE")
        }
    }

    @Test("HEAD is answered like GET, without the body")
    func head() async throws {
        try await withServer { server in
            let reply = try await server.request("/_faults", method: "HEAD")
            #expect(reply == Reply(status: 200, body: ""))
        }
    }

    @Test("A browser's request for an icon is answered with 204 and not collected")
    func icon() async throws {
        try await withServer { server in
            let reply = try await server.request("/favicon.ico")
            #expect(reply == Reply(status: 204, body: ""))
            #expect(server.collected.isEmpty)
        }
    }

    @Test(
        "A request of another site is refused and not collected, and control paths also refuse another host",
        arguments: [
            (["Host: 127.0.0.1:1"], 200, 200), (["Host: localhost:1"], 200, 200), (["Host: 127.0.0.1"], 200, 200),
            (["Host: localhost:1", "Origin: http://localhost:1"], 200, 200),
            (["Host: localhost:1", "Origin: http://localhost:2"], 403, 403),
            (["Host: localhost:1", "Origin: https://site.example"], 403, 403),
            (["Host: localhost:1", "Origin: null"], 403, 403), (["Host: site.example"], 403, 200),
            (["Host: site.example", "Origin: http://site.example"], 403, 403),
            (["Host: localhost.site.example"], 403, 200), (["Host: "], 403, 200),
            (["Host: localhost:1", "Sec-Fetch-Site: cross-site"], 403, 403),
            (["Host: localhost:1", "Sec-Fetch-Site: same-site"], 403, 403),
            (["Host: localhost:1", "Sec-Fetch-Site: same-origin"], 200, 200),
            (["Host: localhost:1", "Sec-Fetch-Site: none"], 200, 200),
        ])
    func foreign(fields: [String], control: Int, collecting: Int) async throws {
        try await withServer { server in
            let rest = fields.map { $0 + "\r\n" }.joined() + "Connection: close\r\n\r\n"
            for path in ["/", "/_requests", "/_faults", "/api/records", "/api/inspector/apps", "/inspector/main.js"] {
                let answer = try await server.exchange("GET \(path) HTTP/1.1\r\n\(rest)")
                #expect(answer.hasPrefix("HTTP/1.1 \(control) "), "\(path)")
            }
            let answer = try await server.exchange("GET /t/m_x HTTP/1.1\r\n\(rest)")
            #expect(answer.hasPrefix("HTTP/1.1 \(collecting) "))
            #expect(server.collected.count == (collecting == 200 ? 1 : 0))
        }
    }

    @Test(
        "A body on a control path must be declared as JSON",
        arguments: [
            ("", 415), ("text/plain", 415), ("application/x-www-form-urlencoded", 415), ("application/json", 200),
            ("Application/JSON; charset=utf-8", 200),
        ])
    func undeclared(type: String, status: Int) async throws {
        try await withServer { server in
            let body = #"[{"path":"/t/","status":503}]"#
            let field = type.isEmpty ? "" : "Content-Type: \(type)\r\n"
            let head = "POST /_faults HTTP/1.1\r\nHost: localhost\r\n\(field)Connection: close\r\n"
            let answer = try await server.exchange("\(head)Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
            #expect(server.faults.count == (status == 200 ? 1 : 0))
        }
    }

    @Test("Every answer forbids caching")
    func cache() async throws {
        try await withServer { server in
            let reply = try await server.request("/t/m_x")
            #expect(reply.headers["cache-control"] == "no-store")
        }
    }

    @Test(
        "Bytes that are not HTTP are refused, and the server keeps running",
        arguments: ["nonsense\r\n\r\n", "GET\r\n\r\n", "\u{16}\u{3}\u{1}\u{0}\r\n\r\n", "GET /t/x HTTP/9.9\r\n\r\n"]
    )
    func malformed(bytes: String) async throws {
        try await withServer { server in
            let answer = try await server.exchange(bytes)
            #expect(answer.isEmpty || answer.contains(" 400 ") || answer.contains(" 505 "), "\(answer)")
            #expect(try await server.request("/t/m_x").status == 200)
            #expect(server.collected.map(\.path) == ["/t/m_x"])
        }
    }
}
