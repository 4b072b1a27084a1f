import Foundation
import TestSupport
import Testing

@testable import DevServer

/// The storage of records, the stream that follows them, and the files of the page.
@Suite(.timeLimit(.minutes(5))) struct InspectorHistoryTests {
    private func content(_ name: String) -> RecordContent {
        RecordContent(kind: .telemetry, time: Date(timeIntervalSince1970: 1_800_000_000), name: name)
    }

    @Test("Records survive a restart, and ids continue, also after everything was removed")
    func restart() async throws {
        try await withFolder { folder in
            let configuration = LocalServer.Configuration(history: folder)
            try await withServer(configuration) { server in
                for name in ["a", "b"] { _ = try await server.request("/t/\(name)?x=%22") }
            }
            try await withServer(configuration) { server in
                _ = try await server.request("/t/c")
                let body = try await server.request("/api/records").body
                #expect(body.matches(of: /"id":(\d+)/).map { String($0.1) } == ["1", "2", "3"])
                #expect(body.contains(#""value":"\"""#))
                _ = try await server.request("/api/records", method: "DELETE")
            }
            try await withServer(configuration) { server in
                _ = try await server.request("/t/d")
                let body = try await server.request("/api/records").body
                #expect(body.hasPrefix(#"{"last":4,"records":[{"id":4,"#))
            }
        }
    }

    @Test("Beyond a limit the oldest records are removed from memory and file", arguments: [true, false])
    func limits(isByCount: Bool) async throws {
        try await withFolder { folder in
            let limits = RecordStore.Limits(records: isByCount ? 80 : .max, bytes: isByCount ? .max : 20_000)
            let store = try RecordStore(folder: folder, limits: limits)
            for index in 1...200 { store.add(content("record-\(index)")) }
            let kept = store.records().map(\.id)
            #expect(kept.last == 200 && kept.count <= 80 && kept.count > 30)
            #expect(kept == Array(kept[0]...200))
            await store.settle()
            #expect(try RecordStore(folder: folder, limits: limits).records().map(\.id) == kept)
        }
    }

    @Test("A history that cannot be opened is reported with a remedy")
    func unusable() async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "file")
            try Data().write(to: file)
            let error = #expect(throws: LocalServerError.self) { try RecordStore(folder: file) }
            #expect(error?.description.hasPrefix("Cannot open the history in '\(file.path)': ") ?? false)
        }
    }

    // MARK: The stream

    private func open(_ server: LocalServer, last: String? = nil) async throws -> RawConnection {
        let connection = try RawConnection(port: server.port)
        let field = last.map { "Last-Event-ID: \($0)\r\n" } ?? ""
        try await connection.send("GET /api/inspector/stream HTTP/1.1\r\nHost: localhost\r\n\(field)\r\n")
        return connection
    }

    @Test("A stream sends all records, and continues after the last one that the client names")
    func resume() async throws {
        try await withServer { server in
            for name in ["a", "b"] { _ = try await server.request("/t/\(name)") }
            let first = try await open(server)
            let text = try await first.receive(until: "\"path\":\"/t/b\"")
            #expect(text.contains(#""continues":false"#) && text.contains(#""id":1,"#) && text.contains(#""id":2,"#))
            let id = try #require(text.firstMatch(of: /id: (\S+)/)).1

            for name in ["c", "d"] { _ = try await server.request("/t/\(name)") }
            let second = try await open(server, last: String(id))
            let rest = try await second.receive(until: "\"path\":\"/t/d\"")
            #expect(rest.contains(#""continues":true"#))
            #expect(rest.matches(of: /"id":(\d+)/).map { String($0.1) } == ["3", "4"])
        }
    }

    @Test("A client of another history starts with the oldest record", arguments: ["other:7", "7", ":", ""])
    func otherEpoch(last: String) async throws {
        try await withServer { server in
            _ = try await server.request("/t/a")
            let text = try await open(server, last: last).receive(until: "\"path\":\"/t/a\"")
            #expect(text.contains(#""continues":false"#))
        }
    }

    @Test("A stream sends changes of the faults and the apps, and the removal of records")
    func changes() async throws {
        try await withServer { server in
            let connection = try await open(server)
            _ = try await connection.receive(until: "event: faults\ndata: []\n\n")
            try server.script([.status(503, on: "/t/")])
            let fault = #"{"count":1,"path":"/t/","status":503}"#
            _ = try await connection.receive(until: "event: faults\ndata: [\(fault)]\n\n")
            _ = try await server.request("/t/a")
            _ = try await connection.receive(until: "event: faults\ndata: []\n\n")
            _ = try await connection.receive(until: "\"path\":\"/t/a\"")
            _ = try await server.request("/api/inspector/reports", method: "POST", body: #"{"app":{"id":"a"}}"#)
            _ = try await connection.receive(until: #"event: apps\#ndata: [{"app":{"id":"a"}"#)
            _ = try await server.request("/api/records", method: "DELETE")
            _ = try await connection.receive(until: "event: cleared\n")
        }
    }

    @Test("A client that reads slowly misses no record")
    func slowClient() async throws {
        let limits = HTTPLimits(timeoutSeconds: 600, unreadEventBytes: 10_000)
        let server = try LocalServer.start(.init(), limits: limits)
        let connection = try await open(server)
        let value = String(repeating: "x", count: 1000)
        for index in 1...1000 { _ = try await server.request("/t/m_\(index)?x=\(value)") }
        let text = try await connection.receive(until: "\"path\":\"/t/m_1000\"")
        #expect(text.matches(of: /"id":(\d+),/).map { Int($0.1) } == Array(1...1000))
        await server.stop()
    }

    // MARK: The page

    private static let folder = Repository.root.appending(path: "AppTarget/DevServer/Sources/DevServer/Inspector/Page")

    @Test("The page allows only its own files, and contains no script, style or handler in its markup")
    func policy() async throws {
        try await withServer { server in
            let page = try await server.request("/")
            #expect(page.headers["content-type"] == "text/html; charset=utf-8")
            let policy = try #require(page.headers["content-security-policy"])
            #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self';"))
            #expect(!policy.contains("unsafe"))
            #expect(page.body.matches(of: /<script[^>]*>[^<]+<|<style|\son\w+=|\sstyle=|https?:/).isEmpty)
        }
    }

    @Test("Every file of the page is served unchanged, and every import and link leads to one")
    func files() async throws {
        try await withServer { server in
            let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
            for name in names {
                let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
                let path = name == "index.html" ? "/" : "/inspector/\(name)"
                #expect(try await server.request(path) == Reply(status: 200, body: text))
                let imports = text.matches(of: /from "\.\/([\w.-]+)"/).map { String($0.1) }
                let links = text.matches(of: /(?:src|href)="\/inspector\/([\w.-]+)"/).map { String($0.1) }
                #expect(Set(imports + links).subtracting(names) == [])
                #expect(!text.contains("innerHTML") && !text.contains("eval("))
            }
        }
    }
}
