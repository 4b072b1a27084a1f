import Foundation
public import WideEvent

/// Flows in memory, for the tests of a feature. It keeps every call that had an effect, in order.
///
/// ```text
/// let wideEvents = CapturingWideEvents()
/// SetUp(wideEvents: wideEvents).run()
/// #expect(wideEvents.words == ["start set-up", "complete set-up SUCCESS"])
/// ```
///
/// Calls take effect and complete before they return. Sampling leaves no flow out.
public final class CapturingWideEvents: WideEventManaging {
    /// One effect, with the flow's data after it.
    public enum Effect: Sendable {
        /// The flow was started.
        case started(any WideEventData)
        /// The flow was changed and has not ended.
        case updated(any WideEventData)
        /// The flow ended and its event was queued.
        case completed(any WideEventData, WideEventStatus)
        /// The flow ended and nothing is sent.
        case discarded(any WideEventData)

        /// The effect as text: `complete set-up SUCCESS`, `complete set-up UNKNOWN partial_data`.
        public var word: String {
            switch self {
            case .started(let flow): "start \(type(of: flow).metadata.name)"
            case .updated(let flow): "update \(type(of: flow).metadata.name)"
            case .completed(let flow, let status):
                (["complete", type(of: flow).metadata.name, status.word] + (status.reason.map { [$0] } ?? []))
                    .joined(separator: " ")
            case .discarded(let flow): "discard \(type(of: flow).metadata.name)"
            }
        }
    }

    fileprivate struct State {
        var flows: [any WideEventData] = []
        var effects: [Effect] = []
    }

    /// The clock of the flows' intervals.
    public let clock: IntervalClock
    private let state = Locked(State())

    /// Creates an empty list.
    ///
    /// - Parameter clock: The clock of intervals. By default it stands still, and every interval takes no time.
    public init(clock: IntervalClock? = nil) { self.clock = clock ?? .standingStill }

    /// Every effect in order.
    public var effects: [Effect] { state.withLock { $0.effects } }
    /// Every effect in order, as text.
    public var words: [String] { effects.map(\.word) }
    /// The flows that have not ended, oldest first.
    public var pending: [any WideEventData] { state.withLock { $0.flows } }

    /// Removes the effects and keeps the flows.
    public func reset() { state.withLock { $0.effects = [] } }

    /// Keeps the flow.
    public func startFlow<Flow: WideEventData>(_ flow: Flow, onComplete: (@Sendable (WideEventOutcome) -> Void)?) {
        let outcome: WideEventOutcome = state.withLock { state in
            guard state.index(of: flow.flowID) == nil else { return .alreadyStarted }
            state.flows.append(flow)
            state.effects.append(.started(flow))
            return .started
        }
        onComplete?(outcome)
    }

    /// Changes the flow.
    public func changeFlow<Flow: WideEventData>(
        _ id: WideEventFlowID<Flow>, onComplete: (@Sendable (WideEventOutcome) -> Void)?,
        _ change: @escaping @Sendable (inout Flow) -> WideEventDecision
    ) {
        let outcome = state.withLock { $0.change(id, change) }
        onComplete?(outcome)
    }

    /// Changes the flows of a kind.
    public func changeFlows<Flow: WideEventData>(
        of kind: Flow.Type, onComplete: (@Sendable ([WideEventOutcome]) -> Void)?,
        _ change: @escaping @Sendable (inout Flow) -> WideEventDecision
    ) {
        let outcomes = state.withLock { state in
            state.flows.compactMap { ($0 as? Flow)?.flowID }.map { state.change($0, change) }
        }
        onComplete?(outcomes)
    }

    /// Returns the flows of a kind that have not ended.
    public func pendingFlows<Flow: WideEventData>(of kind: Flow.Type) async -> [Flow] {
        pending.compactMap { $0 as? Flow }
    }

    /// Does nothing, because there is no earlier session.
    @discardableResult
    public func resumePendingFlows(trigger: WideEventTrigger) async -> [WideEventOutcome] { [] }
}

extension CapturingWideEvents.State {
    fileprivate func index<Flow: WideEventData>(of id: WideEventFlowID<Flow>) -> Int? {
        flows.firstIndex { ($0 as? Flow)?.flowID == id }
    }

    fileprivate mutating func change<Flow: WideEventData>(
        _ id: WideEventFlowID<Flow>, _ change: (inout Flow) -> WideEventDecision
    ) -> WideEventOutcome {
        guard let index = index(of: id), var flow = flows[index] as? Flow else { return .noFlow }
        let before = json(flow)
        switch change(&flow) {
        case .keepPending:
            flows[index] = flow
            if json(flow) != before { effects.append(.updated(flow)) }
            return .updated
        case .complete(let status):
            flows.remove(at: index)
            effects.append(.completed(flow, status))
            return .completed(status)
        case .discard:
            flows.remove(at: index)
            effects.append(.discarded(flow))
            return .discarded
        }
    }

    private func json(_ flow: some WideEventData) -> Data? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try? encoder.encode(flow)
    }
}
