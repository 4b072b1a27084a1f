/// The parts of a fire that do not depend on the type of its pixel.
struct Fire: Sendable {
    let frequency: Frequency
    /// A bit for each leg that is still to be admitted. The memory gate held back the others.
    let openLegs: UInt64
    /// Milliseconds since 1970.
    let date: Int64
    /// Read on the caller's thread, because an error object may be bound to it.
    let error: ErrorChain?
    let isDeclared: Bool
}

/// Admits each leg of a fire by its frequency and queues it.
///
/// It lives for one group. It collects what is counted in the ledger and reported after the commit.
final class FireInterpreter: OutboxPart {
    private let client: PixelClient
    private var renderer: PixelRenderer
    private var handWritten: HandWrittenNames
    private var closedLegs: [ClosedLeg] = []
    private var suppressedCount = 0
    /// The suppressed legs that the memory gate counted, until the commit.
    private var countedInMemory = 0
    /// Parameters that were left out of queued requests.
    private var omittedCount = 0
    private var rejected: [DropReason: Int] = [:]

    init(_ client: PixelClient, store: OutboxStore) {
        self.client = client
        renderer = PixelRenderer(environment: client.environment)
        handWritten = HandWrittenNames(store: store)
    }

    /// Admits a fire and returns the outcome of each leg.
    func admit(
        _ pixel: some Pixel, _ fire: Fire, in group: OutboxGroup, _ transaction: borrowing Transaction
    ) throws -> [PixelOutcome.Leg] {
        if group.consent == .denied { return fire.frequency.legs.map { _ in .rejected(.denied) } }
        let isSampled = try isSampled(pixel.name, fire.frequency, group.store, transaction)
        let query = isSampled ? renderer.query(of: pixel, frequency: fire.frequency, error: fire.error) : nil
        assert(
            !client.assertsDeclarations || query == nil || renderer.lastRefusal != .undeclared,
            "PixelKit: '\(pixel.name)' has a parameter that its definition does not allow. Correct the call.")
        let legs = try fire.frequency.legs.indices.map { index in
            guard fire.openLegs & (1 << UInt64(index)) != 0 else { return PixelOutcome.Leg.suppressed(.frequency) }
            return try admit(leg: index, of: pixel, fire, query: query, in: group, transaction)
        }
        if legs.contains(.queued) { omittedCount += renderer.omittedCount }
        for leg in legs {
            if case .suppressed = leg { suppressedCount += 1 }
        }
        return legs
    }

    private func isSampled(
        _ name: String, _ frequency: Frequency, _ store: OutboxStore, _ transaction: borrowing Transaction
    ) throws -> Bool {
        guard let share = frequency.share else { return true }
        return try client.sampler.takesPart(name, share) { try store.seed(in: transaction) }
    }

    /// - Parameter query: `nil` if sampling held the fire back.
    private func admit(
        leg index: Int, of pixel: some Pixel, _ fire: Fire, query: String?, in group: OutboxGroup,
        _ transaction: borrowing Transaction
    ) throws -> PixelOutcome.Leg {
        let leg = fire.frequency.legs[index]
        let name = PixelName.joined(
            pixel.name, suffixes: pixel.suffixes, leg: leg.suffix, environment: renderer.environment)
        guard fire.isDeclared else { return try reject(.undeclared, in: group, transaction) }
        if query != nil, let refusal = renderer.lastRefusal { return try reject(refusal, in: group, transaction) }
        guard PixelName.isValid(name), !pixel.name.isEmpty else {
            return try reject(.invalidName, in: group, transaction)
        }
        guard let query else { return .suppressed(.sampling) }
        guard let target = PixelRenderer.target(name: name, query: query) else {
            return try reject(.tooLong, in: group, transaction)
        }
        if let window = leg.window.gate(at: fire.date) {
            let key = GateKey(
                name: pixel.name, leg: leg, scope: fire.frequency.scope, parameters: { pixel.parameters },
                error: { fire.error }
            ).text
            let isOpen = try group.store.admit(key, window: window, in: transaction)
            let closed = isOpen ? window : try lastWindow(window, key: key, group.store, transaction)
            closedLegs.append(
                ClosedLeg(name: pixel.name, frequency: fire.frequency, leg: index, window: closed, date: fire.date))
            if !isOpen { return .suppressed(.frequency) }
        }
        try group.append(OutboundRequest(kind: .pixel, name: pixel.name, target: target), in: transaction)
        try handWritten.note(pixel, in: transaction)
        return .queued
    }

    private func reject(
        _ reason: DropReason, in group: OutboxGroup, _ transaction: borrowing Transaction
    ) throws -> PixelOutcome.Leg {
        try group.store.drop(reason, 1, in: transaction)
        rejected[reason, default: 0] += 1
        return .rejected(reason)
    }

    /// Returns the window that keeps a gate closed. An interval counts from the last admitted fire.
    private func lastWindow(
        _ window: GateWindow, key: String, _ store: OutboxStore, _ transaction: borrowing Transaction
    ) throws -> GateWindow {
        guard case .interval(let length, let now) = window else { return window }
        return .interval(length: length, at: try store.gate(key, in: transaction)?.at ?? now)
    }

    // MARK: - The end of the group

    func finish(_ group: OutboxGroup, _ transaction: borrowing Transaction) throws {
        countedInMemory = client.memory.takeSuppressedCount()
        suppressedCount += countedInMemory
        try group.store.count(suppressed: suppressedCount, omittedParameters: omittedCount, in: transaction)
    }

    func committed(_ group: OutboxGroup) {
        if group.consent == .denied { client.memory.openAll() } else { client.memory.close(closedLegs) }
        guard let activity = client.activity else { return }
        if suppressedCount > 0 { activity.fire(.suppressed(count: suppressedCount)) }
        for (reason, count) in rejected.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            activity.fire(.rejected(reason, count: count))
        }
    }

    func rolledBack() { client.memory.countSuppressed(countedInMemory) }
}

/// PixelKit as a client of the outbox: makes an interpreter for each group.
struct PixelClient: OutboxClient {
    let environment: PixelEnvironment
    let assertsDeclarations: Bool
    let activity: EventMapping<PixelActivity>?
    let sampler: FireSampler
    let memory: FireMemory

    func beginPart(of group: OutboxGroup) -> any OutboxPart { FireInterpreter(self, store: group.store) }
}
