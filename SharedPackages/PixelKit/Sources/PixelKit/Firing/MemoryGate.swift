/// A leg whose window the database closed, or found closed.
struct ClosedLeg {
    let name: String
    let frequency: Frequency
    let leg: Int
    /// The window at the time of firing, or, for intervals, at the time of the last admitted fire.
    let window: GateWindow
    /// The time of firing in milliseconds since 1970.
    let date: Int64
}

/// The windows that the database closed, in entryry, so that most repeated fires end on the caller's thread.
///
/// It may only answer "already taken", and only for 60 s. The database decides whether a window is open.
struct MemoryGate {
    private struct Entry {
        /// The fingerprint of the frequency's legs.
        let fingerprint: Int
        /// A bit for each leg that is not closed.
        var openLegs: UInt64
        /// The milliseconds since 1970 in which all closed legs stay closed.
        var first: Int64
        var last: Int64
    }

    /// The time in milliseconds for which an answer holds, because another process may have erased the gates.
    private static let lifetime: Int64 = 60_000
    /// The most names that are remembered.
    private static let limit = 4096

    private var entries: [String: Entry] = [:]

    /// A bit for each leg that is not known to be taken.
    func openLegs(_ name: String, _ frequency: Frequency, at now: Int64) -> UInt64 {
        guard let entry = entries[name], entry.first <= now, now <= entry.last,
            entry.fingerprint == frequency.storage.fingerprint
        else { return frequency.storage.allLegs }
        return entry.openLegs
    }

    /// Stores a leg whose window is closed.
    mutating func close(_ closed: ClosedLeg) {
        let (name, frequency, now) = (closed.name, closed.frequency, closed.date)
        guard frequency.storage.isRemembered else { return }
        if entries.count >= Self.limit, entries[name] == nil { entries.removeAll(keepingCapacity: true) }
        let (first, last) = frequency.legs[closed.leg].window.extent(of: closed.window, around: now)
        let fingerprint = frequency.storage.fingerprint
        var entry = entries[name] ?? Entry(fingerprint: fingerprint, openLegs: 0, first: 0, last: -1)
        if entry.fingerprint != fingerprint || now < entry.first || now > entry.last {
            entry = Entry(
                fingerprint: fingerprint, openLegs: frequency.storage.allLegs, first: now - Self.lifetime,
                last: now + Self.lifetime)
        }
        entry.openLegs &= ~(1 << UInt64(closed.leg))
        entry.first = max(entry.first, first)
        entry.last = min(entry.last, last)
        entries[name] = entry
    }

    mutating func removeAll() { entries.removeAll() }
}

/// What callers of `fire` read and change in memory: the memory gate and the number of suppressed legs.
final class FireMemory: Sendable {
    private struct State {
        var gate = MemoryGate()
        /// Suppressed legs that no transaction has counted yet.
        var suppressedCount = 0
    }

    private let state = Locked(State())

    /// Returns a bit for each leg that is not known to be taken. If all are taken, they are counted as suppressed.
    func openLegs(_ name: String, _ frequency: Frequency, at now: Int64) -> UInt64 {
        state.withLock { state in
            let legs = state.gate.openLegs(name, frequency, at: now)
            if legs == 0 { state.suppressedCount += frequency.legs.count }
            return legs
        }
    }

    func countSuppressed(_ count: Int) {
        if count > 0 { state.withLock { $0.suppressedCount += count } }
    }

    func takeSuppressedCount() -> Int {
        state.withLock { state in
            defer { state.suppressedCount = 0 }
            return state.suppressedCount
        }
    }

    func close(_ legs: [ClosedLeg]) {
        if legs.isEmpty { return }
        state.withLock { state in
            for leg in legs { state.gate.close(leg) }
        }
    }

    /// Forgets all windows, because a denial erased the gates.
    func openAll() { state.withLock { $0.gate.removeAll() } }
}
