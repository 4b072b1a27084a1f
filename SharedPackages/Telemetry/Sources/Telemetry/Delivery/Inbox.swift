/// An element of a pipeline's queues.
struct QueueItem: Sendable {
    enum Content: Sendable {
        case event(TelemetryEvent)
        /// A request that every sink flush.
        case flush(FlushRequest)
        /// A caller that waits until all earlier items have passed the sinks that do not lag.
        case barrier(Barrier)
    }

    /// The place in the order of arrival.
    let number: Int
    let content: Content

    var isEvent: Bool {
        switch content {
        case .event: true
        case .flush, .barrier: false
        }
    }

    var barrier: Barrier? {
        switch content {
        case .barrier(let barrier): barrier
        case .event, .flush: nil
        }
    }
}

/// A bounded first-in, first-out queue that reuses its storage.
///
/// Appending and removing take constant time. Only events count towards the limit.
struct BoundedQueue: Sendable {
    private let limit: Int
    private let overflow: Overflow
    private var storage: [QueueItem?] = []  // Its size is a power of two, or zero.
    private var head = 0
    private var count = 0
    /// The number of waiting events.
    private(set) var events = 0

    init(limit: Int, overflow: Overflow) {
        self.limit = limit
        self.overflow = overflow
    }

    var isEmpty: Bool { count == 0 }

    var first: QueueItem? { isEmpty ? nil : storage[head] }

    /// Appends `item`. At the limit it drops one event, the first one or `item` itself.
    ///
    /// - Returns: Whether nothing was dropped.
    mutating func append(_ item: QueueItem) -> Bool {
        var hasRoom = true
        if item.isEvent {
            hasRoom = events < limit
            if !hasRoom {
                if overflow == .newest { return false }
                removeFirstEvent()
            }
            events += 1
        }
        if count == storage.count { grow() }
        storage[(head + count) & (storage.count - 1)] = item
        count += 1
        return hasRoom
    }

    mutating func popFirst() -> QueueItem? {
        guard count > 0, let item = storage[head].take() else { return nil }
        head = (head + 1) & (storage.count - 1)
        count -= 1
        if item.isEvent { events -= 1 }
        return item
    }

    mutating func removeAll() -> [QueueItem] {
        var items: [QueueItem] = []
        while let item = popFirst() { items.append(item) }
        return items
    }

    /// Removes the first event. Other items before it keep their places.
    private mutating func removeFirstEvent() {
        guard let item = popFirst(), !item.isEvent else { return }
        removeFirstEvent()
        head = (head - 1) & (storage.count - 1)
        storage[head] = item
        count += 1
    }

    private mutating func grow() {
        let size = max(16, storage.count * 2)
        var larger: [QueueItem?] = []
        larger.reserveCapacity(size)
        larger.append(contentsOf: storage[head...])
        larger.append(contentsOf: storage[..<head])
        larger.append(contentsOf: repeatElement(nil, count: size - count))
        storage = larger
        head = 0
    }
}

/// The queue between the callers of a pipeline and its runner.
struct Inbox: Sendable {
    private var queue: BoundedQueue
    private var observed = 0
    private var dropped = 0
    private var refused = 0
    /// Whether there are sinks to deliver to.
    private(set) var isBound = false
    private var isClosed = false
    private var isRunnerParked = true
    private var lastNumber = 0

    init(queue: BoundedQueue) { self.queue = queue }

    /// Appends an item.
    ///
    /// - Returns: Whether the runner must be started.
    mutating func append(_ content: QueueItem.Content) -> Bool {
        lastNumber += 1
        let item = QueueItem(number: lastNumber, content: content)
        if item.isEvent {
            if isClosed {
                refused += 1
                return false
            }
            observed += 1
        }
        if !queue.append(item) { dropped += 1 }
        return wakeRunner()
    }

    /// Lets the runner start on the items that wait.
    ///
    /// - Returns: Whether the runner must be started.
    mutating func bind() -> Bool {
        isBound = true
        return wakeRunner()
    }

    /// Hands over all waiting items in exchange for an empty queue, whose storage is used again.
    ///
    /// If nothing waits, the runner parks and the next item starts a new one.
    mutating func exchange(_ batch: inout BoundedQueue) {
        isRunnerParked = queue.isEmpty
        if !isRunnerParked { swap(&queue, &batch) }
    }

    /// Drops all waiting items and returns them.
    mutating func abandon() -> [QueueItem] {
        dropped += queue.events
        return queue.removeAll()
    }

    /// Refuses later events.
    mutating func close() { isClosed = true }

    func status(_ sinks: [SinkStatus]) -> TelemetryStatus {
        TelemetryStatus(
            observed: observed, waiting: queue.events, dropped: dropped, refused: refused, sinks: sinks)
    }

    private mutating func wakeRunner() -> Bool {
        guard isRunnerParked, isBound, !queue.isEmpty else { return false }
        isRunnerParked = false
        return true
    }
}
