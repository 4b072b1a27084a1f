import Foundation
import TestSupport
import Testing

@testable import Outbox

@Suite struct LedgerPropertyTests {
    private struct Refusal: Error {}

    /// A store and its model, driven side by side.
    private struct Run {
        static let limits = OutboxLimits(rows: 40, bytes: 1 << 20, age: .seconds(1000))

        let folder = TemporaryFolder()
        var store: Store
        var model = LedgerModel(limits: limits)
        var random: SeededGenerator
        var clock = Store.start.milliseconds
        var claimed: [Int64] = []
        let lease = Lease()

        init(seed: Int) async throws {
            random = SeededGenerator(seed: seed)
            store = try await Store(in: folder, limits: Self.limits)
        }

        var now: Date { Date(milliseconds: clock) }

        mutating func step() async throws {
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<7: try await append()
            case 7: try await appendInVain()
            case 8..<12: try await claim()
            case 12..<16: try await settle()
            case 16: try await refuse()
            case 17: clock += Int64.random(in: -200_000...400_000, using: &random)
            case 18 where Bool.random(using: &random): try await changeConsent()
            case 19 where Int.random(in: 0..<4, using: &random) == 0:
                store = try await Store(in: folder, limits: Self.limits, consent: nil)  // As after a crash.
                claimed = []
            default: break
            }
        }

        private mutating func someRequests() -> [(request: OutboundRequest, date: Date)] {
            let burst = Int.random(in: 0..<8, using: &random) == 0 ? 60 : 6
            return (0..<Int.random(in: 1...burst, using: &random)).map { _ in
                let name = "pixel \(min(Int.random(in: 0..<8, using: &random), Int.random(in: 0..<8, using: &random)))"
                let hasBody = Bool.random(using: &random)
                let size = Int.random(in: 0..<30, using: &random)
                let request = OutboundRequest(
                    kind: hasBody ? .wideEvent : .pixel,
                    name: name,
                    target: String(repeating: "é", count: size),
                    body: hasBody ? Data(count: size) : nil
                )
                return (request, Date(milliseconds: clock + Int64.random(in: -50_000...0, using: &random)))
            }
        }

        private mutating func append() async throws {
            let requests = someRequests()
            let ids = try await store.database.perform { [outbox = store.outbox] transaction in
                try requests.map { try outbox.append($0.request, at: $0.date, in: transaction) }
            }
            model.append(
                zip(ids, requests).map { id, fired in
                    LedgerModel.Row(id: id, name: fired.request.name, created: fired.date.milliseconds)
                }
            )
            let kept = try await store.database.perform { try $0.rows("SELECT id FROM requests") { $0.integer(0) } }
            let isAsExpected = model.keep(Set(kept))
            #expect(isAsExpected)
        }

        private mutating func appendInVain() async throws {
            let requests = someRequests()
            await #expect(throws: Refusal.self) {
                try await store.database.perform { [outbox = store.outbox] transaction in
                    for fired in requests { try outbox.append(fired.request, at: fired.date, in: transaction) }
                    try outbox.drop(.tooLong, 1, in: transaction)
                    throw Refusal()
                }
            }
        }

        private mutating func claim() async throws {
            let limit = Int.random(in: 0...4, using: &random)
            claimed = try await store.claimIDs(limit, for: lease, at: now)
            let expected = model.claim(limit, at: clock)
            #expect(claimed == expected)
        }

        private mutating func settle() async throws {
            var settlements: [(id: Int64, Settlement)] = claimed.filter { _ in Int.random(in: 0..<8, using: &random) > 0
            }
            .map { ($0, someSettlement()) }
            settlements.append((Int64.random(in: 1000...2000, using: &random) * 1000, .delivered))
            if Int.random(in: 0..<10, using: &random) == 0 {
                try await store.settle(settlements, store: 1)
                return
            }
            try await store.settle(settlements)
            for (id, settlement) in settlements { model.settle(id, settlement) }
            claimed = []
        }

        private mutating func someSettlement() -> Settlement {
            switch Int.random(in: 0..<6, using: &random) {
            case 0..<3: .delivered
            case 3: .dropped(.refused)
            default:
                .retry(
                    at: Date(milliseconds: clock + Int64.random(in: 0...1_500_000, using: &random)),
                    mayHaveArrived: Bool.random(using: &random)
                )
            }
        }

        private mutating func refuse() async throws {
            let count = Int.random(in: 0...3, using: &random)
            let reason = [DropReason.memoryFull, .invalidName, .tooLong].randomElement(using: &random) ?? .tooLong
            try await store.database.perform { [outbox = store.outbox] transaction in
                try outbox.drop(reason, count, in: transaction)
                try outbox.count(suppressed: count, omittedParameters: 0, in: transaction)
            }
            model.refuse(reason, count)
            model.suppress(count)
        }

        private mutating func changeConsent() async throws {
            // Mostly granted, so that something happens.
            let consent = [Consent.granted, .granted, .pending, .denied].randomElement(using: &random) ?? .granted
            let purged = try await store.set(consent)
            model.consent = consent
            let expected = consent == .denied ? model.deny() : 0
            #expect(purged == expected)
        }
    }

    @Test("Whatever happens, in whatever order, the accounts are those of the model and balance", arguments: 0..<8)
    func randomOperations(seed: Int) async throws {
        var run = try await Run(seed: seed)
        for step in 0..<400 {
            try await run.step()
            let accounts = try await run.store.accounts()
            let counters = try await run.store.counters()
            #expect(accounts == run.model.current, "seed \(seed), step \(step)")
            #expect(accounts.isBalanced, "seed \(seed), step \(step)")
            #expect(counters.kept == counters.actual, "seed \(seed), step \(step)")
            if accounts != run.model.current || counters.kept != counters.actual { return }
        }
        #expect(run.model.current.accepted > 500)
    }
}
