import Common
import Persistence
import Primitives

/// What callers touch: the bounded queue in memory, the memory gate and the counts of what was held back.
final class FireQueue: Sendable {
    /// What happened to an offered fire.
    enum Verdict {
        case suppressed
        /// Refused, but for the legs whose bit is not set: memory knew them to be taken.
        case rejected(DropReason, openLegs: UInt64)
        case queued
    }

    /// What the writer is to be told.
    enum Wake {
        case none
        /// Queue a drain; more fires may gather.
        case drainSoon
        /// Queue a drain and run it at once.
        case drainNow
        /// Run the drain that is queued already.
        case hurry
    }

    /// What was counted since the last commit.
    struct Counts: Sendable {
        var suppressed = 0
        var memoryFull = 0
        var shutDown = 0

        var hasRefusals: Bool { memoryFull > 0 || shutDown > 0 }

        mutating func add(_ other: Counts) {
            suppressed += other.suppressed
            memoryFull += other.memoryFull
            shutDown += other.shutDown
        }
    }

    struct State {
        fileprivate(set) var fires: [PendingFire] = []
        /// Taken by the writer, not committed yet; they count against the limit too.
        fileprivate(set) var takenCount = 0
        var gate = MemoryGate()
        var counts = Counts()
        var consent = Consent.pending
        var consentReadAt = Int64.min
        /// To be stored in this order, one a drain: a denial erases even when a grant follows at once.
        fileprivate(set) var unstoredConsents: [Consent] = []
        var isShutDown = false
        var drain = Drain.none
        /// Fires ever taken in, consents ever set, and drains ever begun.
        fileprivate(set) var offeredCount = 0
        fileprivate(set) var consentCount = 0
        fileprivate(set) var drainCount = 0
        fileprivate var waiters: [Waiter] = []

        /// Somebody who waits for a drain that began after the call and committed all that was fired and set before it.
        struct Waiter {
            let drain: Int
            let fires: Int
            let consents: Int
            /// Whether the next drain to fail was begun for it, so that its failure is the answer.
            var hasOwnDrain: Bool
            let continuation: CheckedContinuation<Bool, Never>
        }

        enum Drain {
            case none, queued, hurried
            /// Storage failed; only a timer or somebody who waits starts the next one.
            case stalled
        }

        mutating func setTaken(_ count: Int) { takenCount = count }

        /// Asks for the first drain, which learns the consent.
        mutating func begin() -> Wake {
            drain = .queued
            return .drainSoon
        }

        /// Adds somebody who waits, and says how to wake the writer.
        mutating func wait(_ continuation: CheckedContinuation<Bool, Never>) -> Wake {
            let isIdle = drain == .none || drain == .stalled
            waiters.append(
                Waiter(
                    drain: drainCount + 1, fires: offeredCount, consents: consentCount, hasOwnDrain: isIdle,
                    continuation: continuation))
            drain = .hurried
            return isIdle ? .drainNow : .hurry
        }

        /// Removes and returns those whose wait is over after a commit.
        mutating func endWaits() -> [CheckedContinuation<Bool, Never>] {
            let committed = offeredCount - fires.count - takenCount
            let stored = consentCount - unstoredConsents.count
            let isOver = { (waiter: Waiter) in
                waiter.drain <= drainCount && waiter.fires <= committed && waiter.consents <= stored
            }
            let over = waiters.filter(isOver)
            waiters.removeAll(where: isOver)
            return over.map(\.continuation)
        }

        /// Ends a drain that failed. Whoever came while it was under way gets one of their own: what made it fail may
        /// have been gone by then.
        ///
        /// - Returns: Those whose wait is over, and how to wake the writer for the others.
        mutating func failDrain() -> (over: [CheckedContinuation<Bool, Never>], wake: Wake) {
            let over = waiters.filter(\.hasOwnDrain).map(\.continuation)
            waiters.removeAll(where: \.hasOwnDrain)
            for index in waiters.indices { waiters[index].hasOwnDrain = true }
            drain = waiters.isEmpty ? .stalled : .hurried
            return (over, waiters.isEmpty ? .none : .drainNow)
        }

        /// The most private of the consents that are not stored yet.
        var unstoredConsent: Consent { unstoredConsents.min() ?? .granted }

        /// Takes in a consent to be stored; a more private one holds at once.
        mutating func set(_ consent: Consent, at now: Int64) {
            unstoredConsents.append(consent)
            consentCount += 1
            self.consent = min(self.consent, consent)
            consentReadAt = now
        }

        /// Takes note that the first consent was stored, and of the one that holds in the store.
        mutating func noteStored(_ stored: Consent?, holding consent: Consent, at now: Int64) {
            if stored != nil { unstoredConsents.removeFirst() }
            self.consent = min(consent, unstoredConsent)
            consentReadAt = now
        }

        /// Ends a drain that was committed, and says whether another one has something to do.
        mutating func endDrain() -> Wake {
            let isIdle = fires.isEmpty && takenCount == 0 && unstoredConsents.isEmpty && waiters.isEmpty
            drain = isIdle ? (counts.hasRefusals ? .queued : .none) : .hurried
            return isIdle ? (counts.hasRefusals ? .drainSoon : .none) : .drainNow
        }

