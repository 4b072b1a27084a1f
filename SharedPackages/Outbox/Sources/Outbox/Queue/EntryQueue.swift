/// The bounded queue in memory: entries and consents, in the order of the calls.
///
/// Its state changes only through the transitions below. They return the action that the ``GroupWriter`` performs
/// outside the lock.
final class EntryQueue: Sendable {
    /// The next step of the writer.
    enum Action: Equatable {
        case none
        /// Write a group after the gathering time.
        case gather
        /// Write a group now.
        case write
    }

    /// When an entry is written.
    enum Urgency {
        /// After the gathering time, together with others.
        case gathered
        /// At once, unless storage has just failed.
        case awaited
        /// At once in any case.
        case immediate
    }

    /// The entries of one transaction.
    struct Group: Sendable {
        /// The consent that is stored before the entries.
        var consent: Consent?
        var entries: [any OutboxEntry] = []
        fileprivate var requestCount = 0
        /// The position of the consent or of the first entry.
        fileprivate let start: Int

        fileprivate var isEmpty: Bool { entries.isEmpty && consent == nil }
    }

    /// Requests that the queue refused, until a transaction counts them.
    struct Refusals: Sendable {
        var memoryFull = 0
        var shutDown = 0

        fileprivate var isEmpty: Bool { memoryFull == 0 && shutDown == 0 }
    }

    /// A group that is being written.
    struct Drain: Sendable {
        fileprivate let number: Int
        var group: Group
        let refusals: Refusals
        /// The most private of the consents that follow the group.
        let laterConsent: Consent
    }

    /// The end of a drain.
    struct End {
        /// The callers whose wait is over.
        let over: [CheckedContinuation<Bool, Never>]
        /// The entries that failed with the storage.
        var failed: [any OutboxEntry] = []
        let action: Action
    }

    fileprivate enum Phase {
        case idle, gathering, writing
        /// Storage failed. A timer or an immediate call starts the next attempt.
        case paused
    }

    /// A caller that waits for a drain that begins after the call, and for everything before the call.
    fileprivate struct Waiter {
        let drain: Int
        let position: Int
        let continuation: CheckedContinuation<Bool, Never>
    }

    fileprivate struct State {
        var phase = Phase.idle
        /// Groups that take in no more entries, in order. Every consent begins a group.
        var closed: [Group] = []
        var open = Group(start: 0)
        /// Storage of an earlier group, so that the queue need not grow again.
        var spare: [any OutboxEntry] = []
        /// The position of the next entry or consent.
        var position = 0
        /// Entries that are queued or being written.
        var count = 0
        var refusals = Refusals()
        /// The consent as far as this process knows.
        var consent = Consent.pending
        var consentReadAt = Int64.min
        var unstoredConsents: [Consent] = []
        var isShutDown = false
        var drainCount = 0
        var waiters: [Waiter] = []
        /// Whether an entry that is not retried came after the last drain had begun.
        var hasNewChanges = false
    }

    /// This many entries are written without gathering more.
    fileprivate static let sizeToWrite = 512
    /// The time in milliseconds after which a denial is read again, because another process may have lifted it.
    private static let denialLifetime = 1000

    private let limit: Int
    private let state = Locked(State())

    init(limit: Int) { self.limit = limit }

    // MARK: - Calls from any thread

    /// Adds an entry, unless the queue is full, consent is denied, or the outbox was shut down.
    ///
    /// - Returns: The reason of a refusal. A refusal for consent is not counted.
    func offer(
        _ entry: any OutboxEntry, requestCount: Int, _ urgency: Urgency, at date: Int64
    ) -> (refusal: DropReason?, action: Action) {
        state.withLock { state in
            if state.consent == .denied, (date &- state.consentReadAt).magnitude < Self.denialLifetime {
                return (.denied, .none)
            }
            if state.isShutDown {
                state.refusals.shutDown += requestCount
                return (.shutDown, state.request(.gathered))
            }
            if state.count >= limit {
                state.refusals.memoryFull += requestCount
                return (.memoryFull, state.request(.gathered))
            }
            state.add(entry, requestCount)
            return (nil, state.request(urgency))
        }
    }

