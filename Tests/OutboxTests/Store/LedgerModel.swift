import Foundation

@testable import Outbox

/// The outbox as one would describe it: a list of rows and a few sums.
struct LedgerModel {
    struct Row {
        let id: Int64
        let name: String
        let created: Int64
        var notBefore: Int64 = 0
        var attempts = 0
        /// As stored: 0 at rest, 1 under way, 2 may have arrived.
        var flight = 0
    }

    let limits: OutboxLimits
    var rows: [Row] = []
    var consent = Consent.granted
    private(set) var accounts = Accounts()

    init(limits: OutboxLimits) { self.limits = limits }

    var current: Accounts {
        var current = accounts
        current.pending = rows.count
        return current
    }

    mutating func append(_ added: [Row]) {
        accounts.accepted += added.count
        guard consent != .denied else { return drop(.denied, added.count) }
        rows += added
        guard let newest = added.map(\.created).max() else { return }
        expire(at: newest)
        for (name, held) in Dictionary(grouping: rows, by: \.name) where held.count > limits.rows / 4 {
            if held.count == rows.count { continue }
            let spared = held.filter { $0.flight != 1 }.prefix(held.count - limits.rows / 4)
            remove(Set(spared.map(\.id)), as: .overShare)
            assert(rows.contains { $0.name == name })
        }
    }

    /// What the store kept when it was over its limit; which ones it chooses among equals is its own affair.
    mutating func keep(_ ids: Set<Int64>) -> Bool {
        let excess = max(0, rows.count - limits.rows)
        let gone = rows.filter { !ids.contains($0.id) }
        remove(Set(gone.map(\.id)), as: .storeFull)
        return gone.count == excess && gone.allSatisfy { $0.flight != 1 }
    }

    mutating func refuse(_ reason: DropReason, _ count: Int) {
        accounts.accepted += count
        drop(reason, count)
    }

    mutating func suppress(_ count: Int) { accounts.suppressed += count }

    mutating func deny() -> Int {
        let purged = rows.count
        remove(Set(rows.map(\.id)), as: .denied)
        return purged
    }

    /// The ids that a claim yields.
    mutating func claim(_ limit: Int, at now: Int64) -> [Int64] {
        guard consent == .granted else { return [] }
        expire(at: now)
        let latest = now + limits.age.milliseconds
        let delayed = rows.filter { $0.notBefore > 0 && ($0.notBefore <= now || $0.notBefore > latest) }
        let due =
            rows.filter { $0.notBefore == 0 }
            + delayed.sorted { ($0.attempts, $0.notBefore, $0.id) < ($1.attempts, $1.notBefore, $1.id) }
        let ids = due.prefix(limit).map(\.id)
        for index in rows.indices where ids.contains(rows[index].id) {
            if rows[index].flight != 0 { accounts.resent += 1 }
            rows[index].flight = 1
            rows[index].attempts += 1
        }
        return ids
    }

    mutating func settle(_ id: Int64, _ settlement: Settlement) {
        guard let index = rows.firstIndex(where: { $0.id == id }) else { return }
        switch settlement {
        case .delivered:
            rows.remove(at: index)
            accounts.delivered += 1
        case .dropped(let reason): remove([id], as: reason)
        case .retry(let date, let mayHaveArrived):
            rows[index].notBefore = max(1, date.milliseconds)
            rows[index].flight = mayHaveArrived ? 2 : 0
        }
    }

    private mutating func expire(at now: Int64) {
        let aged = rows.filter { $0.created < now - limits.age.milliseconds }
        remove(Set(aged.map(\.id)), as: .expired)
    }

    private mutating func remove(_ ids: Set<Int64>, as reason: DropReason) {
        let before = rows.count
        rows.removeAll { ids.contains($0.id) }
        drop(reason, before - rows.count)
    }

    private mutating func drop(_ reason: DropReason, _ count: Int) {
        if count > 0 { accounts.dropped[reason, default: 0] += count }
    }
}
