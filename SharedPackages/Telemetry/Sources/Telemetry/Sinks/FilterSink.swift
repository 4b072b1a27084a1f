/// Hands on the events that another sink should see.
public struct FilterSink: TelemetrySink {
    private let base: any TelemetrySink
    private let isIncluded: @Sendable (TelemetryEvent) -> Bool

    /// Creates a sink that hands on the events for which `isIncluded` is true.
    ///
    /// - Parameters:
    ///   - base: The sink that receives them.
    ///   - isIncluded: Called on the runner.
    public init(_ base: any TelemetrySink, isIncluded: @escaping @Sendable (TelemetryEvent) -> Bool) {
        self.base = base
        self.isIncluded = isIncluded
    }

    /// The name of the sink beneath.
    public var name: String { base.name }

    /// The terms of the sink beneath.
    public var terms: SinkTerms { base.terms }

    /// The sink beneath.
    public var downstream: [any TelemetrySink] { [base] }

    /// Hands the event on, if it is included.
    public func receive(_ event: TelemetryEvent) async throws {
        if isIncluded(event) { try await base.receive(event) }
    }

    /// Flushes the sink beneath.
    public func flush(until deadline: Deadline) async { await base.flush(until: deadline) }
}
