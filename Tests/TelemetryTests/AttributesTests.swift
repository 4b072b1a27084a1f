import Telemetry
import Testing

@Suite struct AttributesTests {
    @Test("Of several details of one name in a literal the last counts")
    func literal() {
        let attributes: Attributes = ["a": 1, "b": 2, "a": 3, "c": 4, "b": 5]
        #expect(attributes.byName == ["a": 3, "b": 5, "c": 4])
        #expect(([:] as Attributes).byName == [:])
    }

    @Test("A detail is looked up, replaced, added and removed by its name")
    func access() {
        var attributes: Attributes = ["a": 1, "b": "two"]
        #expect(attributes["b"] == "two" && attributes["c"] == nil)
        attributes["b"] = 2
        attributes["c"] = 3
        attributes["a"] = nil
        attributes["x"] = nil
        #expect(attributes == ["b": 2, "c": 3])
    }

    @Test("The order has no meaning: not for equality, not for the hash")
    func order() {
        let first: Attributes = ["a": 1, "b": 2]
        let second: Attributes = ["b": 2, "a": 1]
        #expect(first == second && first.hashValue == second.hashValue)
        #expect(first == Attributes(["b": 2, "a": 1]))
        #expect(first != ["a": 1, "b": 3] && first != ["a": 1])
    }
}
