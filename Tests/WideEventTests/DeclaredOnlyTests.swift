import Foundation
import PixelKitTesting
import Testing
import WideEvent

@Suite("Only what is declared travels")
struct DeclaredOnlyTests {
    private let runs = Runs()

    @Test("A flow of a kind that the app does not name is not started")
    func unknownKind() async {
        let wideEvents = runs.launch("first")
        #expect(await wideEvents.start(UndeclaredData()) == .failed(.undeclared("undeclared")))
        #expect(runs.failures.events == [.startFailed(name: "undeclared", .undeclared("undeclared"))])
        #expect(await wideEvents.pendingFlows(of: UndeclaredData.self).isEmpty)
    }

    @Test("A payload outside of its definition is set aside and counted; the next one travels, as the first of its day")
    func refused() async throws {
        let wideEvents = runs.launch("first")
        let flow = SetUpData(steps: 1001)
        _ = await wideEvents.start(flow)
        let failure = WideEventFailure.undeclared("feature.data.ext.steps")
        #expect(await wideEvents.complete(flow.flowID) == .failed(failure))
        #expect(runs.failures.events == [.completionFailed(name: "set-up", failure)])
        #expect(try await runs.accounts() == Accounts(accepted: 1, dropped: [.undeclared: 1]))
        #expect(try await wideEvents.setAsideCount() == 1)
        let next = SetUpData(steps: 1000)
        _ = await wideEvents.start(next)
        #expect(await wideEvents.complete(next.flowID) == .completed(.success))
        #expect(try await runs.bodies().first?.contains("is_first_daily_occurrence") == true)
    }

    @Test("A context is checked too: what a page calls itself cannot be anything")
    func context() async {
        let wideEvents = runs.launch("first")
        let flow = SetUpData(contextData: WideEventContextData(name: "a@b.example"))
        _ = await wideEvents.start(flow)
        #expect(await wideEvents.complete(flow.flowID) == .failed(.undeclared("context.name")))
    }
}

@Suite struct WideEventSchemaTests {
    private static let schema = WideEventSchema(
        json: #"""
            {"type":"object","required":["meta"],"properties":{
                "meta":{"type":"object","properties":{"type":{"type":"string","enum":["a"]}},"required":["type"]},
                "text":{"type":"string","pattern":"b+"},"count":{"type":"integer","enum":[1,5]},
                "share":{"type":"number","minimum":0,"maximum":1},"is":{"type":"boolean"},
                "list":{"type":"array","items":{"type":"string","enum":["x"]}},"any":{"type":"object"}}}
            """#)

    @Test(
        "A payload is as declared",
        arguments: [
            "", #","text":"abba""#, #","count":5"#, #","share":0.5,"is":true"#, #","list":[]"#,
            #","list":["x","x"]"#, #","any":{}"#,
        ])
    func declared(rest: String) {
        #expect(Self.schema.fault(in: Data(#"{"meta":{"type":"a"}\#(rest)}"#.utf8)) == nil)
    }

    @Test(
        "A fault is named by its place",
        arguments: [
            (#""text":"ac""#, "text"), (#""text":1"#, "text"), (#""count":2"#, "count"), (#""count":1.5"#, "count"),
            (#""share":1.01"#, "share"), (#""is":1"#, "is"), (#""is":null"#, "is"), (#""list":["y"]"#, "list"),
            (#""list":"x""#, "list"), (#""other":1"#, "other"), (#""any":{"x":1}"#, "any.x"),
        ])
    func undeclared(rest: String, place: String) {
        #expect(Self.schema.fault(in: Data(#"{"meta":{"type":"a"},\#(rest)}"#.utf8)) == place)
    }

    @Test(
        "What is demanded and missing is a fault too",
        arguments: [("{}", "meta"), (#"{"meta":{}}"#, "meta.type"), ("[]", ""), ("", ""), ("1", "")])
    func missing(payload: String, place: String) {
        #expect(Self.schema.fault(in: Data(payload.utf8)) == place)
    }

    @Test("A schema that cannot be read allows nothing", arguments: ["", "{}", #"{"type":"strange"}"#])
    func unreadable(json: String) {
        #expect(WideEventSchema(json: json).fault(in: Data("{}".utf8)) == "")
    }
}
