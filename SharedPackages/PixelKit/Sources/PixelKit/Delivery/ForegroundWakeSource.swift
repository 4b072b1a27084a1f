#if canImport(UIKit) || canImport(AppKit)
import Foundation
import Persistence
import Primitives

#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

/// Wakes when the app becomes active.
final class ForegroundWakeSource: WakeSource {
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
#endif
