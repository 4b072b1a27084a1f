import Primitives
public import Telemetry

/// A sink that records events for the expectations of a test.
///
/// ```swift
/// import Telemetry
/// import TelemetryTesting
/// import Testing
///
/// @Test("A blocked site is observed")
/// func blockedSite() async throws {
///     let captured = CapturingSink()
///     let telemetry = try Telemetry(sinks: [captured])
///     telemetry.observe(TelemetryEvent("site.blocked"))
///     #expect(await captured.first(1).map(\.name) == ["site.blocked"])
/// }
/// ```
public final class CapturingSink: TelemetrySink {
    private struct State: Sendable {
        var events: [TelemetryEvent] = []
        var flushes = 0
        var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

        /// Removes and returns the waiters whose count is reached.
        mutating func removeServed() -> [CheckedContinuation<Void, Never>] {
            let served = waiters.filter { $0.count <= events.count }.map(\.continuation)
            waiters.removeAll { $0.count <= events.count }
            return served
        }
    }

    /// The sink's name.
    public let name: String
    private let state = Locked(State())

    /// Creates a sink without events.
    public init(name: String = "capturing") { self.name = name }

    /// The received events in their order.
    public var events: [TelemetryEvent] { state.withLock { $0.events } }

    /// The names of the received events in their order.
    public var names: [String] { events.map(\.name) }

    /// The number of flushes.
    public var flushes: Int { state.withLock { $0.flushes } }

    /// Waits until `count` events have been received, and returns the first `count`.
    public func first(_ count: Int) async -> [TelemetryEvent] {
        await withCheckedContinuation { continuation in
            let served = state.withLock { state in
                state.waiters.append((count, continuation))
                return state.removeServed()
            }
            for waiter in served { waiter.resume() }
        }
        return Array(events.prefix(count))
    }

    /// Records the event.
    public func receive(_ event: TelemetryEvent) {
        let served = state.withLock { state in
            state.events.append(event)
            return state.removeServed()
        }
        for waiter in served { waiter.resume() }
    }

    /// Counts the call.
    public func flush(until deadline: Deadline) async { state.withLock { $0.flushes += 1 } }
}
