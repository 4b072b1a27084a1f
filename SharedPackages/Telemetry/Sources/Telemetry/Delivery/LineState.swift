import Primitives

/// Decides who receives what next; `SinkLine` acts on it.
///
/// - Invariant: A sink works on one entry at a time, and on entries in the order of their numbers.
/// - Invariant: A sink starts on an entry only when every sink it reads from is done with it.
struct LineState: Sendable {
    /// One call of one sink.
    struct Delivery: Sendable {
        let slot: Int
        let sink: any TelemetrySink
        let entry: Entry
    }

    /// What a runner has to do.
    struct Turn: Sendable {
        /// The next call, or `nil` when there is none and the runner ends.
        var delivery: Delivery?
        /// The slots whose own runners must be started.
        var runners: [Int] = []
        /// The callers that need wait no longer.
        var passed: [Passage] = []
        /// Whether the watch must be started.
        var startsWatch = false
    }

    /// What the watch has to do.
    enum Watch: Sendable {
        case end
        case sleep(until: Duration)
        case replaceRunner
    }

    private(set) var slots: [Slot] = []
    private(set) var batch: EntryQueue
    /// The executor of the line's runner.
    private(set) var executor = RunnerExecutor()
    private var shortestPatience = Duration.century
    private var isWatched = false
    /// The entry that the line's runner works on, and the slot that comes next.
    private var current: Entry?
    private var position = 0
    /// The slot that the line's runner calls, and since when.
    private var calling: (slot: Int, since: Duration)?

    init(batch: EntryQueue) { self.batch = batch }

    mutating func bind(_ slots: [Slot]) {
        self.slots = slots
        shortestPatience = slots.map(\.patience).min() ?? .century
    }

    // MARK: Runners

    /// The line's runner goes on, from a new batch of `inbox` when it has finished its own.
    mutating func advance(_ inbox: borrowing Locked<Inbox>, now: Duration) -> Turn {
        var turn = Turn()
        while turn.delivery == nil {
            guard let entry = current ?? next(inbox) else { return turn }
            if let passage = entry.passage {
                turn.passed.append(passage)
                continue
            }
            guard position < slots.count else {
                current = nil
                position = 0
                continue
            }
            current = entry
            let slot = position
            position += 1
            if case .inTurn = slots[slot].mode, isReady(slot, for: entry) {
                turn.delivery = begin(entry, at: slot)
                calling = (slot, now)
            } else {
                slots[slot].postpone(entry)
            }
        }
        turn.startsWatch = !isWatched
        isWatched = true
        return turn
    }

    /// The runner of one slot goes on, until the slot's backlog is empty or a sink that it reads from is behind.
    mutating func advance(apart slot: Int) -> Turn {
        var turn = Turn()
        if let entry = slots[slot].backlog.first {
            if isReady(slot, for: entry) {
                _ = slots[slot].backlog.popFirst()
                turn.delivery = begin(entry, at: slot)
            } else {
                slots[slot].mode = .apart(hasRunner: false)
            }
        } else {
            slots[slot].rejoin()
        }
        return turn
    }

    /// A call has returned, and its runner goes on: the line's, unless the call took so long that it was left to it.
    mutating func finish(
        _ delivery: Delivery,
        failure: ErrorChain?,
        _ inbox: borrowing Locked<Inbox>,
        now: Duration
    ) -> Turn {
        slots[delivery.slot].finish(delivery.entry, failure: failure)
        let readers = slots[delivery.slot].readers.filter { startsRunner($0) }
        var turn: Turn
        if let calling, calling.slot == delivery.slot {
            self.calling = nil
            turn = advance(inbox, now: now)
        } else {
            turn = advance(apart: delivery.slot)
        }
        turn.runners += readers
        return turn
    }

    private mutating func next(_ inbox: borrowing Locked<Inbox>) -> Entry? {
        if batch.isEmpty { inbox.withLock { $0.exchange(&batch) } }
        return batch.popFirst()
    }

    private mutating func begin(_ entry: Entry, at slot: Int) -> Delivery {
        slots[slot].current = entry
        return Delivery(slot: slot, sink: slots[slot].sink, entry: entry)
    }

    private func isReady(_ slot: Int, for entry: Entry) -> Bool {
        slots[slot].writers.allSatisfy { writer in
            slots[writer].firstPending.map { $0 > entry.number } ?? true
        }
    }

    private mutating func startsRunner(_ slot: Int) -> Bool {
        guard case .apart(hasRunner: false) = slots[slot].mode, let entry = slots[slot].backlog.first,
            isReady(slot, for: entry)
        else { return false }
        slots[slot].mode = .apart(hasRunner: true)
        return true
    }

    // MARK: Watch

    /// Looks whether the sink that the line's runner calls has exceeded its patience.
    ///
    /// If so, the runner is left to that sink, and another must take its place.
    mutating func watch(now: Duration) -> Watch {
        guard let calling else {
            isWatched = false
            return .end
        }
        let end = calling.since + slots[calling.slot].patience
        guard end <= now else { return .sleep(until: min(end, now + shortestPatience)) }
        slots[calling.slot].lag()
        self.calling = nil
        executor = RunnerExecutor()
        return .replaceRunner
    }

    // MARK: End

    /// Drops every event that no sink works on.
    ///
    /// - Returns: The callers to resume.
    mutating func abandon(_ inbox: borrowing Locked<Inbox>) -> [Passage] {
        for slot in slots.indices { slots[slot].abandon(upcoming: upcoming(slot)) }
        current = nil
        position = 0
        return (batch.drain() + inbox.withLock { $0.abandon() }).compactMap(\.passage)
    }

    /// How many events the line's runner has taken and not yet come to with a slot.
    func upcoming(_ slot: Int) -> Int {
        batch.events + (current?.isEvent == true && slot >= position ? 1 : 0)
    }
}
