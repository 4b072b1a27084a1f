import Common
import Testing

@Suite("EventMapping combinators") struct EventMappingCombinatorsTests {
    let mapped = Recorder<Mapped<Door>>()
    let outcomes = Recorder<Fault?>()

    /// A mapper that records what it is given and completes with `fault`.
    func recording(_ fault: Fault? = nil) -> EventMapping<Door> {
        EventMapping { [mapped] event, error, parameters, onComplete in
            mapped.append(Mapped(event, error, parameters))
            onComplete(fault)
        }
    }

    @Test("Combined mappers each receive the whole event, in the order given")
    func combinedOrder() {
        let steps = Recorder<String>()
        let mappers = ["a", "b", "c"].map { name in
            EventMapping<Door> { _, _, parameters, _ in steps.append("\(name) \(parameters ?? [:])") }
        }
        mappers[0].combined(mappers[1], mappers[2]).fire(.closed, parameters: ["room": "1"])
        #expect(steps.values == [#"a ["room": "1"]"#, #"b ["room": "1"]"#, #"c ["room": "1"]"#])
    }

    @Test(
        "Combined mappers that complete at once complete once, with the first error",
        arguments: [
            ([nil, nil, nil], nil),
            ([nil, Fault(id: 2), nil], Fault(id: 2)),
            ([nil, Fault(id: 2), Fault(id: 3)], Fault(id: 2)),
        ] as [([Fault?], Fault?)]
    )
    func combinedAtOnce(faults: [Fault?], expected: Fault?) {
        recording(faults[0]).combined(recording(faults[1]), recording(faults[2]))
            .fire(.closed, onComplete: outcomes.completion)
        #expect(outcomes.values == [expected])
    }

    @Test(
        "Combined mappers that complete late complete after the last, with the error that came first",
        arguments: [
            ([0, 1, 2], Fault(id: 0)),
            ([2, 1, 0], Fault(id: 2)),
            ([1, 2, 0], Fault(id: 2)),  // The second one completes without an error.
        ]
    )
    func combinedLate(order: [Int], expected: Fault) throws {
        let kept = Recorder<EventMapping<Door>.Completion>()
        let late = EventMapping<Door> { _, _, _, onComplete in kept.append(onComplete) }
        late.combined(late, late).fire(.closed, onComplete: outcomes.completion)
        try #require(kept.values.count == 3)
        for index in order {
            #expect(outcomes.values.isEmpty)
            kept.values[index](index == 1 ? nil : Fault(id: index))
        }
        #expect(outcomes.values == [expected])
    }

    @Test("A combined mapper that completes twice does not stand in for another")
    func combinedTwice() throws {
        let kept = Recorder<EventMapping<Door>.Completion>()
        let eager = EventMapping<Door> { _, _, _, onComplete in
            onComplete(nil)
            onComplete(nil)
        }
        let late = EventMapping<Door> { _, _, _, onComplete in kept.append(onComplete) }
        eager.combined(late).fire(.closed, onComplete: outcomes.completion)
        #expect(outcomes.values.isEmpty)
        let onComplete = try #require(kept.values.first)
        onComplete(nil)
        #expect(outcomes.values == [nil])
    }

    @Test("A combined mapper that never completes does not hold up the others")
    func combinedNever() {
        let forgetful = EventMapping<Door> { _, _, _, _ in }
        forgetful.combined(recording(Fault(id: 1)), forgetful).fire(.closed, onComplete: outcomes.completion)
        #expect(outcomes.values == [Fault(id: 1)])
    }

    @Test("Combined mappers that complete from eight threads at once complete once, with one of their errors")
    func combinedContended() {
        let kept = Recorder<EventMapping<Door>.Completion>()
        let late = EventMapping<Door> { _, _, _, onComplete in kept.append(onComplete) }
        let combined = late.combined(late, late, late, late, late, late, late)
        for round in 0..<100 {
            combined.fire(.closed, onComplete: outcomes.completion)
            let completions = kept.values.suffix(8)
            race(8) { completions[completions.startIndex + $0](Fault(id: $0)) }
            #expect(outcomes.values.count == round + 1)
        }
        #expect(outcomes.values.allSatisfy { $0 != nil })
    }

    @Test("A pullback turns the event and hands on everything else")
    func pullback() {
        let mapper = recording(Fault(id: 9)).pullback { (name: String) in Door.opened(by: name) }
        mapper.fire("cat", error: Fault(id: 1), parameters: ["room": "attic"], onComplete: outcomes.completion)
        #expect(mapped.values == [Mapped(.opened(by: "cat"), Fault(id: 1), ["room": "attic"])])
        #expect(outcomes.values == [Fault(id: 9)])
    }

    @Test("A filter hands on what it includes and completes the rest with nil")
    func filter() {
        let mapper = recording(Fault(id: 9)).filter { $0 == .closed }
        mapper.fire(.opened(by: "cat"), error: Fault(id: 1), onComplete: outcomes.completion)
        mapper.fire(.closed, error: Fault(id: 2), parameters: ["room": "attic"], onComplete: outcomes.completion)
        #expect(mapped.values == [Mapped(.closed, Fault(id: 2), ["room": "attic"])])
        #expect(outcomes.values == [nil, Fault(id: 9)])
    }

    @Test("Combinators reach the override of a subclass, and complete once when it is careless")
    func careless() {
        final class Careless: EventMapping<Door>, @unchecked Sendable {  // It stores nothing.
            override func map(
                _ event: Door,
                error: (any Error)?,
                parameters: [String: String]?,
                onComplete: @escaping Completion
            ) {
                if event == .closed { return }
                onComplete(Fault(id: 1))
                onComplete(Fault(id: 2))
            }
        }
        let mapper = Careless().filter { _ in true }.pullback { (door: Door) in door }
        mapper.fire(.closed, onComplete: outcomes.completion)
        mapper.fire(.opened(by: "cat"), onComplete: outcomes.completion)
        #expect(outcomes.values == [nil, Fault(id: 1)])
    }
}
