import Dispatch

/// Holds a thread until it is opened.
package final class Gate: Sendable {
    package init() {}

    private let semaphore = DispatchSemaphore(value: 0)
    private let arrivals = AsyncStream.makeStream(of: Void.self)

    /// Called on the thread to be held.
    package func hold() {
        arrivals.continuation.yield()
        semaphore.wait()
    }

    /// Returns once a thread is held.
    package func waitUntilHeld() async { for await _ in arrivals.stream { return } }

    package func open() { semaphore.signal() }
}
