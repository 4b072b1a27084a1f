import Primitives
public import Telemetry

/// Keeps every event that it receives, for a test to compare.
public final class CapturingSink: TelemetrySink {
    private struct State: Sendable {
        var events: [TelemetryEvent] = []
        var flushes = 0
        var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

        /// Takes out the waiters that have waited for long enough.
        mutating func takeServed() -> [CheckedContinuation<Void, Never>] {
            let served = waiters.filter { $0.count <= events.count }.map(\.continuation)
            waiters.removeAll { $0.count <= events.count }
            return served
        }
    }

    /// The sink's name.
    public let name: String
    private let state = Locked(State())

    /// Creates a sink that has received nothing.
    public init(name: String = "capturing") { self.name = name }

    /// The events received so far, in their order.
    public var events: [TelemetryEvent] { state.withLock { $0.events } }

    /// The names of the events received so far, in their order.
    public var names: [String] { events.map(\.name) }

    /// How often the sink was flushed.
    public var flushes: Int { state.withLock { $0.flushes } }

    /// Waits until `count` events were received and returns the first `count`.
    public func first(_ count: Int) async -> [TelemetryEvent] {
        await withCheckedContinuation { continuation in
            let served = state.withLock { state in
                state.waiters.append((count, continuation))
                return state.takeServed()
            }
            for waiter in served { waiter.resume() }
        }
        return Array(events.prefix(count))
    }

    /// Keeps the event.
    public func receive(_ event: TelemetryEvent) {
        let served = state.withLock { state in
            state.events.append(event)
            return state.takeServed()
        }
        for waiter in served { waiter.resume() }
    }

    /// Counts the call.
    public func flush(until deadline: Deadline) async { state.withLock { $0.flushes += 1 } }
}
