import Foundation

/// The changes of flows inside a transaction.
struct FlowChanges: Sendable {
    /// The target of completed flows, relative to the endpoint.
    private static let target = "/e"
    private static let millisecondsPerDay: Int64 = 86_400_000

    let environment: WideEventEnvironment
    let owner: WideEventOwner
    let session: WideEventSession
    let kinds: [WideEventKind]
    let assertsDeclarations: Bool

    func start<Flow: WideEventData>(
        _ flow: Flow, at now: Int64, in group: OutboxGroup, _ transaction: borrowing Transaction
    ) throws -> WideEventOutcome {
        guard group.consent != .denied else { return .denied }
        guard kinds.first(of: Flow.self) != nil else {
            assertDeclared(Flow.metadata.name, "")
            return .failed(.undeclared(Flow.metadata.name))
        }
        guard let data = encode(flow) else {
            try SetAsideFlows.add(Flow.metadata.name, nil, .unencodable, at: now, in: transaction)
            return .failed(.unencodable)
        }
        let isNew = try StoredFlow.insert(
            flow, data: data, owner: owner.rawValue, session: session.rawValue, at: now,
            in: transaction)
        return isNew ? .started : .alreadyStarted
    }

    /// Returns the flows of a kind and of this owner, oldest first.
    func all(_ kind: (some WideEventData).Type, in transaction: borrowing Transaction) throws -> [StoredFlow] {
        try StoredFlow.all(of: owner.rawValue, named: kind.metadata.name, in: transaction)
    }

    func change<Flow: WideEventData>(
        _ stored: StoredFlow, at now: Int64, in group: OutboxGroup, _ transaction: borrowing Transaction,
        _ change: (inout Flow) -> WideEventDecision
    ) throws -> FlowReport {
        guard var flow: Flow = try load(stored, at: now, in: transaction) else {
            return FlowReport(Flow.self, .failed(.unreadable), during: .load)
        }
        let decision = change(&flow)
        flow.globalData = WideEventGlobalData(id: stored.id, sampleRate: stored.share)
        switch decision {
        case .keepPending:
            return FlowReport(Flow.self, try save(flow, over: stored, at: now, in: transaction), during: .update)
        case .complete(let status):
            let outcome = try complete(flow, stored, status, at: now, in: group, transaction)
            return FlowReport(Flow.self, outcome, during: .complete)
        case .discard:
            try stored.delete(in: transaction)
            return FlowReport(Flow.self, .discarded, during: .change)
        }
    }

    /// Returns the stored flow. An unreadable one is set aside.
    func load<Flow: WideEventData>(
        _ stored: StoredFlow, at now: Int64, in transaction: borrowing Transaction
    ) throws -> Flow? {
        if let flow: Flow = FlowCoding.decode(stored) { return flow }
        try stored.setAside(.unreadable, at: now, in: transaction)
        return nil
    }

    private func encode(_ flow: some WideEventData) -> Data? {
        var flow = flow
        flow.appData = flow.appData.filled(from: environment.app)
        return FlowCoding.encode(flow)
    }

    private func save<Flow: WideEventData>(
        _ flow: Flow, over stored: StoredFlow, at now: Int64, in transaction: borrowing Transaction
    ) throws -> WideEventOutcome {
        guard let data = encode(flow) else {
            try SetAsideFlows.add(stored.name, nil, .unencodable, at: now, in: transaction)
            return .failed(.unencodable)
        }
        if data != stored.data { try stored.save(data, in: transaction) }
        return .updated
    }

    private func complete<Flow: WideEventData>(
        _ flow: Flow, _ stored: StoredFlow, _ status: WideEventStatus, at now: Int64, in group: OutboxGroup,
        _ transaction: borrowing Transaction
    ) throws -> WideEventOutcome {
        guard let kind = kinds.first(of: Flow.self) else {
            return try refuse(stored, .undeclared(stored.name), at: now, in: group, transaction)
        }
        var payload = WideEventPayload(
            flow: flow, kind: kind, status: status, environment: environment)
        guard var body = payload.json else { return try refuse(stored, .unencodable, at: now, in: group, transaction) }
        let schema = kind.definition.schema
        if let fault = schema.fault(in: body) {
            return try refuse(stored, .undeclared(fault), at: now, in: group, transaction)
        }
        // Last, because the gate must not close for an event that cannot be sent.
        let day = now.flooredQuotient(by: Self.millisecondsPerDay)
        if schema.declares("global", "is_first_daily_occurrence"),
            try group.store.admit("\(stored.name)\u{0}first", window: .period(day, at: now), in: transaction)
        {
            payload.isFirstDailyOccurrence = true
            body = payload.json ?? body
        }
        try stored.delete(in: transaction)
        let request = OutboundRequest(kind: .wideEvent, name: stored.name, target: Self.target, body: body)
        try group.append(request, in: transaction)
        return .completed(status)
    }

    private func assertDeclared(_ name: String, _ place: String) {
        assert(
            !assertsDeclarations,
            "Wide event '\(name)': '\(place)' is not as declared. Name the flow's kind, or correct its definition.")
    }

    /// Sets a flow aside whose event must not be sent, and counts it.
    private func refuse(
        _ stored: StoredFlow, _ failure: WideEventFailure, at now: Int64, in group: OutboxGroup,
        _ transaction: borrowing Transaction
    ) throws -> WideEventOutcome {
        // A flow of an earlier session must not stop every further launch.
        if case .undeclared(let place) = failure, stored.session == session.rawValue {
            assertDeclared(stored.name, place)
        }
        try stored.setAside(failure, at: now, in: transaction)
        try group.store.drop(failure.dropReason, 1, in: transaction)
        return .failed(failure)
    }
}

extension WideEventFailure {
    /// The reason under which an event that is not sent is counted.
    fileprivate var dropReason: DropReason { if case .undeclared = self { .undeclared } else { .unreadable } }
}

extension Int64 {
    /// The quotient, rounded down.
    fileprivate func flooredQuotient(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}

/// The outcome of a call for one flow.
struct FlowReport: Sendable {
    enum Step: Sendable {
        case start, change, update, complete, load
    }

    let outcome: WideEventOutcome
    private let name: String
    private let step: Step

    init(_ kind: any WideEventData.Type, _ outcome: WideEventOutcome, during step: Step) {
        self.init(kind.metadata.name, outcome, during: step)
    }

    init(_ name: String, _ outcome: WideEventOutcome, during step: Step) {
        self.outcome = outcome
        self.name = name
        self.step = step
    }

    /// The failure to report, if any.
    var failure: WideEventFailureEvent? {
        guard case .failed(let failure) = outcome else { return nil }
        return switch step {
        case .start: .startFailed(name: name, failure)
        case .change: .storageFailed(name: name, failure)
        case .update: .updateFailed(name: name, failure)
        case .complete: .completionFailed(name: name, failure)
        case .load: .loadFailed(name: name, failure)
        }
    }
}
