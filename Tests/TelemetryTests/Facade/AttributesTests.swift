import Telemetry
import Testing

@Suite struct AttributesTests {
    @Test("If a name occurs several times in a literal, its last value is used")
    func literal() {
        let attributes: Attributes = ["a": 1, "b": 2, "a": 3, "c": 4, "b": 5]
        #expect(attributes.byName == ["a": 3, "b": 5, "c": 4])
        #expect(([:] as Attributes).byName == [:])
    }

    @Test("An attribute is read, replaced, added and removed by its name")
    func access() {
        var attributes: Attributes = ["a": 1, "b": "two"]
        #expect(attributes["b"] == "two" && attributes["c"] == nil)
        attributes["b"] = 2
        attributes["c"] = 3
        attributes["a"] = nil
        attributes["x"] = nil
        #expect(attributes == ["b": 2, "c": 3])
    }

    @Test("Attributes in another order are equal and have the same hash")
    func order() {
        let first: Attributes = ["a": 1, "b": 2]
        let second: Attributes = ["b": 2, "a": 1]
        #expect(first == second && first.hashValue == second.hashValue)
        #expect(first == Attributes(["b": 2, "a": 1]))
        #expect(first != ["a": 1, "b": 3] && first != ["a": 1])
    }
}
