/// Keeps flows between their steps, and sends each one's event at its end.
///
/// Calls return at once, from any thread, and take effect in the order in which they were made; each tells its
/// ``WideEventOutcome`` once it is committed. There are two primitives: a flow is started, and a flow is changed. A change
/// is atomic against all others, and finds no flow when the flow has ended: nothing ends twice and nothing comes back.
public protocol WideEventManaging: Sendable {
    /// What the intervals of flows are measured with.
    var clock: IntervalClock { get }

    /// Stores a new flow, if it is among those measured.
    ///
    /// - Parameters:
    ///   - flow: The flow; its id tells it from others.
    ///   - onComplete: Receives ``WideEventOutcome/started``, `notSampled`, `alreadyStarted`, `denied` or `failed`, on a
    ///     thread of the store's.
    func startFlow<Flow: WideEventData>(_ flow: Flow, onComplete: (@Sendable (WideEventOutcome) -> Void)?)

    /// Changes a flow and decides what becomes of it.
    ///
    /// - Parameters:
    ///   - id: The flow's.
    ///   - onComplete: Receives ``WideEventOutcome/updated``, `completed`, `discarded`, `noFlow` or `failed`.
    ///   - change: Called at most once, inside the transaction, with the flow as stored. It must be quick and pure.
    func changeFlow<Flow: WideEventData>(
        _ id: WideEventFlowID<Flow>, onComplete: (@Sendable (WideEventOutcome) -> Void)?,
        _ change: @escaping @Sendable (inout Flow) -> WideEventDecision)

    /// Changes every pending flow of a kind and of this owner, the oldest first, in one transaction.
    ///
    /// - Parameters:
    ///   - kind: The type of the flows' data.
    ///   - onComplete: Receives an outcome for each flow.
    ///   - change: Called once a flow.
    func changeFlows<Flow: WideEventData>(
        of kind: Flow.Type, onComplete: (@Sendable ([WideEventOutcome]) -> Void)?,
        _ change: @escaping @Sendable (inout Flow) -> WideEventDecision)

    /// The pending flows of a kind and of this owner, the oldest first; earlier calls are waited for.
    func pendingFlows<Flow: WideEventData>(of kind: Flow.Type) async -> [Flow]

    /// Looks at the flows that earlier sessions of this owner left pending, and ends those whose
    /// ``WideEventData/completionDecision(for:at:)`` says so. Flows of a session that still runs are left alone.
    ///
    /// - Returns: What became of each. Empty when ``WideEventTrigger/appLaunch`` was handled before in this session.
    @discardableResult
    func resumePendingFlows(trigger: WideEventTrigger) async -> [WideEventOutcome]
}

extension WideEventManaging {
    /// Stores a new flow, if it is among those measured.
    public func startFlow(_ flow: some WideEventData) { startFlow(flow, onComplete: nil) }

    /// Changes a flow and decides what becomes of it: the way to end it with a last change.
    ///
    /// - Parameters:
    ///   - id: The flow's.
    ///   - change: Called at most once, inside the transaction. It must be quick and pure.
    public func changeFlow<Flow: WideEventData>(
        _ id: WideEventFlowID<Flow>, _ change: @escaping @Sendable (inout Flow) -> WideEventDecision
    ) {
        changeFlow(id, onComplete: nil, change)
    }

    /// Replaces the data of a flow by `flow`, as a whole: changes by id that happened since it was read are lost.
    public func updateFlow<Flow: WideEventData>(
        _ flow: Flow, onComplete: (@Sendable (WideEventOutcome) -> Void)? = nil
    ) {
        updateFlow(flow.flowID, onComplete: onComplete) { $0 = flow }
    }

    /// Changes the data of a flow.
    public func updateFlow<Flow: WideEventData>(
        _ id: WideEventFlowID<Flow>, onComplete: (@Sendable (WideEventOutcome) -> Void)? = nil,
        _ change: @escaping @Sendable (inout Flow) -> Void
    ) {
        changeFlow(id, onComplete: onComplete) { flow in
            change(&flow)
            return .keepPending
        }
    }

    /// Ends a flow with the data in `flow` and queues its event.
    public func completeFlow<Flow: WideEventData>(
        _ flow: Flow, status: WideEventStatus, onComplete: (@Sendable (WideEventOutcome) -> Void)? = nil
    ) {
        changeFlow(flow.flowID, onComplete: onComplete) {
            $0 = flow
            return .complete(status)
        }
    }

    /// Ends a flow and queues its event.
    public func completeFlow<Flow: WideEventData>(
        _ id: WideEventFlowID<Flow>, status: WideEventStatus, onComplete: (@Sendable (WideEventOutcome) -> Void)? = nil
    ) {
        changeFlow(id, onComplete: onComplete) { _ in .complete(status) }
    }

    /// Ends a flow and sends nothing.
    public func discardFlow(
        _ flow: some WideEventData, onComplete: (@Sendable (WideEventOutcome) -> Void)? = nil
    ) {
        discardFlow(flow.flowID, onComplete: onComplete)
    }

    /// Ends a flow and sends nothing.
    public func discardFlow<Flow: WideEventData>(
        _ id: WideEventFlowID<Flow>, onComplete: (@Sendable (WideEventOutcome) -> Void)? = nil
    ) {
        changeFlow(id, onComplete: onComplete) { _ in .discard }
    }
}

extension WideEventManaging {
    /// Starts a flow, runs `body`, and ends the flow on every way out: as success when `body` returns, as cancelled when
    /// it throws `CancellationError` or its task was cancelled, otherwise as failure with the error.
    ///
    /// A body that ends its flow itself has decided.
    public func withWideEvent<Flow: WideEventData, Result>(
        _ flow: Flow, _ body: (WideEventFlowID<Flow>) async throws -> Result
    ) async rethrows -> Result {
        startFlow(flow)
        do {
            let result = try await body(flow.flowID)
            completeFlow(flow.flowID, status: .success)
            return result
        } catch {
            let errorData = WideEventErrorData(error)
            let isCancelled = error is CancellationError || Task.isCancelled
            changeFlow(flow.flowID) { flow in
                if !isCancelled { flow.errorData = errorData }
                return .complete(isCancelled ? .cancelled : .failure)
            }
            throw error
        }
    }
}
