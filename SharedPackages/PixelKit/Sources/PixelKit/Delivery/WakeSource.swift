/// Tells that waiting may be over: the network is back, or the app is in the foreground again.
public protocol WakeSource: Sendable {
    /// Begins to watch. `wake` may be called from any thread.
    func start(_ wake: @escaping @Sendable () -> Void)
    /// Ends watching.
    func stop()
}

/// The sources that this platform offers; none on Linux, where time and new rows wake the uploader.
func platformWakeSources() -> [any WakeSource] {
    var sources: [any WakeSource] = []
    #if canImport(Network)
    sources.append(NetworkWakeSource())
    #endif
    #if canImport(UIKit) || canImport(AppKit)
    sources.append(ForegroundWakeSource())
    #endif
    return sources
}
