/// Remembers which windows the database closed, so that most repeated fires end on the caller's thread.
///
/// It may only answer "already taken", and only for a while; whether a window is open, the database decides.
struct MemoryGate {
    private struct Memo {
        var legs: [Frequency.Leg]
        /// For each leg: the closed period, or the time of the last admitted fire for intervals.
        var marks: [Int64]
        var verifiedAt: Int64
    }

    /// How long an answer holds, in milliseconds: another process may have erased the gates.
    private static let lifetime: Int64 = 60_000
    /// Names are few; more than this many are not remembered.
    private static let limit = 4096
    private static let open = Int64.min

    private var memos: [String: Memo] = [:]

    /// A bit for each leg that is not known to be taken.
    func openLegs(_ name: String, _ frequency: Frequency, at now: Int64) -> UInt64 {
        let all: UInt64 = frequency.legs.count < 64 ? (1 << UInt64(frequency.legs.count)) - 1 : .max
        guard case .name = frequency.scope, let memo = memos[name], memo.legs == frequency.legs,
            abs(now - memo.verifiedAt) < Self.lifetime
        else { return all }
        var result = all
        for (index, mark) in memo.marks.enumerated() where mark != Self.open {
            switch frequency.legs[index].window.gate(at: now) {
            case .period(mark, _): result &= ~(1 << UInt64(index))
            case .interval(let length, _) where abs(now - mark) < length: result &= ~(1 << UInt64(index))
            default: break
            }
        }
        return result
    }

    /// Notes that the database closed, or found closed, the window of a leg.
    mutating func note(_ name: String, _ frequency: Frequency, leg index: Int, mark: Int64, at now: Int64) {
        guard case .name = frequency.scope else { return }
        if memos.count >= Self.limit, memos[name] == nil { memos.removeAll(keepingCapacity: true) }
        var memo = memos[name] ?? Memo(legs: [], marks: [], verifiedAt: now)
        if memo.legs != frequency.legs {
            memo.legs = frequency.legs
            memo.marks = Array(repeating: Self.open, count: frequency.legs.count)
        }
        memo.marks[index] = mark
        memo.verifiedAt = now
        memos[name] = memo
    }

    mutating func removeAll() { memos.removeAll() }
}
