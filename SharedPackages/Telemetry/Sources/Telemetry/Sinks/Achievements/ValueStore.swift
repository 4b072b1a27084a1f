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
}
