import Dispatch
import Foundation

/// The signals that ask a process to end.
package struct Signals: Sendable {
    // Only cancelled after `init`, which Dispatch allows from any thread.
    private nonisolated(unsafe) let sources: [any DispatchSourceSignal]
    private let arrived: AsyncStream<Int32>

    /// Takes over the signals. Until this returns, each of them still ends the process at once.
    package init(_ numbers: [Int32]) {
        let (arrived, continuation) = AsyncStream.makeStream(of: Int32.self)
        self.arrived = arrived
        sources = numbers.map { number in
            let source = DispatchSource.makeSignalSource(signal: number)
            let registered = DispatchSemaphore(value: 0)
            source.setRegistrationHandler { registered.signal() }
            source.setEventHandler { continuation.yield(number) }
            source.resume()
            registered.wait()
            #if canImport(Darwin)
            // Not earlier, or a signal that arrives now would be lost. On Linux Dispatch sets its own handler.
            signal(number, SIG_IGN)
            #endif
            return source
        }
    }

    /// Waits for the first signal and restores the default handlers, so that a second signal ends the process at once.
    package func first() async -> Int32? {
        var iterator = arrived.makeAsyncIterator()
        let number = await iterator.next()
        for source in sources {
            source.cancel()
            signal(Int32(source.handle), SIG_DFL)
        }
        return number
    }
}
