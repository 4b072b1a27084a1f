/// Remembers which windows the database closed, so that most repeated fires end on the caller's thread.
///
/// It may only answer "already taken", and only for a while; whether a window is open, the database decides.
struct MemoryGate {
    private struct Memo {
        /// The frequency's legs.
        let fingerprint: Int
        /// A bit for each leg that is not closed.
        var openLegs: UInt64
        /// The milliseconds since 1970 in which all closed legs stay closed.
        var first: Int64
        var last: Int64
    }

    /// How long an answer holds, in milliseconds, whichever way the clock is set: another process may have erased the
    /// gates.
    private static let lifetime: Int64 = 60_000
    /// Names are few; more than this many are not remembered.
    private static let limit = 4096

    private var memos: [String: Memo] = [:]

    /// A bit for each leg that is not known to be taken.
    func openLegs(_ name: String, _ frequency: Frequency, at now: Int64) -> UInt64 {
        guard let memo = memos[name], memo.first <= now, now <= memo.last,
            memo.fingerprint == frequency.storage.fingerprint
        else { return frequency.storage.allLegs }
        return memo.openLegs
    }

    /// Notes that the database closed, or found closed, the window of a leg.
    ///
    /// - Parameters:
    ///   - window: The window at the time of firing, or, for intervals, at the time of the last admitted fire.
    ///   - now: The time of firing.
    mutating func note(_ name: String, _ frequency: Frequency, leg index: Int, window: GateWindow, at now: Int64) {
        guard frequency.storage.isRemembered else { return }
        if memos.count >= Self.limit, memos[name] == nil { memos.removeAll(keepingCapacity: true) }
        let (first, last) = frequency.legs[index].window.extent(of: window, around: now)
        let fingerprint = frequency.storage.fingerprint
        var memo = memos[name] ?? Memo(fingerprint: fingerprint, openLegs: 0, first: 0, last: -1)
        if memo.fingerprint != fingerprint || now < memo.first || now > memo.last {
            memo = Memo(
                fingerprint: fingerprint, openLegs: frequency.storage.allLegs, first: now - Self.lifetime,
                last: now + Self.lifetime)
        }
        memo.openLegs &= ~(1 << UInt64(index))
        memo.first = max(memo.first, first)
        memo.last = min(memo.last, last)
        memos[name] = memo
    }

    mutating func removeAll() { memos.removeAll() }
}
