/// A receiver of telemetry events, such as a log, an analytics provider or a counter.
///
/// ```swift
/// import Telemetry
///
/// /// Counts the blocked sites of this launch.
/// actor BlockedSiteCounter: TelemetrySink {
///     let name = "blocked-sites"
///     private(set) var count = 0
///
///     func receive(_ event: TelemetryEvent) {
///         if event.name == "site.blocked" { count += 1 }
///     }
/// }
/// ```
///
/// The facade calls `receive(_:)` for one event after another, in the order in which they were observed, and never for
/// two events at a time. The calls run on a serial executor of the facade, so a sink may block or suspend. The caller of
/// ``Telemetry/observe(_:)`` never waits. The other sinks wait until the sink's patience is over (see ``SinkOptions``).
///
/// A sink may call ``Telemetry/observe(_:)``. It must not fire pixels, because pixels are reported to sinks.
///
/// `SinkContract` of `TelemetryTesting` checks these rules in the tests of a sink.
public protocol TelemetrySink: Sendable {
    /// The sink's name. It is unique among the sinks of a facade and never changes.
    var name: String { get }

    /// The limits and dependencies of the sink. By default those of the facade.
    var sinkOptions: SinkOptions { get }

    /// The sink's settings in a few words, for people who look at a live facade. Empty by default.
    var settings: String { get }

    /// The sinks that this one hands events to, for code that walks a live facade. Empty by default.
    var downstream: [any TelemetrySink] { get }

    /// Receives one event.
    ///
    /// - Throws: Any error. The facade counts it. The other sinks are not affected.
    func receive(_ event: TelemetryEvent) async throws

    /// Finishes the work on received events, as far as possible before `deadline`. By default there is no such work.
    ///
    /// The sink's patience applies as for an event. Declare the function as `async`, even if it never suspends: when an
    /// asynchronous function calls the sink directly, a synchronous `flush` loses against the default implementation.
    func flush(until deadline: Deadline) async
}

extension TelemetrySink {
    /// The facade's limits and no dependencies.
    public var sinkOptions: SinkOptions { SinkOptions() }

    /// Empty.
    public var settings: String { "" }

    /// Empty.
    public var downstream: [any TelemetrySink] { [] }

    /// Returns at once.
    public func flush(until deadline: Deadline) async {}
}

/// The limits and dependencies of one sink. Limits that are `nil` are taken from ``DeliveryOptions``.
public struct SinkOptions: Hashable, Sendable {
    /// The names of the sinks whose output this sink reads.
    ///
    /// They must stand before it. Each of them finishes an event before this sink starts on it, also when it lags.
    public var readsFrom: [String]
    /// The time that one event may take before the other sinks continue without this one.
    public var patience: Duration?
    /// The number of events that are kept for this sink while it lags.
    public var backlog: Int?
    /// Which events are dropped when the backlog is full.
    public var overflow: Overflow?

    /// Creates options.
    public init(
        readsFrom: [String] = [],
        patience: Duration? = nil,
        backlog: Int? = nil,
        overflow: Overflow? = nil
    ) {
        self.readsFrom = readsFrom
        self.patience = patience
        self.backlog = backlog
        self.overflow = overflow
    }
}

extension TelemetrySink {
    /// Returns the sink with a declared dependency: it reads the output of `writers`.
    ///
    /// Creating a facade fails if a writer is missing or comes later.
    public func reads(from writers: any TelemetrySink...) -> AdjustedSink {
        AdjustedSink(self) { $0.readsFrom += writers.map(\.name) }
    }

    /// Returns the sink with its own limit for the time that one event may take.
    public func patience(_ patience: Duration) -> AdjustedSink {
        AdjustedSink(self) { $0.patience = patience }
    }

    /// Returns the sink with its own limit for the events that are kept while it lags.
    public func backlog(_ limit: Int, dropping overflow: Overflow) -> AdjustedSink {
        AdjustedSink(self) {
            $0.backlog = limit
            $0.overflow = overflow
        }
    }
}

/// A sink with other options than its own.
public struct AdjustedSink: TelemetrySink {
    private let base: any TelemetrySink
    /// The options of the wrapped sink, with the changes.
    public let sinkOptions: SinkOptions

    init(_ base: any TelemetrySink, _ change: (inout SinkOptions) -> Void) {
        self.base = base
        var options = base.sinkOptions
        change(&options)
        sinkOptions = options
    }

    /// The name of the wrapped sink.
    public var name: String { base.name }

    /// The settings of the wrapped sink.
    public var settings: String { base.settings }

    /// The wrapped sink.
    public var downstream: [any TelemetrySink] { [base] }

    /// Passes the event to the wrapped sink.
    public func receive(_ event: TelemetryEvent) async throws { try await base.receive(event) }

    /// Flushes the wrapped sink.
    public func flush(until deadline: Deadline) async { await base.flush(until: deadline) }
}
