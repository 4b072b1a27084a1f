/// Reports milestones that a `RecordSink` has counted up to.
///
/// A milestone is reported until the terminal has confirmed it, and never after: what was confirmed is noted, and the
/// terminal is asked for its own list before the first report of a launch. A milestone that was reached in an earlier
/// launch is reported with the first event, whatever that is. Talking to the terminal takes time: wrap the sink in a
/// `ForwardingSink`, or rely on the facade's patience.
public actor AchievementSink: TelemetrySink {
    /// The sink's name.
    public nonisolated let name: String
    /// The sink reads what its `RecordSink` writes.
    public nonisolated let terms: SinkTerms
    private let records: RecordSink
    private let store: any ValueStore<Set<String>>
    /// Where milestones are reported to.
    package nonisolated let terminal: any AchievementReporting
    private let retryInterval: Duration
    private let clock: any Clock<Duration>

    /// The milestones that are not known to be confirmed; the store's note is read at the first event.
    private var open: [Milestone]
    private var confirmed: Set<String>?
    /// Whether the terminal was asked in this launch.
    private var hasAsked = false
    private var pause: Deadline?
    private var isBusy = false
    private var queue: [CheckedContinuation<Void, Never>] = []

    /// Creates a sink.
    ///
    /// - Parameters:
    ///   - name: The sink's name.
    ///   - milestones: What is reported.
    ///   - records: The sink that counts; it must stand before this one.
    ///   - store: Where confirmed milestones are noted, so that a launch with nothing to report leaves the terminal
    ///     alone.
    ///   - terminal: Where milestones are reported to.
    ///   - retryInterval: How long the terminal is left alone after an error; a flush does not wait for that. A minute
    ///     by default: achievements are not urgent.
    ///   - clock: What the interval is measured with.
    public init(
        name: String = "achievements",
        milestones: [Milestone],
        records: RecordSink,
        noting store: any ValueStore<Set<String>>,
        terminal: any AchievementReporting,
        retryInterval: Duration = .seconds(60),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.name = name
        self.records = records
        self.store = store
        self.terminal = terminal
        self.retryInterval = retryInterval
        self.clock = clock
        open = milestones
        terms = SinkTerms(readsFrom: [records.name])
    }

    /// Reports what was reached.
    ///
    /// - Throws: The terminal's error or the store's. The milestone is reported again.
    public func receive(_ event: TelemetryEvent) async throws {
        guard !open.isEmpty, pause?.hasPassed ?? true else { return }
        try await inTurn { try await report() }
    }

    /// Reports what was reached and not yet confirmed.
    public func flush(until deadline: Deadline) async {
        try? await inTurn { try await report() }
    }

    /// Returns the milestones that are not known to be confirmed, whether reached or not.
    ///
    /// - Throws: The store's error, when the note of earlier launches cannot be read.
    public func unconfirmed() throws -> [Milestone] {
        if let trouble = loadNote() { throw trouble }
        return open
    }

    private func report() async throws {
        let trouble = loadNote()
        do {
            let counts = try await records.counts()
            for milestone in open where counts[milestone.record, default: 0] >= milestone.count {
                try await report(milestone)
            }
            pause = nil
        } catch {
            pause = Deadline(after: retryInterval, clock: clock)
            throw error
        }
        if let trouble { throw trouble }
    }

    private func report(_ milestone: Milestone) async throws {
        if !hasAsked {
            try note(await terminal.confirmed())
            hasAsked = true
        }
        guard open.contains(milestone) else { return }
        do {
            try await terminal.report(milestone)
        } catch {
            hasAsked = false  // It may have been confirmed all the same, and only the answer got lost.
            throw error
        }
        try note([milestone.id])
    }

    /// Notes confirmed milestones; a note that cannot be written is made up for by asking the terminal next time.
    private func note(_ ids: Set<String>) throws {
        let all = (confirmed ?? []).union(ids)
        open.removeAll { all.contains($0.id) }
        guard all != confirmed else { return }
        confirmed = all
        _ = try store.update { ($0 ?? []).union(all) }
    }

    /// Reads the note of earlier launches, once.
    ///
    /// - Returns: The store's error. The terminal knows what the note said.
    private func loadNote() -> (any Error)? {
        if confirmed != nil { return nil }
        var trouble: (any Error)?
        do { confirmed = try store.load() ?? [] } catch { trouble = error }
        confirmed = confirmed ?? []
        open.removeAll { confirmed?.contains($0.id) ?? false }
        return trouble
    }

    /// Runs one body after the other: an actor alone lets a second call in while the first one waits for the terminal.
    private func inTurn(_ body: () async throws -> Void) async throws {
        if isBusy { await withCheckedContinuation { queue.append($0) } }
        isBusy = true
        defer {
            // The turn passes to the next in the queue without a gap that a newcomer could slip into.
            if queue.isEmpty { isBusy = false } else { queue.removeFirst().resume() }
        }
        try await body()
    }
}