        /// Removes and returns the fires that no drain has taken.
        mutating func removeAllFires() -> [PendingFire] {
            defer { fires = [] }
            return fires
        }

        fileprivate mutating func wake(isAwaited: Bool) -> Wake {
            let isUrgent = isAwaited || fires.count >= FireQueue.hurryCount
            switch drain {
            case .none:
                drain = isUrgent ? .hurried : .queued
                return isUrgent ? .drainNow : .drainSoon
            case .queued where isUrgent:
                drain = .hurried
                return .hurry
            case .queued, .hurried, .stalled:
                return .none
            }
        }
    }

    /// This many waiting fires are committed without gathering more.
    private static let hurryCount = 512
    /// How long a denial that another process may have lifted is believed, in milliseconds.
    private static let denialLifetime = 1000

    private let limit: Int
    private let state = Locked(State())

    init(limit: Int) { self.limit = limit }

    /// Takes a fire in, or says why not. The pixel is boxed only when memory does not know it to be taken.
    func offer<P: Pixel>(
        _ pixel: P, as frequency: Frequency, at now: Int64, error: @autoclosure () -> ErrorChain?,
        completion: (@Sendable (PixelOutcome) -> Void)?
    ) -> (Verdict, Wake) {
        var openLegs = frequency.storage.allLegs
        if frequency.storage.isRemembered {
            openLegs = remembered(pixel.name, frequency, at: now)
            if openLegs == 0 { return (.suppressed, .none) }
        }
        let isDeclared = pixel.allows(frequency)
        let legCount = frequency.storage.legs.count
        let isAwaited = completion != nil
        // Built in place and moved into the queue: a copy would retain everything in it once more.
        return withUnsafeTemporaryAllocation(of: PendingFire.self, capacity: 1) { slot in
            slot.initializeElement(
                at: 0,
                to: PendingFire(
                    pixel: pixel, frequency: frequency, openLegs: openLegs, firedAt: now, error: error(),
                    isDeclared: isDeclared, completion: completion))
            let (verdict, wake) = add(slot, openLegs, of: legCount, at: now, isAwaited: isAwaited)
            if case .rejected = verdict { slot.deinitializeElement(at: 0) }  // It was not moved.
            return (verdict, wake)
        }
    }

    private func remembered(_ name: String, _ frequency: Frequency, at now: Int64) -> UInt64 {
        state.withLock { state in
            let legs = state.gate.openLegs(name, frequency, at: now)
            if legs == 0 { state.counts.suppressed += frequency.legs.count }
            return legs
        }
    }

    /// Moves the fire out of `slot`, unless it is rejected.
    private func add(
        _ slot: UnsafeMutableBufferPointer<PendingFire>, _ openLegs: UInt64, of legCount: Int, at firedAt: Int64,
        isAwaited: Bool
    ) -> (Verdict, Wake) {
        state.withLock { state in
            if state.consent == .denied, (firedAt &- state.consentReadAt).magnitude < Self.denialLifetime {
                return (.rejected(.denied, openLegs: .max), .none)
            }
            let isFull = state.fires.count + state.takenCount >= limit
            if isFull || state.isShutDown {
                let refused = openLegs.nonzeroBitCount
                state.counts.suppressed += legCount - refused
                if state.isShutDown { state.counts.shutDown += refused } else { state.counts.memoryFull += refused }
                let reason: DropReason = state.isShutDown ? .shutDown : .memoryFull
                return (.rejected(reason, openLegs: openLegs), state.wake(isAwaited: false))
            }
            state.offeredCount += 1
            state.fires.append(slot.moveElement(from: 0))
            return (.queued, state.wake(isAwaited: isAwaited))
        }
    }

    /// Counts requests that another bounded queue had to refuse.
    func refuse(_ count: Int) -> Wake {
        state.withLock { state in
            state.counts.memoryFull += count
            return state.wake(isAwaited: false)
        }
    }

    /// Begins a drain: hands over the counts and, when the writer has no fires left, the waiting ones.
    ///
    /// - Parameter fires: The writer's fires; when empty, their storage becomes the new queue's.
    func beginDrain(refilling fires: inout [PendingFire]) -> (counts: Counts, consentToStore: Consent?) {
        let empty = fires.isEmpty ? fires : nil
        let begun = state.withLock { state in
            let taken = empty.map { empty in
                let taken = state.fires
                state.fires = empty
                state.takenCount = taken.count
                return taken
            }
            let counts = state.counts
            state.counts = Counts()
            state.drainCount += 1
            return (taken, counts, state.unstoredConsents.first)
        }
        if let taken = begun.0 { fires = taken }
        return (begun.1, begun.2)
    }

    /// Reads or changes the state under the lock; `body` must not call out.
    func withState<Result>(_ body: (inout sending State) -> sending Result) -> sending Result {
        state.withLock(body)
    }

    /// Fires in memory.
    var count: Int { state.withLock { $0.fires.count + $0.takenCount } }
}
