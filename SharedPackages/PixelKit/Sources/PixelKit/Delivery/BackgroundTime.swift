#if canImport(UIKit)
import Dispatch
import Foundation
import UIKit

/// Asks the system not to suspend the process while requests are sent; works in extensions too.
struct BackgroundTime: Sendable {
    private let gate = DispatchSemaphore(value: 0)

    init() {
        let gate = gate
        // The block runs on a thread of the system's and holds the time for as long as it has not returned; when the
        // time is over it is called again.
        ProcessInfo.processInfo.performExpiringActivity(withReason: "Sending pixels") { isExpired in
            if isExpired { gate.signal() } else { gate.wait() }
        }
    }

    func end() { gate.signal() }
}
#else
/// Where processes are not suspended, there is nothing to ask for.
struct BackgroundTime: Sendable {
    func end() {}
}
#endif
