import Common
import Foundation
import Testing

@Suite struct EventMappingTests {
    let mapped = Recorder<Mapped<Door>>()
    let outcomes = Recorder<Fault?>()

    @Test("A closure receives the event, its error and its parameters")
    func closure() {
        let mapper = EventMapping<Door> { [mapped] event, error, params, onComplete in
            mapped.append(Mapped(event, error, params))
            onComplete(nil)
        }
        mapper.fire(.closed)
        mapper.fire(.opened(by: "cat"), error: Fault(id: 1), parameters: ["room": "attic"])
        #expect(mapped.values == [Mapped(.closed), Mapped(.opened(by: "cat"), Fault(id: 1), ["room": "attic"])])
    }

    @Test(
        "A subclass maps events, whether it passes a closure on or overrides `map`",
        arguments: [ClosureMapper.init, FamiliarMapper.init, OverridingMapper.init] as [MapperFactory]
    )
    func subclass(make: MapperFactory) {
        make(mapped).fire(.closed, error: Fault(id: 1), parameters: ["room": "attic"], onComplete: outcomes.completion)
        #expect(mapped.values == [Mapped(.closed, Fault(id: 1), ["room": "attic"])])
        #expect(outcomes.values == [Fault(id: 1)])
    }

    @Test("A mapper without a closure accepts every event", arguments: [EventMapping<Door>(), .noOp])
    func accepting(mapper: EventMapping<Door>) {
        mapper.fire(.closed, error: Fault(id: 1), onComplete: outcomes.completion)
        #expect(outcomes.values == [nil])
    }

    @Test(
        "The error a mapper completes with reaches the caller, and so does its absence",
        arguments: [nil, Fault(id: 7)]
    )
    func outcome(fault: Fault?) {
        EventMapping<Door> { _, _, _, onComplete in onComplete(fault) }.fire(.closed, onComplete: outcomes.completion)
        #expect(outcomes.values == [fault])
    }

    @Test("Of two completions the first counts")
    func twice() {
        let mapper = EventMapping<Door> { _, _, _, onComplete in
            onComplete(Fault(id: 1))
            onComplete(Fault(id: 2))
        }
        mapper.fire(.closed, onComplete: outcomes.completion)
        #expect(outcomes.values == [Fault(id: 1)])
    }

    @Test("A mapper that never completes does so with nil after it has returned")
    func never() {
        let steps = Recorder<String>()
        EventMapping<Door> { _, _, _, _ in steps.append("mapped") }.fire(.closed) {
            steps.append("completed: \($0 as Any)")
        }
        #expect(steps.values == ["mapped", "completed: nil"])
    }

    @Test("A completion that was kept arrives when it is called, once")
    func late() throws {
        let kept = Recorder<EventMapping<Door>.Completion>()
        EventMapping<Door> { _, _, _, onComplete in kept.append(onComplete) }
            .fire(.closed, onComplete: outcomes.completion)
        #expect(outcomes.values.isEmpty)
        let onComplete = try #require(kept.values.first)
        onComplete(Fault(id: 1))
        onComplete(nil)
        #expect(outcomes.values == [Fault(id: 1)])
    }

    @Test("A completion that was kept and dropped uncalled arrives as nil when it is dropped")
    func dropped() {
        var kept: Recorder<EventMapping<Door>.Completion>? = Recorder()
        EventMapping<Door> { [weak kept] _, _, _, onComplete in kept?.append(onComplete) }
            .fire(.closed, onComplete: outcomes.completion)
        #expect(outcomes.values.isEmpty)
        kept = nil
        #expect(outcomes.values == [nil])
    }

    @Test("A fire without a completion asks nothing of its mapper")
    func fireAndForget() throws {
        let kept = Recorder<EventMapping<Door>.Completion>()
        EventMapping<Door> { _, _, _, onComplete in kept.append(onComplete) }.fire(.closed)
        let onComplete = try #require(kept.values.first)
        onComplete(Fault(id: 1))
    }

    @Test("Mapping is over when `fire` returns, on the caller's thread, in the caller's order")
    func synchronous() {
        let threads = Recorder<ObjectIdentifier>()
        let mapper = EventMapping<Door> { [mapped] event, _, _, _ in
            mapped.append(Mapped(event))
            threads.append(currentThread())
        }
        let doors = (0..<100).map { Door.opened(by: "\($0)") }
        for door in doors { mapper.fire(door) }
        #expect(mapped.values == doors.map { Mapped($0) })
        #expect(Set(threads.values) == [currentThread()])
    }

    @Test("An event need not be Sendable")
    func nonSendableEvent() {
        final class Page { var visits = 0 }
        let page = Page()
        let mapper = EventMapping<Page> { page, _, _, onComplete in
            page.visits += 1
            onComplete(nil)
        }
        mapper.fire(page)
        mapper.fire(page)
        #expect(page.visits == 2)
    }

