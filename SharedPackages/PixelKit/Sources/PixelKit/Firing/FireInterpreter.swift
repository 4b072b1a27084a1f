import Foundation
import Persistence
import Primitives

/// Reads a frequency: admits each leg of a fire and queues what was admitted, inside one transaction.
///
/// It lives for one drain and gathers what is to be told once the transaction is committed.
struct FireInterpreter: ~Copyable {
    private let outbox: SQLiteOutbox
    private let sampler: FireSampler
    private let wantsRequests: Bool
    private let assertsDeclarations: Bool
    /// When what is admitted began to wait.
    private let now: Date
    private var renderer: PixelRenderer
    private var handWritten: HandWrittenNames
    private var report = DrainReport()
    /// Parameters left out of what was queued.
    private var omittedCount = 0

    init(outbox: SQLiteOutbox, sampler: FireSampler, configuration: PixelDispatcher.Configuration) {
        self.outbox = outbox
        self.sampler = sampler
        wantsRequests = configuration.activity != nil
        assertsDeclarations = configuration.assertsDeclarations
        now = configuration.time.now()
        renderer = PixelRenderer(environment: configuration.environment)
        handWritten = HandWrittenNames(outbox: outbox)
    }

    /// Admits a fire and returns how many requests it became.
    mutating func admit(
        _ fire: PendingFire, consent: Consent, in transaction: borrowing Transaction
    ) throws -> Int {
        let legs: [PixelOutcome.Leg]
        if consent == .denied {
            legs = fire.frequency.legs.map { _ in .rejected(.denied) }
        } else {
            let query = try takesPart(fire, in: transaction) ? renderer.query(of: fire) : nil
            assert(
                !assertsDeclarations || query == nil || !renderer.lastIsUndeclared,
                "PixelKit: '\(fire.pixel.name)' has a parameter that its definition does not allow. Correct the call.")
            legs = try fire.frequency.legs.indices.map { index in
                guard fire.openLegs & (1 << UInt64(index)) != 0 else { return .suppressed(.frequency) }
                return try admit(leg: index, of: fire, query: query, in: transaction)
            }
        }
        let queuedCount = legs.count { $0 == .queued }
        if queuedCount > 0 { omittedCount += renderer.omittedCount }
        note(legs, of: fire)
        return queuedCount
    }

    /// Ends the drain: what was suppressed and left out goes to the ledger.
    consuming func finish(_ counts: FireQueue.Counts, in transaction: borrowing Transaction) throws -> DrainReport {
        for (reason, count) in [(DropReason.memoryFull, counts.memoryFull), (.shutDown, counts.shutDown)]
        where count > 0 {
            try outbox.drop(reason, count, in: transaction)
            report.dropped[reason, default: 0] += count
        }
        report.suppressed += counts.suppressed
        try outbox.note(
            suppressed: report.suppressed, omittedParameters: omittedCount, in: transaction)
        return report
    }

    private func takesPart(_ fire: PendingFire, in transaction: borrowing Transaction) throws -> Bool {
        guard let share = fire.frequency.share else { return true }
        return try sampler.takesPart(fire.pixel.name, share) { try outbox.seed(in: transaction) }
    }

    /// - Parameter query: `nil` when the fire takes no part.
    private mutating func admit(
        leg index: Int, of fire: PendingFire, query: String?, in transaction: borrowing Transaction
    ) throws -> PixelOutcome.Leg {
        let pixel = fire.pixel
        let leg = fire.frequency.legs[index]
        let name = PixelName.joined(
            pixel.name, suffixes: pixel.suffixes, leg: leg.suffix, environment: renderer.environment)
        guard fire.isDeclared, query == nil || !renderer.lastIsUndeclared else {
            return try reject(.undeclared, in: transaction)
        }
        guard PixelName.isValid(name), !pixel.name.isEmpty else { return try reject(.invalidName, in: transaction) }
        guard let query else { return .suppressed(.sampling) }
        guard let target = PixelRenderer.target(name: name, query: query) else {
            return try reject(.tooLong, in: transaction)
        }
        if let window = leg.window.gate(at: fire.firedAt) {
            let key = GateKey(name: pixel.name, leg: leg, scope: fire.frequency.scope, fire: fire).text
            let isOpen = try outbox.admit(key, window: window, in: transaction)
            try remember(window, leg: index, of: fire, wasOpen: isOpen, key: key, in: transaction)
            if !isOpen { return .suppressed(.frequency) }
        }
        let request = OutboundRequest(kind: .pixel, name: pixel.name, target: target)
        let id = try outbox.append(request, at: now, in: transaction)
        if wantsRequests { report.requests.append(PixelActivity.Request(id: id, name: pixel.name, target: target)) }
        try handWritten.note(pixel, in: transaction)
        report.queuedCount += 1
        return .queued
    }

    private mutating func reject(
        _ reason: DropReason, in transaction: borrowing Transaction
    ) throws -> PixelOutcome.Leg {
        try outbox.drop(reason, 1, in: transaction)
        report.dropped[reason, default: 0] += 1
        return .rejected(reason)
    }

    private mutating func remember(
        _ window: GateWindow, leg: Int, of fire: PendingFire, wasOpen: Bool, key: String,
        in transaction: borrowing Transaction
    ) throws {
        var window = window
        if case .interval(let length, let now) = window, !wasOpen {
            window = .interval(length: length, at: try outbox.gate(key, in: transaction)?.at ?? now)
        }
        report.memos.append(
            DrainReport.Memo(
                name: fire.pixel.name, frequency: fire.frequency, leg: leg, window: window, at: fire.firedAt))
    }

    private mutating func note(_ legs: [PixelOutcome.Leg], of fire: PendingFire) {
        for leg in legs {
            if case .suppressed = leg { report.suppressed += 1 }
        }
        if let completion = fire.completion {
            report.completions.append(DrainReport.Completion(outcome: PixelOutcome(legs: legs), call: completion))
        }
    }
}

/// What a drain did, told after its commit.
struct DrainReport: Sendable {
    struct Memo: Sendable {
        let name: String
        let frequency: Frequency
        let leg: Int
        let window: GateWindow
        let at: Int64
    }

    struct Completion: Sendable {
        let outcome: PixelOutcome
        let call: @Sendable (PixelOutcome) -> Void
    }

    var queuedCount = 0
    var requests: [PixelActivity.Request] = []
    var suppressed = 0
    var dropped: [DropReason: Int] = [:]
    var memos: [Memo] = []
    var completions: [Completion] = []
    var consent = Consent.pending
    var storedConsent: Consent?
    var needsScrub = false
    /// Requests that wait.
    var backlog = 0
}
