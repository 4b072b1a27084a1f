#if canImport(Network)
import Dispatch
import Network

/// Wakes when the network becomes usable.
final class NetworkWakeSource: WakeSource {
    private let monitor = NWPathMonitor()
    private let queue = DispatchQueue(label: "pixelkit.network", qos: .utility)

    func start(_ wake: @escaping @Sendable () -> Void) {
        monitor.pathUpdateHandler = { path in
            if path.status == .satisfied { wake() }
        }
        monitor.start(queue: queue)
    }

    func stop() { monitor.cancel() }
}
#endif