    /// Adds an entry that is neither refused nor retried.
    func add(_ entry: any OutboxEntry) -> Action {
        state.withLock { state in
            state.add(entry, 1)
            state.hasNewChanges = true
            return state.request(.immediate)
        }
    }

    /// Counts requests that another bounded queue refused.
    func refuse(_ count: Int) -> Action {
        state.withLock { state in
            state.refusals.memoryFull += count
            return state.request(.gathered)
        }
    }

    /// Adds a consent. If it is more private than the current one, it holds at once.
    func set(_ consent: Consent, at now: Int64) {
        state.withLock { state in
            state.close(beginningWith: consent)
            state.position += 1
            state.unstoredConsents.append(consent)
            state.consent = min(state.consent, consent)
            state.consentReadAt = now
        }
    }

    /// Refuses further offers. Returns false if it was called before.
    func shutDown() -> Bool {
        state.withLock { state in
            defer { state.isShutDown = true }
            return !state.isShutDown
        }
    }

    /// Adds a caller that waits for the commit of everything before the call.
    func wait(_ continuation: CheckedContinuation<Bool, Never>) -> Action {
        state.withLock { state in
            state.waiters.append(
                Waiter(drain: state.drainCount + 1, position: state.position, continuation: continuation))
            return state.request(.immediate)
        }
    }

    /// Asks for the first group, which reads the stored consent.
    func begin() -> Action { state.withLock { $0.request(.gathered) } }

    var isShutDown: Bool { state.withLock { $0.isShutDown } }
    /// The number of entries in memory.
    var count: Int { state.withLock { $0.count } }
    /// The most private of the consents that are not stored yet.
    var unstoredConsent: Consent { state.withLock { $0.unstoredConsents.min() ?? .granted } }

    // MARK: - Calls of the writer

    /// Ends the gathering time. Returns `.none` if an urgent call has ended it.
    func endGathering() -> Action { state.withLock { $0.leave(.gathering) } }

    /// Ends the pause after a failure. Returns `.none` if an immediate call has ended it.
    func endPause() -> Action { state.withLock { $0.leave(.paused) } }

    /// Takes the first group.
    func beginDrain() -> Drain {
        state.withLock { state in
            let group = state.takeGroup()
            let later = state.unstoredConsents.dropFirst(group.consent == nil ? 0 : 1).min()
            let refusals = state.refusals
            state.refusals = Refusals()
            state.hasNewChanges = false
            state.drainCount += 1
            return Drain(
                number: state.drainCount, group: group, refusals: refusals, laterConsent: later ?? .granted)
        }
    }

    /// Ends a drain that was committed.
    ///
    /// - Parameters:
    ///   - drain: The drain.
    ///   - consent: The consent in the store.
    ///   - now: The current time in milliseconds since 1970.
    func committed(_ drain: Drain, consent: Consent, at now: Int64) -> End {
        state.withLock { state in
            state.count -= drain.group.entries.count
            if drain.group.consent != nil { state.unstoredConsents.removeFirst() }
            state.consent = min(consent, state.unstoredConsents.min() ?? .granted)
            state.consentReadAt = now
            let done = (state.closed.first ?? state.open).start
            let over = state.endWaits { $0.drain <= drain.number && $0.position <= done }
            state.phase = .idle
            if !state.isEmpty || !state.waiters.isEmpty { return End(over: over, action: state.request(.immediate)) }
            return End(over: over, action: state.refusals.isEmpty ? .none : state.request(.gathered))
        }
    }

