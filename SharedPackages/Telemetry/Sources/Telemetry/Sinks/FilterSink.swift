/// A sink that passes on the events that meet a condition.
public struct FilterSink: TelemetrySink {
    private let base: any TelemetrySink
    private let title: String
    private let isIncluded: @Sendable (TelemetryEvent) -> Bool

    /// Creates a sink that passes on the events for which `isIncluded` returns `true`.
    ///
    /// - Parameters:
    ///   - base: The sink that receives them.
    ///   - title: What passes, in a few words such as "errors", for people who look at a live facade.
    ///   - isIncluded: Called on the runner.
    public init(
        _ base: any TelemetrySink, passing title: String, isIncluded: @escaping @Sendable (TelemetryEvent) -> Bool
    ) {
        self.base = base
        self.title = title
        self.isIncluded = isIncluded
    }

    /// The name of the wrapped sink.
    public var name: String { base.name }

    /// The options of the wrapped sink.
    public var sinkOptions: SinkOptions { base.sinkOptions }

    /// The condition.
    public var settings: String { "passes \(title)" }

    /// The wrapped sink.
    public var downstream: [any TelemetrySink] { [base] }

    /// Passes the event on, if it is included.
    public func receive(_ event: TelemetryEvent) async throws {
        if isIncluded(event) { try await base.receive(event) }
    }

    /// Flushes the wrapped sink.
    public func flush(until deadline: Deadline) async { await base.flush(until: deadline) }
}

/// A sink that passes on a share of the events.
///
/// All events of a flow are passed on, or none of them, with the same result in every process. Events outside flows are
/// drawn one by one.
public struct SamplingSink: TelemetrySink {
    private let base: any TelemetrySink
    private let percent: Double
    private let draw: @Sendable () -> Double

    /// Creates a sink that passes on `percent` of the events.
    ///
    /// - Parameters:
    ///   - base: The sink that receives them.
    ///   - percent: The share, from 0 to 100.
    ///   - draw: Returns a number from 0 up to, but not including, 100 for an event outside flows.
    /// - Throws: `TelemetryError.invalid` if `percent` is out of its range.
    public init(
        _ base: any TelemetrySink,
        percent: Double,
        draw: @escaping @Sendable () -> Double = { Double.random(in: 0..<100) }
    ) throws(TelemetryError) {
        guard (0...100).contains(percent) else {
            throw .invalid(option: "the share of '\(base.name)'", value: "\(percent)", expected: "0 to 100")
        }
        self.base = base
        self.percent = percent
        self.draw = draw
    }

    /// The name of the wrapped sink.
    public var name: String { base.name }

    /// The options of the wrapped sink.
    public var sinkOptions: SinkOptions { base.sinkOptions }

    /// The share.
    public var settings: String { "passes \(percent) % of the events" }

    /// The wrapped sink.
    public var downstream: [any TelemetrySink] { [base] }

    /// Passes the event on, if it is in the sample.
    public func receive(_ event: TelemetryEvent) async throws {
        let position = event.flowID.map(Self.position) ?? draw()
        if position < percent { try await base.receive(event) }
    }

    /// Flushes the wrapped sink.
    public func flush(until deadline: Deadline) async { await base.flush(until: deadline) }

    /// Returns a number from 0 up to 100 that depends on `flow` alone.
    ///
    /// FNV-1a, because `Hasher` differs between launches. The last step of MurmurHash3 spreads the low bits of short and
    /// similar texts.
    static func position(of flow: String) -> Double {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in flow.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        hash = (hash ^ (hash >> 33)) &* 0xff51_afd7_ed55_8ccd
        hash = (hash ^ (hash >> 33)) &* 0xc4ce_b9fe_1a85_ec53
        hash ^= hash >> 33
        return Double(hash >> 11) / Double(UInt64(1) << 53) * 100
    }
}
