#if canImport(UIKit)
import Dispatch
import Foundation
import UIKit

/// Asks the system not to suspend the process while requests are sent. It works in extensions too.
struct BackgroundTime: Sendable {
    private let gate = DispatchSemaphore(value: 0)

    init() {
        let gate = gate
        // The block runs on a system thread. The time lasts until it returns. When the time expires, it is called again.
        ProcessInfo.processInfo.performExpiringActivity(withReason: "Sending requests") { isExpired in
            if isExpired { gate.signal() } else { gate.wait() }
        }
    }

    func end() { gate.signal() }
}
#else
/// Does nothing on platforms that do not suspend processes.
struct BackgroundTime: Sendable {
    func end() {}
}
#endif