    /// Ends a drain that failed. Its group is the next one again, without the entries that are not retried.
    ///
    /// Callers and entries that came while it ran get a drain of their own: storage may have recovered meanwhile.
    func failed(_ drain: Drain) -> End {
        state.withLock { state in
            state.refusals.memoryFull += drain.refusals.memoryFull
            state.refusals.shutDown += drain.refusals.shutDown
            var group = drain.group
            var failed = group.removeChanges()
            state.count -= failed.count
            if !group.isEmpty { state.closed.insert(group, at: 0) }
            if !state.hasNewChanges { failed += state.removeChanges() }
            let over = state.endWaits { $0.drain <= drain.number }
            state.phase = .paused
            let isUrgent = !state.waiters.isEmpty || state.hasNewChanges
            return End(over: over, failed: failed, action: isUrgent ? state.request(.immediate) : .none)
        }
    }

    /// Takes back the storage of entries that were committed.
    func reuse(_ storage: consuming [any OutboxEntry]) {
        storage.removeAll(keepingCapacity: true)
        let empty = storage
        state.withLock { state in
            if state.spare.capacity == 0 { state.spare = empty }
        }
    }

    /// Removes and returns all entries.
    func removeAll() -> [any OutboxEntry] {
        state.withLock { state in
            let entries = state.closed.flatMap(\.entries) + state.open.entries
            state.closed = []
            state.open = EntryQueue.Group(start: state.position)
            return entries
        }
    }
}

extension EntryQueue.State {
    var isEmpty: Bool { closed.isEmpty && open.isEmpty }

    mutating func add(_ entry: any OutboxEntry, _ requestCount: Int) {
        if open.requestCount + requestCount > Database.groupLimit, !open.entries.isEmpty { close() }
        if open.entries.capacity == 0 {
            swap(&open.entries, &spare)
        }
        open.entries.append(entry)
        open.requestCount += requestCount
        position += 1
        count += 1
    }

    /// Closes the open group and begins another one.
    mutating func close(beginningWith consent: Consent? = nil) {
        if !open.isEmpty { closed.append(open) }
        open = EntryQueue.Group(consent: consent, start: position)
    }

    mutating func takeGroup() -> EntryQueue.Group {
        if closed.isEmpty { close() }
        return closed.isEmpty ? EntryQueue.Group(start: position) : closed.removeFirst()
    }

    /// Returns the action for a new entry or caller.
    mutating func request(_ urgency: EntryQueue.Urgency) -> EntryQueue.Action {
        switch phase {
        case .writing: return .none
        case .paused where urgency != .immediate: return .none
        case .idle where urgency == .gathered && count < EntryQueue.sizeToWrite:
            phase = .gathering
            return .gather
        case .gathering where urgency == .gathered && count < EntryQueue.sizeToWrite: return .none
        case .idle, .gathering, .paused:
            phase = .writing
            return .write
        }
    }

    mutating func leave(_ expected: EntryQueue.Phase) -> EntryQueue.Action {
        guard phase == expected else { return .none }
        phase = .writing
        return .write
    }

    mutating func endWaits(where isOver: (EntryQueue.Waiter) -> Bool) -> [CheckedContinuation<Bool, Never>] {
        guard !waiters.isEmpty else { return [] }
        let over = waiters.filter(isOver).map(\.continuation)
        waiters.removeAll(where: isOver)
        return over
    }

    /// Removes and returns the entries that are not retried.
    mutating func removeChanges() -> [any OutboxEntry] {
        var removed: [any OutboxEntry] = []
        for index in closed.indices { removed += closed[index].removeChanges() }
        removed += open.removeChanges()
        closed.removeAll(where: \.isEmpty)
        if open.isEmpty { open = EntryQueue.Group(start: position) }
        count -= removed.count
        return removed
    }
}

extension EntryQueue.Group {
    fileprivate mutating func removeChanges() -> [any OutboxEntry] {
        let changes = entries.filter { !$0.isRetried }
        if !changes.isEmpty { entries.removeAll { !$0.isRetried } }
        return changes
    }
}
