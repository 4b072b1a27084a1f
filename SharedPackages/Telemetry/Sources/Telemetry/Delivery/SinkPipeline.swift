import Primitives

/// Delivers events to a list of sinks, in order, by one runner.
///
/// Callers use the inbox alone. The runner is a task that ends when nothing waits. The next item starts a new one.
/// `DeliveryStateMachine` decides under its lock, and the pipeline acts without one.
final class SinkPipeline: Sendable {
    private let inbox: Locked<Inbox>
    private let state: Locked<DeliveryStateMachine>
    private let options: DeliveryOptions
    private let stopwatch: Stopwatch

    init(_ options: DeliveryOptions) throws(TelemetryError) {
        try options.validate()
        let queue = BoundedQueue(limit: options.capacity, overflow: options.overflow)
        inbox = Locked(Inbox(queue: queue))
        state = Locked(DeliveryStateMachine(batch: queue))
        stopwatch = Stopwatch(options.time.clock)
        self.options = options
    }

    /// Sets the sinks, once, and starts to deliver the waiting events.
    ///
    /// - Parameter owner: The name for the error of a second call.
    func bind(_ sinks: [any TelemetrySink], owner: String) throws(TelemetryError) {
        let states = try SinkState.all(sinks, options: options)
        let starts = state.withLock { state -> Bool? in
            if inbox.withLock({ $0.isBound }) { return nil }
            state.bind(states)
            return inbox.withLock { $0.bind() }
        }
        guard let starts else { throw .alreadyBound(owner) }
        if starts { startRunner() }
    }

    // MARK: Callers

    /// Queues an event for the runner.
    func send(_ event: TelemetryEvent) {
        append(.event(event))
    }

    /// Queues an event and returns when it has passed every sink that does not lag, or was dropped.
    ///
    /// Before the sinks are set it returns at once.
    func deliver(_ event: TelemetryEvent) async {
        await withCheckedContinuation { continuation in
            let barrier = Barrier(continuation)
            let (isBound, starts) = inbox.withLock { inbox in
                let starts = inbox.append(.event(event))
                return inbox.isBound ? (true, inbox.append(.barrier(barrier)) || starts) : (false, starts)
            }
            if starts { startRunner() }
            if !isBound { barrier.open() }
        }
    }

    /// Waits until every sink has received the events that were queued before this call, and has flushed.
    ///
    /// - Returns: The names of the sinks that did not finish in time.
    func flush(until deadline: Deadline) async -> [String] {
        let sinks = sinks
        let request = FlushRequest(sinks: sinks.count, deadline: deadline)
        append(.flush(request))
        return await request.wait().sorted().map { sinks[$0].name }
    }

    /// Refuses later events.
    func close() { inbox.withLock { $0.close() } }

    /// Refuses later events and drops every event that no sink works on, also behind relaying sinks.
    func abandon() {
        close()
        for barrier in state.withLock({ $0.abandon(inbox) }) { barrier.open() }
        for relay in state.withLock({ $0.sinks.compactMap(\.relay) }) { relay.abandon() }
    }

    var isBound: Bool { inbox.withLock { $0.isBound } }

    var sinks: [any TelemetrySink] { state.withLock { $0.sinks.map(\.sink) } }

    var status: TelemetryStatus {
        var (status, relays) = state.withLock { ($0.status(inbox), $0.sinks.map(\.relay)) }
        for (index, relay) in relays.enumerated() { status.sinks[index].downstream = relay?.status }
        return status
    }

    private func append(_ content: QueueItem.Content) {
        if inbox.withLock({ $0.append(content) }) { startRunner() }
    }

    // MARK: Runners

    private func startRunner() {
        state.withLock { $0.queue }.run { [self] in
            await run(state.withLock { $0.advance(inbox, now: stopwatch.elapsed()) })
        }
    }

    private func startRunner(apart index: Int) {
        RunnerQueue().run { [self] in
            await run(state.withLock { $0.advance(apart: index) })
        }
    }

    private func run(_ first: DeliveryStateMachine.Actions) async {
        var actions = first
        perform(actions)
        while let delivery = actions.delivery {
            let failure = await perform(delivery)
            actions = state.withLock { $0.finish(delivery, failure: failure, inbox, now: stopwatch.elapsed()) }
            perform(actions)
        }
    }

    private func perform(_ actions: DeliveryStateMachine.Actions) {
        for index in actions.runners { startRunner(apart: index) }
        for barrier in actions.barriers { barrier.open() }
        if actions.startsWatchdog { startWatchdog() }
    }

    private func perform(_ delivery: DeliveryStateMachine.Delivery) async -> ErrorChain? {
        switch delivery.item.content {
        case .event(let event):
            do {
                try await delivery.sink.receive(event)
            } catch {
                return ErrorChain(error)
            }
        case .flush(let request):
            await delivery.sink.flush(until: request.deadline)
            if !request.deadline.hasPassed { request.finish(delivery.index) }
        case .barrier:
            break  // The pipeline's runner opens it.
        }
        return nil
    }

    private func startWatchdog() {
        Task.detached { [self] in
            while true {
                switch state.withLock({ $0.checkPatience(now: stopwatch.elapsed()) }) {
                case .end: return
                case .sleep(let end): try? await stopwatch.sleep(end)
                case .replaceRunner: startRunner()
                }
            }
        }
    }
}
