import Foundation
import Primitives
import Telemetry
import TelemetryTesting
import Testing

@Suite struct TelemetryEventTests {
    @Test("Changing a copy of an event does not change the original")
    func value() {
        let original = TelemetryEvent("a", category: "b", level: .error, attributes: ["n": 1], error: Fault())
        var copy = original
        #expect(copy == original && copy.hashValue == original.hashValue)
        copy.name = "z"
        copy.category = "y"
        copy.level = .debug
        copy.attributes["n"] = 2
        copy.error = nil
        copy = copy.inFlow("f").at(Date(timeIntervalSince1970: 5))

        #expect(original.name == "a" && original.category == "b" && original.level == .error)
        #expect(original.attributes == ["n": 1] && original.error == ErrorChain(Fault()))
        #expect(original.flowID == nil && original.timestamp == nil)
        #expect(copy.name == "z" && copy.category == "y" && copy.level == .debug && copy.attributes == ["n": 2])
        #expect(copy.error == nil && copy.flowID == "f" && copy.timestamp == Date(timeIntervalSince1970: 5))
        #expect(copy != original)
    }

    @Test("Levels are ordered by severity")
    func levels() {
        #expect(TelemetryEvent.Level.allCases == TelemetryEvent.Level.allCases.sorted())
        #expect(TelemetryEvent.Level(rawValue: "notice") == .notice)
    }

    @Test(
        "Literals and numbers are public by default, other texts are private",
        arguments: [
            ("literal" as Attribute, Attribute.Privacy.public), (1, .public), (1.5, .public), (true, .public),
            (.string("typed"), .private), (.int(1), .public), (.double(1), .public), (.bool(false), .public),
            (.duration(.seconds(1)), .public), (.string("chosen", privacy: .sensitive), .sensitive),
        ]
    )
    func privacy(attribute: Attribute, privacy: Attribute.Privacy) {
        #expect(attribute.privacy == privacy)
    }

    private static let full = TelemetryEvent(
        "site.blocked", category: "protection", level: .notice,
        attributes: [
            "host": .string("evil.example"), "token": .string("x", privacy: .sensitive), "hits": 3, "ratio": 0.5,
            "main": true, "took": .duration(.milliseconds(1_500)), "least": .int(.min), "exact": .double(0.1),
        ],
        error: NSError(domain: "Store", code: 3)
    ).at(Date(timeIntervalSince1970: 1_000_000_000.25)).inFlow("f-1")

    @Test("An encoded event decodes to an equal event", arguments: [full, TelemetryEvent("bare"), TelemetryEvent("")])
    func roundTrip(event: TelemetryEvent) throws {
        let data = try JSONEncoder().encode(event)
        #expect(try JSONDecoder().decode(TelemetryEvent.self, from: data) == event)
    }

    @Test("An event is encoded as one object with typed attributes")
    func encoding() throws {
        let event = TelemetryEvent(
            "a", attributes: ["n": 1, "t": .duration(.seconds(2))], error: HiddenFailure.refused)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let data = try encoder.encode(event)
        #expect(
            String(decoding: data, as: UTF8.self) == """
                {"attributes":{"n":{"privacy":"public","value":{"int":1}},\
                "t":{"privacy":"public","value":{"duration":[0,2000000000000000000]}}},"category":"app",\
                "error":[{"code":1,"domain":"TelemetryTests.HiddenFailure"}],"level":"info","name":"a"}
                """
        )
    }

    @Test("Not-a-number and infinities survive encoding", arguments: [Double.nan, .infinity, -.infinity])
    func nonFiniteNumber(number: Double) throws {
        let event = TelemetryEvent("a", attributes: ["n": .double(number)])
        let copy = try JSONDecoder().decode(TelemetryEvent.self, from: try JSONEncoder().encode(event))
        #expect(copy.attributes["n"]?.value.description == "\(number)")
    }

    @Test("An event decodes from its name alone")
    func name() throws {
        #expect(try JSONDecoder().decode(TelemetryEvent.self, from: Data(#"{"name":"a"}"#.utf8)) == TelemetryEvent("a"))
    }

    @Test(
        "An attribute without exactly one known type, or with another value than its type, does not decode",
        arguments: [
            #"{}"#, #"{"int":1,"bool":true}"#, #"{"text":"a"}"#, #"{"int":"1"}"#, #"{"double":"one"}"#,
            #"{"duration":2}"#,
        ]
    )
    func invalidAttribute(value: String) {
        let json = Data(#"{"name":"a","attributes":{"n":{"value":\#(value),"privacy":"public"}}}"#.utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(TelemetryEvent.self, from: json) }
    }

    @Test("A failed test prints an event as one line with private attributes")
    func testDescription() {
        let event = TelemetryEvent(
            "site.blocked", category: "protection", attributes: ["host": .string("evil.example")])
        #expect(String(describingForTest: event) == "info   [protection] site.blocked host=evil.example")
    }

    @Test("An error chain contains domains and codes, and no texts")
    func errorChain() {
        let posix = NSError(domain: NSPOSIXErrorDomain, code: 28)
        let outer = NSError(
            domain: "Store",
            code: 3,
            userInfo: [NSUnderlyingErrorKey: posix, NSLocalizedDescriptionKey: "secret"]
        )
        let chain = ErrorChain(outer)
        #expect(chain.links == [.init(domain: "Store", code: 3), .init(domain: NSPOSIXErrorDomain, code: 28)])
        #expect(chain.description == "Store(3) < NSPOSIXErrorDomain(28)")
    }

    @Test("The domain of a private error type contains no address that changes at each launch")
    func privateErrorType() {
        let event = TelemetryEvent("a", error: HiddenFailure.refused)
        #expect(event.error?.links == [.init(domain: "TelemetryTests.HiddenFailure", code: 1)])
    }

    @Test("An error chain is cut after ten errors")
    func longChain() {
        let error = (1..<20).reduce(NSError(domain: "d", code: 0)) { inner, code in
            NSError(domain: "d", code: code, userInfo: [NSUnderlyingErrorKey: inner])
        }
        #expect(ErrorChain(error).links.map(\.code) == Array((10...19).reversed()))
    }
}

private enum HiddenFailure: Error { case other, refused }
