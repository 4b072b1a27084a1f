/// Keeps one value across launches.
public protocol ValueStore<Value>: Sendable {
    /// What is kept.
    associatedtype Value: Sendable

    /// Reads the value.
    ///
    /// - Returns: The value, or `nil` when none was saved.
    /// - Throws: `TelemetryError.setAside` when there was something unreadable that is out of the way now; any other
    ///   error when nothing is known about the value.
    func load() throws -> Value?

    /// Replaces the value; a crash leaves the old one or the new one.
    func save(_ value: Value) throws

    /// Replaces the value by what `change` makes of it; nobody who does the same comes between. By default it loads and
    /// saves, which is enough for a store that nobody else writes to.
    ///
    /// - Returns: The new value.
    /// - Throws: What `load()` and `save(_:)` do; the old value stays.
    func update(_ change: (Value?) -> Value) throws -> Value
}

extension ValueStore {
    /// Loads, changes and saves.
    public func update(_ change: (Value?) -> Value) throws -> Value {
        let value = change(try load())
        try save(value)
        return value
    }
}
