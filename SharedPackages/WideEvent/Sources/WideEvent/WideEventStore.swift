public import Common
import Foundation
public import Outbox
public import Persistence
public import Primitives

/// Flows in the database that the outbox lives in.
///
/// - Invariant: A flow and its request never exist together, and never neither: completing deletes the one and queues the
///   other in one transaction.
public final class WideEventStore: WideEventManaging {
    /// How the store works; every default has its reason.
    public struct Configuration: Sendable {
        /// What is the same for every event.
        public var environment: WideEventEnvironment
        /// Whose process it is. The app by default; every extension passes a name of its own.
        public var owner: WideEventOwner
        /// Which run of it: a new one by default.
        public var session: WideEventSession
        /// Every kind of flow that the app keeps; others are not started.
        public var kinds: [WideEventKind]
        /// Whether a debug build stops at a flow of no kind named, or at a payload that its definition does not allow.
        /// Release builds never stop; they count it as ``/Outbox/DropReason/undeclared``.
        public var assertsDeclarations = true
        /// The clocks.
        public var time: TimeSource
        /// Receives trouble inside.
        public var failures: EventMapping<WideEventFailureEvent>

        /// Creates a configuration; see the properties for the reasons of the defaults.
        public init(
            environment: WideEventEnvironment = WideEventEnvironment(), owner: WideEventOwner = .app,
            session: WideEventSession = .ofThisProcess(), kinds: [WideEventKind] = [],
            time: TimeSource = .system, failures: EventMapping<WideEventFailureEvent> = .noOp
        ) {
            self.environment = environment
            self.owner = owner
            self.session = session
            self.kinds = kinds
            self.time = time
            self.failures = failures
        }
    }

    /// What the intervals of flows are measured with: one clock for the process.
    public let clock: IntervalClock

    let database: Database
    let configuration: Configuration
    let changes: FlowChanges
    let wasLaunchHandled = Locked(false)
    private let onQueued: @Sendable () -> Void

    /// Creates a store; does no I/O.
    ///
    /// - Parameters:
    ///   - database: Opened with `Schema.outbox` and `Schema.wideEvents`.
    ///   - outbox: Receives the requests.
    ///   - configuration: Everything else.
    ///   - onQueued: Called after requests were committed, on the database's queue: wake the uploader here.
    public init(
        database: Database, outbox: any RequestOutbox, configuration: Configuration = Configuration(),
        onQueued: @escaping @Sendable () -> Void
    ) {
        self.database = database
        self.configuration = configuration
        self.onQueued = onQueued
        clock = IntervalClock(configuration.time)
        changes = FlowChanges(outbox: outbox, configuration: configuration)
    }

    /// Stores a new flow, if it is among those measured; see ``WideEventManaging/startFlow(_:onComplete:)``.
    public func startFlow<Flow: WideEventData>(_ flow: Flow, onComplete: (@Sendable (WideEventOutcome) -> Void)?) {
        guard flow.globalData.isSampled else {
            onComplete?(.notSampled)
            return
        }
        let now = configuration.time.milliseconds()
        enqueue { [changes] transaction in
            [FlowReport(Flow.self, try changes.start(flow, at: now, in: transaction), during: .start)]
        } whenDone: { reports in
            onComplete?(reports.first?.outcome ?? .noFlow)
        } onFailure: {
            FlowReport(Flow.self, .failed($0), during: .start)
        }
    }

    /// Changes a flow; see ``WideEventManaging/changeFlow(_:onComplete:_:)``.
    public func changeFlow<Flow: WideEventData>(
        _ id: WideEventFlowID<Flow>, onComplete: (@Sendable (WideEventOutcome) -> Void)?,
        _ change: @escaping @Sendable (inout Flow) -> WideEventDecision
    ) {
        let now = configuration.time.milliseconds()
        enqueue { [changes] transaction in
            guard let stored = try StoredFlow.find(id, in: transaction) else { return [] }
            return [try changes.change(stored, at: now, in: transaction, change)]
        } whenDone: { reports in
            onComplete?(reports.first?.outcome ?? .noFlow)
        } onFailure: {
            FlowReport(Flow.self, .failed($0), during: .change)
        }
    }

    /// Changes flows of a kind; see ``WideEventManaging/changeFlows(of:onComplete:_:)``.
    public func changeFlows<Flow: WideEventData>(
        of kind: Flow.Type, onComplete: (@Sendable ([WideEventOutcome]) -> Void)?,
        _ change: @escaping @Sendable (inout Flow) -> WideEventDecision
    ) {
        let now = configuration.time.milliseconds()
        enqueue { [changes] transaction in
            try changes.all(Flow.self, in: transaction).map {
                try changes.change($0, at: now, in: transaction, change)
            }
        } whenDone: { reports in
            onComplete?(reports.map(\.outcome))
        } onFailure: {
            FlowReport(Flow.self, .failed($0), during: .change)
        }
    }

    /// Waits until everything that was called before is committed, or has failed.
    public func settle() async {
        // A failure has been reported to whoever made the call.
        _ = try? await database.perform { _ in }
    }

    /// Does work at once: what is not stored is lost with the process, and flows are rare.
    func enqueue(
        _ work: @escaping @Sendable (borrowing Transaction) throws -> [FlowReport],
        whenDone: @escaping @Sendable ([FlowReport]) -> Void,
        onFailure: @escaping @Sendable (WideEventFailure) -> FlowReport
    ) {
        let done = Locked<[FlowReport]>([])
        database.enqueue(
            { transaction in
                let reports = try work(transaction)
                done.withLock { $0 = reports }
            }, hurry: true,
            then: { [onQueued, failures = configuration.failures] result in
                let reports: [FlowReport]
                switch result {
                case .success: reports = done.withLock { $0 }
                case .failure(let error): reports = [onFailure(WideEventFailure(error))]
                }
                for event in reports.compactMap(\.failure) { failures.fire(event) }
                if reports.contains(where: \.isQueued) { onQueued() }
                whenDone(reports)
            })
    }
}

extension WideEventStore.Configuration {
    func assertDeclared(_ name: String, _ place: String) {
        assert(
            !assertsDeclarations,
            "Wide event '\(name)': '\(place)' is not as declared. Name the flow's kind, or correct its definition.")
    }
}

extension WideEventFailure {
    /// What the database reported.
    init(_ error: any Error) {
        self = .storage(
            error as? DatabaseError ?? .failed(code: 0, message: String(describing: type(of: error))))
    }
}
