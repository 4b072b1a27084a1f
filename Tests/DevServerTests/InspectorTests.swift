import Foundation
import PixelDefinitions
import Primitives
import TestSupport
import Testing

@testable import DevServer

/// The records of the inspector, and its interface for scripts.
@Suite(.timeLimit(.minutes(5))) struct InspectorTests {
    private static let definitions = Repository.root.appending(path: "AppTarget/PixelDefinitions")
    private static let pixel = "m_malicious-site-protection_leave-site"

    private struct Records: Decodable {
        struct Record: Decodable {
            struct Parameter: Decodable, Equatable {
                let name: String
                let value: String
            }

            struct Parts: Decodable, Equatable {
                var prefix = ""
                var name = ""
                var variant = ""
                var frequency = ""
                var platform = ""
            }

            let id: Int64
            let kind: String
            let name: String
            let verdict: String?
            let reasons: [String]
            let definition: String?
            let parameters: [Parameter]
            let parts: Parts?
            let app: String?
        }

        var error: String?
        let last: Int64
        let records: [Record]
    }

    private func records(_ server: LocalServer, _ query: String = "") async throws -> Records {
        try decode(try await server.request("/api/records?\(query)"))
    }

    private func decode(_ reply: Reply) throws -> Records {
        try JSONDecoder().decode(Records.self, from: Data(reply.body.utf8))
    }

    // MARK: Records

    @Test("A pixel is recorded with its verdict, its definition, the parts of its name and its decoded parameters")
    func pixels() async throws {
        try await withServer(.init(definitions: Self.definitions)) { server in
            _ = try await server.request("/t/\(Self.pixel)_linux?category=scam&appVersion=1.2.3")
            _ = try await server.request("/t/\(Self.pixel)_linux?category=theft&appVersion=1.2.3")
            _ = try await server.request("/t/m_other_daily_ios_phone?a=1%2B1&b=%3Cimg%20src=x%3E&c&d=%FF")
            let records = try await records(server).records
            #expect(records.map(\.id) == [1, 2, 3])
            #expect(records.map(\.verdict) == ["passed", "failed", "undocumented"])
            #expect(records.map(\.definition) == [Self.pixel, Self.pixel, nil])
            #expect(records[1].reasons.count == 1 && records[1].reasons[0].contains("category"))
            #expect(
                records.map(\.parts) == [
                    .init(prefix: "m_", name: "malicious-site-protection_leave-site", platform: "linux"),
                    .init(prefix: "m_", name: "malicious-site-protection_leave-site", platform: "linux"),
                    .init(prefix: "m_", name: "other", frequency: "daily", platform: "ios_phone"),
                ])
            #expect(
                records[2].parameters == [
                    .init(name: "a", value: "1+1"), .init(name: "b", value: "<img src=x>"), .init(name: "c", value: ""),
                    .init(name: "d", value: "%FF"),
                ])
        }
    }

    @Test("A wide event is recorded under its type with its verdict, also if it is not JSON")
    func wideEvents() async throws {
        try await withServer(.init(definitions: Self.definitions)) { server in
            _ = try await server.request("/e", method: "POST", body: #"{"meta":{"type":"w","version":"1"}}"#)
            _ = try await server.request("/e", method: "POST", body: "nonsense")
            let records = try await records(server).records
            #expect(records.map(\.kind) == ["wideEvent", "wideEvent"])
            #expect(records.map(\.name) == ["w", "unknown wide event"])
            #expect(records.map(\.verdict) == ["undocumented", "failed"])
        }
    }

    @Test("Without definitions nothing is judged")
    func unjudged() async throws {
        try await withServer { server in
            _ = try await server.request("/t/m_x")
            #expect(try await records(server).records.map(\.verdict) == [nil])
            #expect(try await server.request("/api/inspector/definitions").body == "[]")
        }
    }

    @Test(
        "Records are selected by name, verdict, kind and id",
        arguments: [
            ("", [1, 2, 3]), ("after=1", [2, 3]), ("after=3", []), ("limit=2", [1, 2]),
            ("name=\(pixel)_linux", [1]), ("name=\(pixel)", [1, 2]), ("name=\(pixel)*", [1, 2]), ("name=m_x,m_y", [3]),
            ("name=m_", []), ("verdict=failed,undocumented", [2, 3]), ("verdict=passed&name=m_*", [1]),
            ("kind=pixel&after=2", [3]), ("kind=wideEvent", []),
        ] as [(String, [Int64])])
    func filter(query: String, expected: [Int64]) async throws {
        try await withServer(.init(definitions: Self.definitions)) { server in
            for target in ["\(Self.pixel)_linux?category=scam&appVersion=1.2.3", "\(Self.pixel)_macos", "m_x"] {
                _ = try await server.request("/t/\(target)")
            }
            let records = try await records(server, query)
            #expect(records.records.map(\.id) == expected)
            #expect(records.last == 3)
        }
    }

    @Test(
        "A query with a mistake is refused",
        arguments: [
            ("records?verdict=good", "verdict is 'good'. Use failed, oldVersion, passed, undocumented."),
            ("records?kind=x", "kind is 'x'. Use notSent, pixel, telemetry, wideEvent."),
            ("records?after=x", "after is 'x'. Use a number from 0 to more."),
            ("records?limit=0", "limit is '0'. Use a number from 1 to 100000."),
            ("wait?count=0", "count is '0'. Use a number from 1 to 100000."),
            ("wait?timeout=601", "timeout is '601'. Use a number from 0 to 600."),
        ])
    func mistakes(target: String, message: String) async throws {
        try await withServer { server in
            let reply = try await server.request("/api/\(target)")
            #expect(reply == Reply(status: 400, body: #"{"error":"\#(message)"}"#))
        }
    }

    @Test("A record is returned with its predecessor of the same name and the number of arrivals of the day")
    func detail() async throws {
        try await withServer { server in
            for target in ["m_x?a=1", "m_y", "m_x?a=2"] { _ = try await server.request("/t/\(target)") }
            let body = try await server.request("/api/records/3").body
            #expect(body.contains(#""previous":{"id":1,"#) && body.hasSuffix(#","today":2}"#))
            #expect(try await server.request("/api/records/1").body.contains(#""previous":null"#))
            #expect(try await server.request("/api/records/4").status == 404)
            #expect(try await server.request("/api/records/x").status == 404)
        }
    }

    // MARK: Waiting

    @Test("A wait returns as soon as enough records exist, earlier ones included")
    func wait() async throws {
        try await withServer { server in
            _ = try await server.request("/t/m_x")
            async let waiting = server.request("/api/wait?name=m_x&count=2&timeout=600")
            _ = try await server.request("/t/m_y")
            _ = try await server.request("/t/m_x?a=1")
            let reply = try await waiting
            #expect(reply.status == 200)
            #expect(try decode(reply).records.map(\.id) == [1, 3])
        }
    }

    @Test("A wait that times out returns 408 and the records that came instead")
    func waitTimeout() async throws {
        let clock = ManualClock()
        try await withServer(.init(clock: clock)) { server in
            _ = try await server.request("/t/m_y")
            async let waiting = server.request("/api/wait?name=m_x&timeout=5")
            await clock.waitForSleepers(1)
            clock.advance(by: .seconds(5))
            let reply = try await waiting
            #expect(reply.status == 408)
            let records = try decode(reply)
            #expect(records.error == "1 did not arrive in 5 s.")
            #expect(records.records.map(\.name) == ["m_y"])
        }
    }

    @Test("A wait ends when the server stops")
    func waitStopped() async throws {
        let server = try LocalServer.start()
        let connection = try RawConnection(port: server.port)
        try await connection.send("GET /api/wait?name=m_x&timeout=600 HTTP/1.1\r\nHost: localhost\r\n\r\n")
        _ = try await server.request("/t/m_y")
        await server.stop()
        let answer = try await connection.receiveAll()
        #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 "), "\(answer)")
    }

    @Test("DELETE removes all records, and ids continue")
    func delete() async throws {
        try await withServer { server in
            _ = try await server.request("/t/m_x")
            #expect(try await server.request("/api/records", method: "DELETE").status == 204)
            #expect(try await records(server).records.isEmpty)
            _ = try await server.request("/t/m_x")
            #expect(try await records(server).records.map(\.id) == [2])
        }
    }

    // MARK: Reports

    private static let report = """
        {"app":{"id":"a-1","name":"a"},"health":{"accounts":{"accepted":1}},"events":[
        {"name":"site.blocked","time":"2026-01-02T03:04:05.678Z","level":"info","attributes":{"kind":"scam"}},
        {"name":"pixels.suppressed","attributes":{"pixel":"m_x_daily","reason":"daily window"}}]}
        """

    @Test("A report adds its events, marks pixels that were not sent, and keeps the newest state of its app")
    func reports() async throws {
        try await withServer { server in
            for accepted in [1, 2] {
                let body = Self.report.replacing(#""accepted":1"#, with: #""accepted":\#(accepted)"#)
                #expect(try await server.request("/api/inspector/reports", method: "POST", body: body).status == 204)
            }
            let records = try await records(server).records
            #expect(records.map(\.kind) == ["telemetry", "notSent", "telemetry", "notSent"])
            #expect(records.map(\.name) == ["site.blocked", "m_x_daily", "site.blocked", "m_x_daily"])
            #expect(records.allSatisfy { $0.app == "a-1" })
            let apps = try await server.request("/api/inspector/apps").body
            #expect(apps.contains(#""accepted":2"#) && !apps.contains(#""accepted":1"#) && !apps.contains("events"))
        }
    }

    @Test("An invalid report is refused", arguments: ["", "[]", "{}", #"{"app":{}}"#, #"{"app":{"id":1}}"#])
    func badReports(body: String) async throws {
        try await withServer { server in
            #expect(try await server.request("/api/inspector/reports", method: "POST", body: body).status == 400)
            #expect(try await records(server).records.isEmpty)
        }
    }

    // MARK: Definitions

    @Test("A draft of an undocumented pixel passes validation once description and owner are filled in")
    func draft() async throws {
        try await withFolder { folder in
            let definitions = folder.appending(path: "definitions")
            try FileManager.default.copyItem(at: Self.definitions, to: definitions)
            try await withServer(.init(definitions: definitions)) { server in
                let target = "m_new_blue_daily_linux?draft=appVersion=1.0.0%26colour=%2522blue%2522%26category=scam"
                let reply = try await server.request("/api/inspector/definitions/\(target)")
                let object = try JSONDecoder().decode([String: String].self, from: Data(reply.body.utf8))
                let draft = try #require(object["draft"])
                let text = draft.replacing(#"description: "","#, with: #"description: "A test.","#)
                    .replacing(#"owners: [""]"#, with: #"owners: ["browser-team"]"#)
                try Data(text.utf8).write(to: definitions.appending(path: "pixels/definitions/new.json5"))
                let faults = DefinitionValidator(DefinitionFolder(reading: definitions)).faults()
                #expect(faults.map(\.description) == [])
                let checker = PixelChecker(DefinitionFolder(reading: definitions))
                let query = "appVersion=1.0.0&colour=%22blue%22&category=scam"
                #expect(checker.check(name: "m_new_blue_daily_linux", query: query) == .passed)
            }
        }
    }

    @Test("A changed definition is read again")
    func reload() async throws {
        try await withFolder { folder in
            let root = folder.appending(path: "definitions")
            try FileManager.default.copyItem(at: Self.definitions, to: root)
            let definitions = try Definitions(folder: root, interval: .zero)
            #expect(definitions.judge(pixel: "m_new", query: "").verdict == "undocumented")
            let text = #"{"m_new": {description: "d", owners: ["browser-team"], triggers: ["other"]}}"#
            try Data(text.utf8).write(to: root.appending(path: "pixels/definitions/new.json5"))
            #expect(definitions.judge(pixel: "m_new", query: "").verdict == "passed")
        }
    }

    @Test("A folder without definitions is refused")
    func noDefinitions() async throws {
        try await withFolder { folder in
            let error = #expect(throws: LocalServerError.self) {
                try LocalServer.start(.init(definitions: folder))
            }
            #expect(error?.description == "Cannot serve '\(folder.path)': It contains no definitions.")
        }
    }
}
