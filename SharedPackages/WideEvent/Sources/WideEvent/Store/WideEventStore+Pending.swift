public import Foundation

extension WideEventStore {
    /// A flow that has not ended, as stored.
    public struct PendingFlow: Sendable, Hashable {
        /// The event's name.
        public let name: String
        /// The date of its start.
        public let started: Date
        /// The data as JSON.
        public let json: String
    }

    /// Returns the flows of this owner that have not ended, of all kinds, oldest first.
    ///
    /// - Throws: A ``/Persistence/DatabaseError`` if the store cannot be read.
    public func pendingFlows() async throws -> [PendingFlow] {
        let owner = configuration.owner.rawValue
        let stored = try await outbox.read { _, transaction in
            try StoredFlow.all(of: owner, startedBefore: .max, in: transaction)
        }
        return stored.map { flow in
            PendingFlow(
                name: flow.name, started: Date(milliseconds: flow.started),
                json: String(decoding: flow.data, as: UTF8.self))
        }
    }

    /// Returns the total number of flows, or changes of flows, that could not be read or written and were set aside.
    ///
    /// - Throws: A ``/Persistence/DatabaseError`` if the store cannot be read.
    public func setAsideCount() async throws -> Int { try await outbox.read { try SetAsideFlows.count(in: $1) } }

    /// Returns the pending flows of a kind. See ``WideEventManaging/pendingFlows(of:)``. Empty if the store cannot be read.
    public func pendingFlows<Flow: WideEventData>(of kind: Flow.Type) async -> [Flow] {
        let now = outbox.time.milliseconds()
        let found = Locked<[Flow]>([])
        return await withCheckedContinuation { continuation in
            add { [changes] _, transaction in
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

    /// Ends the flows of earlier sessions. See ``WideEventManaging/resumePendingFlows(trigger:)``.
    ///
    /// Flows that began more than 28 days ago and would still be kept, or are of an unknown kind, are set aside.
    @discardableResult
    public func resumePendingFlows(trigger: WideEventTrigger) async -> [WideEventOutcome] {
        if trigger == .appLaunch {
            let wasHandled = wasLaunchHandled.withLock { wasHandled in
                defer { wasHandled = true }
                return wasHandled
            }
            if wasHandled { return [] }
        }
        let now = Date(milliseconds: outbox.time.milliseconds())
        return await withCheckedContinuation { continuation in
            add { [changes] group, transaction in
                try changes.resume(trigger, at: now, in: group, transaction)
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
        _ trigger: WideEventTrigger, at now: Date, in group: OutboxGroup, _ transaction: borrowing Transaction
    ) throws -> [FlowReport] {
        var reports: [FlowReport] = []
        for kind in kinds { reports += try resume(kind.data, trigger, at: now, in: group, transaction) }
        let oldest = now.milliseconds - Self.longestWait
        for stored in try StoredFlow.all(of: owner.rawValue, startedBefore: oldest, in: transaction)
        where isLeftBehind(stored, at: now) {
            try stored.setAside(.expired, at: now.milliseconds, in: transaction)
            reports.append(FlowReport(stored.name, .failed(.expired), during: .load))
        }
        return reports
    }

    private func resume<Flow: WideEventData>(
        _ kind: Flow.Type, _ trigger: WideEventTrigger, at now: Date, in group: OutboxGroup,
        _ transaction: borrowing Transaction
    ) throws -> [FlowReport] {
        var reports: [FlowReport] = []
        for stored in try all(kind, in: transaction) where isLeftBehind(stored, at: now) {
            let report = try change(stored, at: now.milliseconds, in: group, transaction) { (flow: inout Flow) in
                flow.completionDecision(for: trigger, at: now)
            }
            // Kept flows are not reported.
            if report.outcome != .updated { reports.append(report) }
        }
        return reports
    }

    private func isLeftBehind(_ flow: StoredFlow, at now: Date) -> Bool {
        let session = WideEventSession(rawValue: flow.session)
        return session != self.session && !session.isRunning(since: flow.started, now: now.milliseconds)
    }
}
