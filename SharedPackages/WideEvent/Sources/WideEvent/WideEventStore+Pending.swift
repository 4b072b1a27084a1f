public import Foundation
import Outbox
import Persistence
import Primitives

extension WideEventStore {
    /// A flow that waits for its end, as stored.
    public struct PendingFlow: Sendable, Hashable {
        /// The event's name.
        public let name: String
        /// When it was started.
        public let started: Date
        /// The data as JSON.
        public let json: String
    }

    /// The flows of this owner that wait for their end, of all kinds, the oldest first.
    ///
    /// - Throws: A ``/Persistence/DatabaseError`` when the store cannot be read.
    public func pendingFlows() async throws -> [PendingFlow] {
        let owner = configuration.owner.rawValue
        let stored = try await database.perform { transaction in
            try StoredFlow.all(of: owner, startedBefore: .max, in: transaction)
        }
        return stored.map { flow in
            PendingFlow(
                name: flow.name, started: Date(milliseconds: flow.started),
                json: String(decoding: flow.data, as: UTF8.self))
        }
    }

    /// How many flows, or changes of flows, could not be read or written and were set aside, in all.
    ///
    /// - Throws: A ``/Persistence/DatabaseError`` when the store cannot be read.
    public func setAsideCount() async throws -> Int { try await database.perform(SetAsideFlows.count) }

    /// The pending flows of a kind; see ``WideEventManaging/pendingFlows(of:)``. Empty when the store cannot be read.
    public func pendingFlows<Flow: WideEventData>(of kind: Flow.Type) async -> [Flow] {
        let now = configuration.time.milliseconds()
        let found = Locked<[Flow]>([])
        return await withCheckedContinuation { continuation in
            enqueue { [changes] transaction in
                let stored = try changes.all(Flow.self, in: transaction)
                let flows: [Flow?] = try stored.map { try changes.load($0, at: now, in: transaction) }
                found.withLock { $0 = flows.compactMap(\.self) }
                return flows.filter { $0 == nil }.map { _ in
                    FlowReport(Flow.self, .failed(.unreadable), during: .load)
                }
            } whenDone: { _ in
                continuation.resume(returning: found.withLock { $0 })
            } onFailure: {
                FlowReport(Flow.self, .failed($0), during: .load)
            }
        }
    }

    /// Ends what earlier sessions left; see ``WideEventManaging/resumePendingFlows(trigger:)``.
    ///
    /// Flows that began more than 28 days ago and are still to be kept, or are of a kind that nobody knows any more, are
    /// set aside.
    @discardableResult
    public func resumePendingFlows(trigger: WideEventTrigger) async -> [WideEventOutcome] {
        if trigger == .appLaunch {
            let wasHandled = wasLaunchHandled.withLock { wasHandled in
                defer { wasHandled = true }
                return wasHandled
            }
            if wasHandled { return [] }
        }
        let now = Date(milliseconds: configuration.time.milliseconds())
        return await withCheckedContinuation { continuation in
            enqueue { [changes, configuration] transaction in
                try changes.resume(configuration.kinds, trigger, at: now, in: transaction)
            } whenDone: { reports in
                continuation.resume(returning: reports.map(\.outcome))
            } onFailure: {
                FlowReport("", .failed($0), during: .load)
            }
        }
    }
}

extension FlowChanges {
    private static let longestWait: Int64 = 28 * 86_400_000

    fileprivate func resume(
        _ kinds: [WideEventKind], _ trigger: WideEventTrigger, at now: Date,
        in transaction: borrowing Transaction
    ) throws -> [FlowReport] {
        var reports: [FlowReport] = []
        for kind in kinds { reports += try resume(kind.data, trigger, at: now, in: transaction) }
        let oldest = now.milliseconds - Self.longestWait
        for stored in try StoredFlow.all(of: configuration.owner.rawValue, startedBefore: oldest, in: transaction)
        where isLeftBehind(stored, at: now) {
            try stored.setAside(.expired, at: now.milliseconds, in: transaction)
            reports.append(FlowReport(stored.name, .failed(.expired), during: .load))
        }
        return reports
    }

    private func resume<Flow: WideEventData>(
        _ kind: Flow.Type, _ trigger: WideEventTrigger, at now: Date, in transaction: borrowing Transaction
    ) throws -> [FlowReport] {
        var reports: [FlowReport] = []
        for stored in try all(kind, in: transaction) where isLeftBehind(stored, at: now) {
            let report = try change(stored, at: now.milliseconds, in: transaction) { (flow: inout Flow) in
                flow.completionDecision(for: trigger, at: now)
            }
            // What is kept is none of the caller's concern.
            if report.outcome != .updated { reports.append(report) }
        }
        return reports
    }

    private func isLeftBehind(_ flow: StoredFlow, at now: Date) -> Bool {
        let session = WideEventSession(rawValue: flow.session)
        return session != configuration.session && !session.isRunning(since: flow.started, now: now.milliseconds)
    }
}
