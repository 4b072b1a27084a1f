/// Where callers leave what the runner will deliver.
struct Inbox: Sendable {
    private var queue: EntryQueue
    private var observed = 0
    private var dropped = 0
    private var refused = 0
    /// Whether there are sinks to deliver to.
    private(set) var isBound = false
    private var isClosed = false
    private var isParked = true
    private var lastNumber = 0

    init(queue: EntryQueue) { self.queue = queue }

    /// Leaves an item.
    ///
    /// - Returns: Whether the runner must be started.
    mutating func append(_ item: Item) -> Bool {
        lastNumber += 1
        let entry = Entry(number: lastNumber, item: item)
        if entry.isEvent {
            if isClosed {
                refused += 1
                return false
            }
            observed += 1
        }
        if !queue.append(entry) { dropped += 1 }
        return wake()
    }

    /// Lets the runner start on what was left before.
    ///
    /// - Returns: Whether the runner must be started.
    mutating func bind() -> Bool {
        isBound = true
        return wake()
    }

    /// Hands over all that waits, in exchange for an empty queue whose storage is used again.
    ///
    /// When nothing waits, the next item starts a new runner.
    mutating func exchange(_ batch: inout EntryQueue) {
        isParked = queue.isEmpty
        if !isParked { swap(&queue, &batch) }
    }

    /// Drops all that waits.
    ///
    /// - Returns: What was dropped.
    mutating func abandon() -> [Entry] {
        dropped += queue.events
        return queue.drain()
    }

    /// Refuses events from now on.
    mutating func close() { isClosed = true }

    func status(_ sinks: [SinkStatus]) -> TelemetryStatus {
        TelemetryStatus(
            observed: observed,
            waiting: queue.events,
            dropped: dropped,
            refused: refused,
            sinks: sinks
        )
    }

    private mutating func wake() -> Bool {
        guard isParked, isBound, !queue.isEmpty else { return false }
        isParked = false
        return true
    }
}
