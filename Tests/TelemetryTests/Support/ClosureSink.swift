import Telemetry

/// A sink whose behaviour a test writes down.
struct ClosureSink: TelemetrySink {
    let name: String
    var onFlush: @Sendable (Deadline) async -> Void = { _ in }
    let onReceive: @Sendable (TelemetryEvent) async throws -> Void

    init(
        _ name: String,
        onFlush: @escaping @Sendable (Deadline) async -> Void = { _ in },
        onReceive: @escaping @Sendable (TelemetryEvent) async throws -> Void
    ) {
        self.name = name
        self.onFlush = onFlush
        self.onReceive = onReceive
    }

    func receive(_ event: TelemetryEvent) async throws { try await onReceive(event) }
    func flush(until deadline: Deadline) async { await onFlush(deadline) }
}

/// The error of sinks that fail on purpose.
struct Fault: Error, Equatable {}

/// Events named by their numbers.
func events(_ range: Range<Int>) -> [TelemetryEvent] { range.map { TelemetryEvent("\($0)") } }

extension [TelemetryEvent] {
    var names: [String] { map(\.name) }
}
