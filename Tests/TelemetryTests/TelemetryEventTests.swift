import Foundation
import Primitives
import Telemetry
import Testing

@Suite struct TelemetryEventTests {
    @Test("An event is a value: changing a copy leaves the original as it was")
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

    @Test("Levels are ordered by the attention they want")
    func levels() {
        #expect(TelemetryEvent.Level.allCases == TelemetryEvent.Level.allCases.sorted())
        #expect(TelemetryEvent.Level(rawValue: "notice") == .notice)
    }

    @Test(
        "Literals and numbers are public; texts known at run time are private",
        arguments: [
            ("literal" as Attribute, Attribute.Privacy.public), (1, .public), (1.5, .public), (true, .public),
            (.string("typed"), .private), (.integer(1), .public), (.number(1), .public), (.boolean(false), .public),
            (.duration(.seconds(1)), .public), (.string("chosen", privacy: .sensitive), .sensitive),
        ]
    )
    func privacy(attribute: Attribute, privacy: Attribute.Privacy) {
        #expect(attribute.privacy == privacy)
    }

    @Test("An error is kept as the domains and codes of its chain")
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

    @Test("A chain of errors is cut after ten")
    func longChain() {
        let error = (1..<20).reduce(NSError(domain: "d", code: 0)) { inner, code in
            NSError(domain: "d", code: code, userInfo: [NSUnderlyingErrorKey: inner])
        }
        #expect(ErrorChain(error).links.map(\.code) == Array((10...19).reversed()))
    }
}

private enum HiddenFailure: Error { case other, refused }
