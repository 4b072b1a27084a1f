import Dispatch
import Foundation

/// The signals that ask a process to end, one after another.
package struct Signals: Sendable {
    // Only cancelled after `init`, which Dispatch allows from any thread.
    private nonisolated(unsafe) let sources: [any DispatchSourceSignal]
    private let arrived: AsyncStream<Int32>

    /// Takes the signals over from the system, which ends the process at once until this returns.
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
            // Not before, or a signal of that moment would be lost. On Linux Dispatch sets a handler of its own.
            signal(number, SIG_IGN)
            #endif
            return source
        }
    }

    /// Waits for the first signal and hands the signals back: a second one ends the process at once.
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
