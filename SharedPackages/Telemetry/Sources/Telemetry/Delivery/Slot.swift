import Primitives

/// A sink in its place in a line.
struct Slot: Sendable {
    /// How the sink gets its events.
    enum Mode {
        /// From the line's runner, in turn.
        case inTurn
        /// From its backlog, by a runner of its own if it has one; without one it waits for a sink it reads from.
        case apart(hasRunner: Bool)
    }

    let sink: any TelemetrySink
    /// The line behind the sink, if there is one.
    let line: SinkLine?
    let patience: Duration
    /// The sinks that this one reads from.
    let writers: [Int]
    /// The sinks that read from this one.
    let readers: [Int]

    var mode = Mode.inTurn
    var backlog: EntryQueue
    /// The entry that the sink works on.
    var current: Entry?
    /// Whether the sink exceeded its patience and has not caught up.
    var isLagging = false

    private(set) var delivered = 0
    private(set) var failed = 0
    private(set) var dropped = 0
    private(set) var lags = 0
    private var lastFailure: ErrorChain?
    private let name: String
    private let type: String

    init(_ sink: any TelemetrySink, writers: [Int], readers: [Int], options: DeliveryOptions) {
        let terms = sink.terms
        self.sink = sink
        line = sink.innerLine
        name = sink.name
        type = sink.typeName
        self.writers = writers
        self.readers = readers
        patience = min(terms.patience ?? options.patience, .century)
        backlog = EntryQueue(limit: terms.backlog ?? options.backlog, overflow: terms.overflow ?? .oldest)
    }

    /// The number of the first entry that the sink is not done with.
    var firstPending: Int? { current?.number ?? backlog.first?.number }

    /// Keeps `entry` until the sink's own runner comes to it.
    mutating func postpone(_ entry: Entry) {
        if case .inTurn = mode { mode = .apart(hasRunner: false) }
        if !backlog.append(entry) { dropped += 1 }
    }

    mutating func finish(_ entry: Entry, failure: ErrorChain?) {
        current = nil
        guard entry.isEvent else { return }
        if let failure {
            failed += 1
            lastFailure = failure
        } else {
            delivered += 1
        }
    }

    mutating func lag() {
        mode = .apart(hasRunner: true)
        isLagging = true
        lags += 1
    }

    mutating func rejoin() {
        mode = .inTurn
        isLagging = false
    }

    /// Drops the events that wait, and those that the line had not come to.
    mutating func abandon(upcoming: Int) {
        dropped += backlog.events + upcoming
        while backlog.popFirst() != nil {}
        if case .apart(hasRunner: false) = mode { rejoin() }
    }

    func status(upcoming: Int) -> SinkStatus {
        let pace: SinkStatus.Pace =
            switch mode {
            case .inTurn: .inTurn
            case .apart: isLagging ? .lagging : .following
            }
        let working = current?.isEvent == true ? 1 : 0
        return SinkStatus(
            name: name,
            type: type,
            pace: pace,
            delivered: delivered,
            failed: failed,
            dropped: dropped,
            pending: backlog.events + working + upcoming,
            lags: lags,
            lastFailure: lastFailure,
            downstream: nil
        )
    }
}
