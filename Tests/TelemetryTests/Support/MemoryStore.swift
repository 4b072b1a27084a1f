import Telemetry

/// A store in memory that can be made to fail.
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
