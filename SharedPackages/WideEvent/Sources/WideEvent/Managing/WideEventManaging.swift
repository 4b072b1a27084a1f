/// Keeps flows between their steps, and sends the event of each at its end.
///
/// Calls return at once and can come from any thread. They take effect in the order of the calls, and each reports its
/// ``WideEventOutcome`` after the commit. Changes are atomic. A change of a flow that has ended finds no flow, so a flow
/// ends once.
///
/// ```swift
/// func measure<Flow: WideEventData>(
///     _ flow: Flow, in wideEvents: any WideEventManaging, _ work: () throws -> Void
/// ) rethrows {
///     wideEvents.startFlow(flow)
///     do {
///         try work()
///         wideEvents.completeFlow(flow.flowID, status: .success)
///     } catch {
///         wideEvents.completeFlow(flow.flowID, status: .failure)
///         throw error
///     }
/// }
/// ```
public protocol WideEventManaging: Sendable {
    /// The clock of the flows' intervals.
    var clock: IntervalClock { get }

    /// Stores a new flow, unless sampling leaves it out.
    ///
    /// - Parameters:
    ///   - flow: The flow, which has an id of its own.
    ///   - onComplete: Receives ``WideEventOutcome/started``, `notSampled`, `alreadyStarted`, `denied` or `failed`, on a
    ///     thread of the store.
    func startFlow<Flow: WideEventData>(_ flow: Flow, onComplete: (@Sendable (WideEventOutcome) -> Void)?)

    /// Changes a flow and decides whether it ends.
    ///
    /// - Parameters:
    ///   - id: The flow's.
    ///   - onComplete: Receives ``WideEventOutcome/updated``, `completed`, `discarded`, `noFlow` or `failed`.
    ///   - change: Called at most once, inside the transaction, with the flow as stored. It must be quick and pure.
    func changeFlow<Flow: WideEventData>(
        _ id: WideEventFlowID<Flow>, onComplete: (@Sendable (WideEventOutcome) -> Void)?,
        _ change: @escaping @Sendable (inout Flow) -> WideEventDecision)

    /// Changes every pending flow of a kind and of this owner, oldest first, in one transaction.
    ///
    /// - Parameters:
    ///   - kind: The type of the flows' data.
    ///   - onComplete: Receives an outcome for each flow.
    ///   - change: Called once a flow.
    func changeFlows<Flow: WideEventData>(
        of kind: Flow.Type, onComplete: (@Sendable ([WideEventOutcome]) -> Void)?,
        _ change: @escaping @Sendable (inout Flow) -> WideEventDecision)

    /// Returns the pending flows of a kind and of this owner, oldest first, after all earlier calls.
    func pendingFlows<Flow: WideEventData>(of kind: Flow.Type) async -> [Flow]

    /// Ends the flows that earlier sessions of this owner left pending, as their
    /// ``WideEventData/completionDecision(for:at:)`` decides. Flows of a running session are not touched.
    ///
    /// - Returns: The outcomes. Empty if ``WideEventTrigger/appLaunch`` was handled before in this session.
    @discardableResult
    func resumePendingFlows(trigger: WideEventTrigger) async -> [WideEventOutcome]
}

extension WideEventManaging {
    /// Stores a new flow, unless sampling leaves it out.
    public func startFlow(_ flow: some WideEventData) { startFlow(flow, onComplete: nil) }

    /// Changes a flow and decides whether it ends.
    ///
    /// - Parameters:
    ///   - id: The flow's.
    ///   - change: Called at most once, inside the transaction. It must be quick and pure.
    public func changeFlow<Flow: WideEventData>(
        _ id: WideEventFlowID<Flow>, _ change: @escaping @Sendable (inout Flow) -> WideEventDecision
    ) {
        changeFlow(id, onComplete: nil, change)
    }

    /// Replaces all data of a flow. Changes by id since the data were read are lost.
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
    /// Starts a flow, runs `body`, and ends the flow: as success if `body` returns, as cancelled if it throws
    /// `CancellationError` or its task was cancelled, otherwise as failure with the error.
    ///
    /// The body can end the flow itself.
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