    @Test("Eight threads that complete one event at once make one completion")
    func contendedCompletion() {
        let mapper = EventMapping<Door> { _, _, _, onComplete in
            race(8) { onComplete(Fault(id: $0)) }
        }
        for _ in 0..<100 { mapper.fire(.closed, onComplete: outcomes.completion) }
        #expect(outcomes.values.count == 100)
        #expect(outcomes.values.allSatisfy { $0 != nil })
    }

    @Test("Eight threads that fire into one mapper lose nothing, and each keeps its order")
    func contendedFire() {
        let mapper = EventMapping<Int> { [mapped] event, _, _, onComplete in
            mapped.append(Mapped(.opened(by: "\(event)")))
            onComplete(Fault(id: event))
        }
        race(8) { [outcomes] thread in
            for index in 0..<100 { mapper.fire(thread * 100 + index, onComplete: outcomes.completion) }
        }
        let faults = outcomes.values.compactMap(\.?.id)
        #expect(faults.sorted() == Array(0..<800))
        for thread in 0..<8 { #expect(faults.filter { $0 / 100 == thread }.map { $0 % 100 } == Array(0..<100)) }
        #expect(mapped.values.count == 800)
    }
}

@Suite("EventMapping.fireAndWait") struct EventMappingFireAndWaitTests {
    @Test("It returns what the mapper completed with, from another thread too", arguments: [nil, Fault(id: 3)])
    func late(fault: Fault?) async {
        let mapper = EventMapping<Door> { _, _, _, onComplete in
            Thread.detachNewThread { onComplete(fault) }
        }
        #expect(await mapper.fireAndWait(.closed) as? Fault == fault)
    }

    @Test("It returns when the mapper forgets to complete, or completes twice")
    func careless() async {
        let forgetful = EventMapping<Door> { _, _, _, _ in }
        #expect(await forgetful.fireAndWait(.closed) == nil)
        let eager = EventMapping<Door> { _, error, _, onComplete in
            onComplete(error)
            onComplete(nil)
        }
        #expect(await eager.fireAndWait(.closed, error: Fault(id: 1)) as? Fault == Fault(id: 1))
    }

    @Test("Mapping happens on the caller's actor before anything else, in the caller's order") @MainActor
    func callersActor() async {
        let mapped = Recorder<String>()
        let threads = Recorder<ObjectIdentifier>()
        let mapper = EventMapping<String> { event, _, parameters, onComplete in
            mapped.append("\(event) \(parameters ?? [:])")
            threads.append(currentThread())
            onComplete(nil)
        }
        var callers = [currentThread()]
        _ = await mapper.fireAndWait("first", parameters: ["a": "1"])
        callers.append(currentThread())
        mapper.fire("second")
        callers.append(currentThread())
        _ = await mapper.fireAndWait("third")
        #expect(mapped.values == [#"first ["a": "1"]"#, "second [:]", "third [:]"])
        #expect(threads.values == callers)
    }

    @Test("An event that is not Sendable stays with its caller")
    func nonSendableEvent() async {
        final class Page { var visits = 0 }
        let page = Page()
        let mapper = EventMapping<Page> { page, _, _, _ in page.visits += 1 }
        _ = await mapper.fireAndWait(page)
        #expect(page.visits == 1)
    }
}

typealias MapperFactory = @Sendable (Recorder<Mapped<Door>>) -> EventMapping<Door>

/// A mapper written as a subclass around a closure.
private final class ClosureMapper: EventMapping<Door>, @unchecked Sendable {  // It stores nothing.
    init(mapped: Recorder<Mapped<Door>>) {
        super.init { event, error, params, onComplete in
            mapped.append(Mapped(event, error, params))
            onComplete(error)
        }
    }
}

/// A mapper in the shape of a code base whose `EventMapping` has a designated initialiser to be overridden.
private final class FamiliarMapper: EventMapping<Door>, @unchecked Sendable {  // It stores nothing.
    convenience init(mapped: Recorder<Mapped<Door>>) {
        self.init { event, error, params, onComplete in
            mapped.append(Mapped(event, error, params))
            onComplete(error)
        }
    }

    override init(mapping: @escaping EventMapping<Door>.Mapping) { super.init(mapping: mapping) }
}

/// A mapper written as an override, with a collaborator of its own.
private final class OverridingMapper: EventMapping<Door>, @unchecked Sendable {  // Only `let`s of Sendable types.
    private let mapped: Recorder<Mapped<Door>>

    init(mapped: Recorder<Mapped<Door>>) {
        self.mapped = mapped
        super.init()
    }

    override func map(
        _ event: Door,
        error: (any Error)?,
        parameters: [String: String]?,
        onComplete: @escaping Completion
    ) {
        mapped.append(Mapped(event, error, parameters))
        onComplete(error)
    }
}
