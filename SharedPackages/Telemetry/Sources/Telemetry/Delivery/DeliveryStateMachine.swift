import Dispatch
import Primitives

/// Decides which sink receives which item next. `SinkPipeline` carries the decisions out.
///
/// - Invariant: A sink works on one item at a time, and on items in the order of their numbers.
/// - Invariant: A sink starts on an item only when every sink that it reads from has finished it.
struct DeliveryStateMachine: Sendable {
    /// One call of one sink.
    struct Delivery: Sendable {
        /// The sink's place in the pipeline.
        let index: Int
        let sink: any TelemetrySink
        let item: QueueItem
    }

    /// The next steps of a runner.
    struct Actions: Sendable {
        /// The next call. Without one the runner ends.
        var delivery: Delivery?
        /// The sinks whose own runners must be started.
        var runners: [Int] = []
        /// The barriers that were reached.
        var barriers: [Barrier] = []
        /// Whether the watchdog must be started.
        var startsWatchdog = false
    }

    /// The next step of the watchdog.
    enum WatchdogAction: Sendable {
        case end
        case sleep(until: Duration)
        case replaceRunner
    }

    private(set) var sinks: [SinkState] = []
    /// The queue of the pipeline's runner.
    private(set) var queue = RunnerQueue()
    private var batch: BoundedQueue
    private var shortestPatience = Duration.century
    private var isWatched = false
    /// The item that the pipeline's runner works on, and the index of the sink that comes next.
    private var current: QueueItem?
    private var nextIndex = 0
    /// The sink that the pipeline's runner calls, and the start of the call.
    private var call: (index: Int, start: Duration)?

    init(batch: BoundedQueue) { self.batch = batch }

    mutating func bind(_ sinks: [SinkState]) {
        self.sinks = sinks
        shortestPatience = sinks.map(\.patience).min() ?? .century
    }

    // MARK: Runners

    /// Continues the pipeline's runner. At the end of its batch it takes a new one from `inbox`.
    mutating func advance(_ inbox: borrowing Locked<Inbox>, now: Duration) -> Actions {
        var actions = Actions()
        while actions.delivery == nil {
            guard let item = current ?? nextItem(inbox) else { return actions }
            if let barrier = item.barrier {
                actions.barriers.append(barrier)
                continue
            }
            guard nextIndex < sinks.count else {
                current = nil
                nextIndex = 0
                continue
            }
            current = item
            let index = nextIndex
            nextIndex += 1
            if case .inTurn = sinks[index].mode, isReady(index, for: item) {
                actions.delivery = begin(item, at: index)
                call = (index, now)
            } else {
                sinks[index].postpone(item)
            }
        }
        actions.startsWatchdog = !isWatched
        isWatched = true
        return actions
    }

    /// Continues a sink's own runner until its backlog is empty or a sink that it reads from is behind.
    mutating func advance(apart index: Int) -> Actions {
        var actions = Actions()
        if let item = sinks[index].backlog.first {
            if isReady(index, for: item) {
                _ = sinks[index].backlog.popFirst()
                actions.delivery = begin(item, at: index)
            } else {
                sinks[index].mode = .apart(hasRunner: false)
            }
        } else {
            sinks[index].rejoin()
        }
        return actions
    }

    /// Records the end of a call and continues its runner.
    ///
    /// It is the pipeline's runner, unless the call took so long that the runner became the sink's own.
    mutating func finish(
        _ delivery: Delivery, failure: ErrorChain?, _ inbox: borrowing Locked<Inbox>, now: Duration
    ) -> Actions {
        sinks[delivery.index].finish(delivery.item, failure: failure)
        let readers = sinks[delivery.index].readers.filter { startsRunner($0) }
        var actions: Actions
        if let call, call.index == delivery.index {
            self.call = nil
            actions = advance(inbox, now: now)
        } else {
            actions = advance(apart: delivery.index)
        }
        actions.runners += readers
        return actions
    }

    private mutating func nextItem(_ inbox: borrowing Locked<Inbox>) -> QueueItem? {
        if batch.isEmpty { inbox.withLock { $0.exchange(&batch) } }
        return batch.popFirst()
    }

    private mutating func begin(_ item: QueueItem, at index: Int) -> Delivery {
        sinks[index].current = item
        return Delivery(index: index, sink: sinks[index].sink, item: item)
    }

    private func isReady(_ index: Int, for item: QueueItem) -> Bool {
        sinks[index].writers.allSatisfy { writer in
            sinks[writer].firstPending.map { $0 > item.number } ?? true
        }
    }

    private mutating func startsRunner(_ index: Int) -> Bool {
        guard case .apart(hasRunner: false) = sinks[index].mode, let item = sinks[index].backlog.first,
            isReady(index, for: item)
        else { return false }
        sinks[index].mode = .apart(hasRunner: true)
        return true
    }

    // MARK: Watchdog

    /// Checks whether the current call of the pipeline's runner has exceeded the sink's patience.
    ///
    /// In that case the runner becomes the sink's own, and the pipeline needs another.
    mutating func checkPatience(now: Duration) -> WatchdogAction {
        guard let call else {
            isWatched = false
            return .end
        }
        let end = call.start + sinks[call.index].patience
        guard end <= now else { return .sleep(until: min(end, now + shortestPatience)) }
        sinks[call.index].startLagging()
        self.call = nil
        queue = RunnerQueue()
        return .replaceRunner
    }

    // MARK: Status and end

    /// Drops every event that no sink works on.
    ///
    /// - Returns: The callers to resume.
    mutating func abandon(_ inbox: borrowing Locked<Inbox>) -> [Barrier] {
        for index in sinks.indices { sinks[index].abandon(upcoming: upcoming(index)) }
        current = nil
        nextIndex = 0
        return (batch.removeAll() + inbox.withLock { $0.abandon() }).compactMap(\.barrier)
    }

    func status(_ inbox: borrowing Locked<Inbox>) -> TelemetryStatus {
        let statuses = sinks.indices.map { sinks[$0].status(upcoming: upcoming($0)) }
        return inbox.withLock { $0.status(statuses) }
    }

    /// The number of events that the pipeline's runner has taken and not yet offered to the sink at `index`.
    private func upcoming(_ index: Int) -> Int {
        batch.events + (current?.isEvent == true && index >= nextIndex ? 1 : 0)
    }
}

/// A serial queue that runs one runner and the sinks that it calls.
///
/// Each runner has a queue of its own. A sink that blocks holds that one thread. It blocks neither another runner nor the
/// thread pool that all tasks share. Before iOS 18 and macOS 15 a task cannot choose its queue: a runner then runs in the
/// pool, and a sink that blocks holds one of the pool's threads.
struct RunnerQueue: Sendable {
    private let start: @Sendable (@escaping @Sendable () async -> Void) -> Void

    init() {
        if #available(iOS 18, macOS 15, *) {
            let executor = RunnerExecutor()
            start = { work in Task.detached(executorPreference: executor) { await work() } }
        } else {
            start = { work in Task.detached { await work() } }
        }
    }

    func run(_ work: @escaping @Sendable () async -> Void) { start(work) }
}

@available(iOS 18, macOS 15, *)
private final class RunnerExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "telemetry.runner")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
