import Primitives

/// The state of one sink in a pipeline: its mode, backlog and counts.
struct SinkState: Sendable {
    /// The runner that calls the sink.
    enum Mode {
        /// The pipeline's runner, in the order of the sinks.
        case inTurn
        /// A runner of the sink's own, which takes from the backlog. Without a runner the sink waits for one that it reads
        /// from.
        case apart(hasRunner: Bool)
    }

    let sink: any TelemetrySink
    let relay: (any RelayingSink)?
    let patience: Duration
    /// The indices of the sinks that this one reads from.
    let writers: [Int]
    /// The indices of the sinks that read from this one.
    let readers: [Int]

    var mode = Mode.inTurn
    var backlog: BoundedQueue
    /// The item that the sink works on.
    var current: QueueItem?
    /// Whether the sink exceeded its patience and has not caught up.
    var isLagging = false

    private let description: SinkDescription
    private var delivered = 0
    private var failed = 0
    private var dropped = 0
    private var lags = 0
    private var lastFailure: ErrorChain?

    private init(_ sink: any TelemetrySink, writers: [Int], readers: [Int], options: DeliveryOptions) {
        let own = sink.sinkOptions
        self.sink = sink
        relay = sink.relay
        description = SinkDescription(sink)
        self.writers = writers
        self.readers = readers
        patience = min(own.patience ?? options.patience, .century)
        backlog = BoundedQueue(limit: own.backlog ?? options.backlog, overflow: own.overflow ?? .oldest)
    }

    /// The number of the first item that the sink has not finished.
    var firstPending: Int? { current?.number ?? backlog.first?.number }

    /// Keeps `item` for the sink's own runner.
    mutating func postpone(_ item: QueueItem) {
        if case .inTurn = mode { mode = .apart(hasRunner: false) }
        if !backlog.append(item) { dropped += 1 }
    }

    mutating func finish(_ item: QueueItem, failure: ErrorChain?) {
        current = nil
        guard item.isEvent else { return }
        if let failure {
            failed += 1
            lastFailure = failure
        } else {
            delivered += 1
        }
    }

    mutating func startLagging() {
        mode = .apart(hasRunner: true)
        isLagging = true
        lags += 1
    }

    mutating func rejoin() {
        mode = .inTurn
        isLagging = false
    }

    /// Drops the events of the backlog, and counts `upcoming` ones that the pipeline had not offered yet.
    mutating func abandon(upcoming: Int) {
        dropped += backlog.events + upcoming
        _ = backlog.removeAll()
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
            sink: description, pace: pace, delivered: delivered, failed: failed, dropped: dropped,
            pending: backlog.events + working + upcoming, lags: lags, lastFailure: lastFailure, downstream: nil)
    }
}

extension SinkState {
    /// Returns the states of `sinks` in their order.
    ///
    /// - Throws: `TelemetryError` when the sinks cannot work together in this order.
    static func all(_ sinks: [any TelemetrySink], options: DeliveryOptions) throws(TelemetryError) -> [SinkState] {
        var indices: [String: Int] = [:]
        for (index, sink) in sinks.enumerated() {
            guard indices.updateValue(index, forKey: sink.name) == nil else { throw .duplicateSink(sink.name) }
        }
        var writers: [[Int]] = []
        for (index, sink) in sinks.enumerated() {
            try sink.sinkOptions.validate(sink.name)
            var writersOfSink: [Int] = []
            for writer in sink.sinkOptions.readsFrom {
                guard let other = indices[writer] else { throw .missingWriter(reader: sink.name, writer: writer) }
                guard other < index else { throw .wrongOrder(reader: sink.name, writer: writer) }
                guard sinks[other].relay == nil else {
                    throw .writerReturnsEarly(reader: sink.name, writer: writer)
                }
                writersOfSink.append(other)
            }
            writers.append(writersOfSink)
        }
        return sinks.indices.map { index in
            let readers = sinks.indices.filter { writers[$0].contains(index) }
            return SinkState(sinks[index], writers: writers[index], readers: readers, options: options)
        }
    }
}

extension DeliveryOptions {
    func validate() throws(TelemetryError) {
        try requirePositive(capacity, "the capacity")
        try requirePositive(backlog, "the backlog")
        try requirePositive(patience, "the patience")
    }
}

extension SinkOptions {
    func validate(_ name: String) throws(TelemetryError) {
        if let patience { try requirePositive(patience, "the patience of '\(name)'") }
        if let backlog { try requirePositive(backlog, "the backlog of '\(name)'") }
    }
}

private func requirePositive(_ limit: Int, _ option: String) throws(TelemetryError) {
    guard limit > 0 else { throw .invalid(option: option, value: "\(limit)", expected: "at least 1") }
}

private func requirePositive(_ patience: Duration, _ option: String) throws(TelemetryError) {
    guard patience > .zero else {
        throw .invalid(option: option, value: "\(patience)", expected: "a positive duration")
    }
}
