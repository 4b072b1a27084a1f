/// A signal that an attempt can succeed again: the network is back, or the app is in the foreground.
public protocol WakeSource: Sendable {
    /// Begins to watch. `wake` can be called from any thread.
    func start(_ wake: @escaping @Sendable () -> Void)
    /// Stops watching.
    func stop()
}
