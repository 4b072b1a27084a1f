import Telemetry

/// A sink that calls closures.
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

/// The error of sinks and stores that a test lets fail.
struct Fault: Error, Equatable {}

/// Events named by their numbers.
func events(_ range: Range<Int>) -> [TelemetryEvent] { range.map { TelemetryEvent("\($0)") } }

extension [TelemetryEvent] {
    var names: [String] { map(\.name) }
}

/// A store in memory that throws given errors.
final class MemoryStore<Value: Sendable>: ValueStore {
    private struct State: Sendable {
        var value: Value?
        var loadErrors: [any Error] = []
        var saveErrors: [any Error] = []
        var saves = 0
    }

    private let state: Locked<State>

    init(_ value: Value? = nil, loadErrors: [any Error] = [], saveErrors: [any Error] = []) {
        state = Locked(State(value: value, loadErrors: loadErrors, saveErrors: saveErrors))
    }

    var value: Value? { state.withLock { $0.value } }
    var saves: Int { state.withLock { $0.saves } }

    func load() throws -> Value? {
        try state.withLock { state in
            if !state.loadErrors.isEmpty { throw state.loadErrors.removeFirst() }
            return state.value
        }
    }

    func save(_ value: Value) throws {
        try state.withLock { state in
            if !state.saveErrors.isEmpty { throw state.saveErrors.removeFirst() }
            state.value = value
            state.saves += 1
        }
    }
}

/// Suspends tasks until a test opens it.
actor Gate {
    private var isOpen = false
    private var arrivals = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    /// Waits until the gate is open.
    func pass() async {
        arrivals += 1
        for watcher in watchers where watcher.count <= arrivals { watcher.continuation.resume() }
        watchers.removeAll { $0.count <= arrivals }
        if !isOpen { await withCheckedContinuation { waiting.append($0) } }
    }

    /// Waits until `count` tasks have called `pass`.
    func arrivals(_ count: Int) async {
        if arrivals < count { await withCheckedContinuation { watchers.append((count, $0)) } }
    }

    func open() {
        isOpen = true
        for task in waiting { task.resume() }
        waiting = []
    }
}
