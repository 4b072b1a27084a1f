#if canImport(Network) && (canImport(UIKit) || canImport(AppKit))
import Dispatch
import Foundation
import Network

#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

/// Returns the wake sources of this platform.
func platformWakeSources() -> [any WakeSource] { [NetworkWakeSource(), ForegroundWakeSource()] }

/// Wakes when the network becomes usable.
private final class NetworkWakeSource: WakeSource {
    private let monitor = NWPathMonitor()
    private let queue = DispatchQueue(label: "outbox.network", qos: .utility)

    func start(_ wake: @escaping @Sendable () -> Void) {
        monitor.pathUpdateHandler = { path in
            if path.status == .satisfied { wake() }
        }
        monitor.start(queue: queue)
    }

    func stop() { monitor.cancel() }
}

/// Wakes when the app becomes active.
private final class ForegroundWakeSource: WakeSource {
    private struct Observer: @unchecked Sendable {  // Only handed back to the notification centre.
        let token: any NSObjectProtocol
    }

    private let observer = Locked<Observer?>(nil)

    func start(_ wake: @escaping @Sendable () -> Void) {
        #if canImport(UIKit)
        let name = UIApplication.didBecomeActiveNotification
        #else
        let name = NSApplication.didBecomeActiveNotification
        #endif
        let token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in wake() }
        let made = Observer(token: token)
        observer.withLock { $0 = made }
    }

    func stop() {
        let observer = observer.withLock { observer in
            defer { observer = nil }
            return observer
        }
        if let observer { NotificationCenter.default.removeObserver(observer.token) }
    }
}
#else
/// Returns no sources: here only time and new requests wake the uploader.
func platformWakeSources() -> [any WakeSource] { [] }
#endif
