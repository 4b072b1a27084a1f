import Telemetry

/// A store that tells its progress before and after it writes.
struct SteppingStore<Value: Sendable>: ValueStore {
    let base: any ValueStore<Value>
    let progress: Progress

    func load() throws -> Value? {
        progress.step()
        return try base.load()
    }

    func update(_ change: (Value?) -> Value) throws -> Value {
        progress.step()
        let value = try base.update { value in
            progress.step()
            return change(value)
        }
        progress.step()
        return value
    }

    func save(_ value: Value) throws {
        progress.step()
        try base.save(value)
        progress.step()
    }
}
