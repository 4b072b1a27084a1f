import Dispatch

/// Holds a thread until it is opened.
package final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    private let arrivals = AsyncStream.makeStream(of: Void.self)

    package init() {}

    /// Blocks the calling thread until ``open()``.
    package func hold() {
        arrivals.continuation.yield()
        semaphore.wait()
    }

    /// Waits until a thread is held.
    package func waitUntilHeld() async { for await _ in arrivals.stream { return } }

    package func open() { semaphore.signal() }
}
