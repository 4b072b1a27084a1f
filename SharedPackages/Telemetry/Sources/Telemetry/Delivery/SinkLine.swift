import Primitives

/// Delivers events to a list of sinks, in order, by one runner.
///
/// Callers touch the inbox alone. The runner is a task that ends when nothing waits and is started by the next item.
/// Decisions are taken by `LineState` under its lock, and carried out here without one.
final class SinkLine: Sendable {
    private let inbox: Locked<Inbox>
    private let state: Locked<LineState>
    private let options: DeliveryOptions
    private let stopwatch: Stopwatch

    init(_ options: DeliveryOptions) throws(TelemetryError) {
        try options.check()
        let queue = EntryQueue(limit: options.capacity, overflow: options.overflow)
        inbox = Locked(Inbox(queue: queue))
        state = Locked(LineState(batch: queue))
        stopwatch = Stopwatch(options.clock)
        self.options = options
    }

    /// Names the sinks, and starts delivering what came before.
    func bind(_ sinks: [any TelemetrySink], owner: String) throws(TelemetryError) {
        let slots = try Slot.plan(sinks, options: options)
        let starts = state.withLock { state -> Bool? in
            if inbox.withLock({ $0.isBound }) { return nil }
            state.bind(slots)
            return inbox.withLock { $0.bind() }
        }
        guard let starts else { throw .alreadyBound(owner) }
        if starts { startRunner() }
    }

    // MARK: Callers

    /// Leaves an event for the runner.
    func send(_ event: TelemetryEvent) {
        admit(.event(event))
    }

    /// Leaves an event for the runner and returns when it has passed every sink that does not lag, or was dropped.
    ///
    /// Before sinks are named it returns at once.
    func deliver(_ event: TelemetryEvent) async {
        await withCheckedContinuation { continuation in
            let passage = Passage(continuation)
            let (isBound, starts) = inbox.withLock { inbox in
                let starts = inbox.append(.event(event))
                return inbox.isBound ? (true, inbox.append(.passage(passage)) || starts) : (false, starts)
            }
            if starts { startRunner() }
            if !isBound { passage.open() }
        }
    }

    /// Waits until every sink has received what was left before this call, and has flushed.
    ///
    /// - Returns: The names of the sinks that did not finish in time.
    func flush(until deadline: Deadline) async -> [String] {
        let sinks = sinks
        let ticket = FlushTicket(sinks: sinks.count, deadline: deadline)
        admit(.flush(ticket))
        return await ticket.wait().sorted().map { sinks[$0].name }
    }

    /// Refuses events from now on.
    func close() { inbox.withLock { $0.close() } }

    /// Drops every event that no sink works on, also in the lines behind the sinks, and refuses others.
    func abandon() {
        close()
        for passage in state.withLock({ $0.abandon(inbox) }) { passage.open() }
        for line in state.withLock({ $0.slots.compactMap(\.line) }) { line.abandon() }
    }

    var isBound: Bool { inbox.withLock { $0.isBound } }

    var sinks: [any TelemetrySink] { state.withLock { $0.slots.map(\.sink) } }

    var status: TelemetryStatus {
        var (status, lines) = state.withLock { state -> (TelemetryStatus, [SinkLine?]) in
            let sinks = state.slots.indices.map { state.slots[$0].status(upcoming: state.upcoming($0)) }
            return (inbox.withLock { $0.status(sinks) }, state.slots.map(\.line))
        }
        for (slot, line) in lines.enumerated() { status.sinks[slot].downstream = line?.status }
        return status
    }

    private func admit(_ item: Item) {
        if inbox.withLock({ $0.append(item) }) { startRunner() }
    }

    // MARK: Runners

    private func startRunner() {
        let executor = state.withLock { $0.executor }
        Task.detached(executorPreference: executor) { [self] in
            await run(state.withLock { $0.advance(inbox, now: stopwatch.elapsed()) })
        }
    }

    private func startRunner(apart slot: Int) {
        Task.detached(executorPreference: RunnerExecutor()) { [self] in
            await run(state.withLock { $0.advance(apart: slot) })
        }
    }

    private func run(_ first: LineState.Turn) async {
        var turn = first
        act(on: turn)
        while let delivery = turn.delivery {
            let failure = await perform(delivery)
            turn = state.withLock { $0.finish(delivery, failure: failure, inbox, now: stopwatch.elapsed()) }
            act(on: turn)
        }
    }

    private func act(on turn: LineState.Turn) {
        for slot in turn.runners { startRunner(apart: slot) }
        for passage in turn.passed { passage.open() }
        if turn.startsWatch { startWatch() }
    }

    private func perform(_ delivery: LineState.Delivery) async -> ErrorChain? {
        switch delivery.entry.item {
        case .event(let event):
            do {
                try await delivery.sink.receive(event)
            } catch {
                return ErrorChain(error)
            }
        case .flush(let ticket):
            await delivery.sink.flush(until: ticket.deadline)
            if !ticket.deadline.hasPassed { ticket.finish(delivery.slot) }
        case .passage:
            break  // It ends at the line's runner.
        }
        return nil
    }

    private func startWatch() {
        Task.detached { [self] in
            while true {
                switch state.withLock({ $0.watch(now: stopwatch.elapsed()) }) {
                case .end: return
                case .sleep(let end): try? await stopwatch.sleep(end)
                case .replaceRunner: startRunner()
                }
            }
        }
    }
}
