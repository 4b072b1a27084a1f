import Foundation

/// Stores flows beside the requests of an outbox, and sends completed ones through it.
///
/// ```swift
/// func makeWideEvents(outbox: RequestOutbox, kinds: [WideEventKind]) -> WideEventStore {
///     WideEventStore(outbox: outbox, configuration: WideEventStore.Configuration(kinds: kinds))
/// }
/// ```
///
/// - Invariant: Completing a flow deletes it and queues its request in one transaction. They never exist together.
public final class WideEventStore: WideEventManaging {
    /// The settings of a store.
    public struct Configuration: Sendable {
        /// The values that are the same for every event.
        public var environment: WideEventEnvironment
        /// The owner of the process. The app by default. Every extension passes a name of its own.
        public var owner: WideEventOwner
        /// The run of the process. A new one by default.
        public var session: WideEventSession
        /// All kinds of flows of the app. Flows of other kinds are not started.
        public var kinds: [WideEventKind]
        /// Whether a debug build stops at a flow of an unknown kind, or at a payload that its definition does not allow.
        /// Release builds never stop. They count it as ``/Outbox/DropReason/undeclared``.
        public var assertsDeclarations = true
        /// Receives failures.
        public var failures: EventMapping<WideEventFailureEvent>

        /// Creates a configuration. The properties give the reasons for the defaults.
        public init(
            environment: WideEventEnvironment = WideEventEnvironment(), owner: WideEventOwner = .app,
            session: WideEventSession = .ofThisProcess(), kinds: [WideEventKind] = [],
            failures: EventMapping<WideEventFailureEvent> = .noOp
        ) {
            self.environment = environment
            self.owner = owner
            self.session = session
            self.kinds = kinds
            self.failures = failures
        }
    }

    /// The clock of the flows' intervals, one for the process.
    public let clock: IntervalClock

    let configuration: Configuration
    let outbox: RequestOutbox
    let changes: FlowChanges
    let wasLaunchHandled = Locked(false)

    /// Creates a store in an outbox, which it can share with other clients. Does no I/O.
    public init(outbox: RequestOutbox, configuration: Configuration = Configuration()) {
        self.outbox = outbox
        self.configuration = configuration
        clock = IntervalClock(outbox.time)
        changes = FlowChanges(
            environment: configuration.environment, owner: configuration.owner, session: configuration.session,
            kinds: configuration.kinds, assertsDeclarations: configuration.assertsDeclarations)
        outbox.register(.wideEvents)
    }

    /// Stores a new flow, unless sampling leaves it out. See ``WideEventManaging/startFlow(_:onComplete:)``.
    public func startFlow<Flow: WideEventData>(_ flow: Flow, onComplete: (@Sendable (WideEventOutcome) -> Void)?) {
        guard flow.globalData.isSampled else {
            onComplete?(.notSampled)
            return
        }
        let now = outbox.time.milliseconds()
        add { [changes] group, transaction in
            [FlowReport(Flow.self, try changes.start(flow, at: now, in: group, transaction), during: .start)]
        } whenDone: { reports in
            onComplete?(reports.first?.outcome ?? .noFlow)
        } onFailure: {
            FlowReport(Flow.self, .failed($0), during: .start)
        }
    }

    /// Changes a flow. See ``WideEventManaging/changeFlow(_:onComplete:_:)``.
    public func changeFlow<Flow: WideEventData>(
        _ id: WideEventFlowID<Flow>, onComplete: (@Sendable (WideEventOutcome) -> Void)?,
        _ change: @escaping @Sendable (inout Flow) -> WideEventDecision
    ) {
        let now = outbox.time.milliseconds()
        add { [changes] group, transaction in
            guard let stored = try StoredFlow.find(id, in: transaction) else { return [] }
            return [try changes.change(stored, at: now, in: group, transaction, change)]
        } whenDone: { reports in
            onComplete?(reports.first?.outcome ?? .noFlow)
        } onFailure: {
            FlowReport(Flow.self, .failed($0), during: .change)
        }
    }

    /// Changes the flows of a kind. See ``WideEventManaging/changeFlows(of:onComplete:_:)``.
    public func changeFlows<Flow: WideEventData>(
        of kind: Flow.Type, onComplete: (@Sendable ([WideEventOutcome]) -> Void)?,
        _ change: @escaping @Sendable (inout Flow) -> WideEventDecision
    ) {
        let now = outbox.time.milliseconds()
        add { [changes] group, transaction in
            try changes.all(Flow.self, in: transaction).map {
                try changes.change($0, at: now, in: group, transaction, change)
            }
        } whenDone: { reports in
            onComplete?(reports.map(\.outcome))
        } onFailure: {
            FlowReport(Flow.self, .failed($0), during: .change)
        }
    }

    /// Waits until all earlier calls are committed or have failed.
    public func settle() async { await outbox.commit() }

    /// Adds work to the outbox. It is written at once, because flows are rare and are lost with the process until then.
    func add(
        _ work: @escaping FlowEntry.Work, whenDone: @escaping @Sendable ([FlowReport]) -> Void,
        onFailure: @escaping @Sendable (WideEventFailure) -> FlowReport
    ) {
        outbox.add(
            FlowEntry(work, whenDone: whenDone, onFailure: onFailure, eventMapping: configuration.failures))
    }
}
