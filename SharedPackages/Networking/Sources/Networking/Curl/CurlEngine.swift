#if canImport(CCurl)
import CCurl
import Foundation
import Primitives

/// One request on its way between its sender and the thread of libcurl.
final class CurlExchange: @unchecked Sendable {  // Each field below says what guards it.
    let request: HTTPRequest
    /// The handle that runs it. Belongs to the engine's thread.
    weak var handle: CurlHandle?
    /// Guarded by the engine's lock. `nil` as soon as the outcome is decided.
    fileprivate var completion: CurlEngine.Completion?
    /// Guarded by the engine's lock.
    fileprivate var isCancelled = false

    init(_ request: HTTPRequest) { self.request = request }
}

/// The exchanges that the thread takes from the engine, and those that it hands back.
struct CurlBatch: Sendable {
    var submitted: [CurlExchange] = []
    var cancelled: [CurlExchange] = []
    var ended: [(exchange: CurlExchange, outcome: CurlEngine.Outcome)] = []
    private var completions: [CurlEngine.Completion?] = []

    var hasWork: Bool { !submitted.isEmpty || !cancelled.isEmpty }

    /// Called under the engine's lock. An exchange that was cancelled has no completion left.
    fileprivate mutating func takeCompletions() {
        for ended in ended { completions.append(ended.exchange.completion.take()) }
    }

    fileprivate mutating func callCompletions() {
        for (ended, completion) in zip(ended, completions) { completion?(ended.outcome) }
        ended.removeAll(keepingCapacity: true)
        completions.removeAll(keepingCapacity: true)
    }
}

/// Runs requests on libcurl, all of them on one thread.
///
/// The thread begins with a request. It ends, and closes its connections, when no request came for the configuration's idle
/// limit, or with the client. Between answers it sleeps without a limit.
final class CurlEngine: Sendable {
    typealias Outcome = Result<HTTPAnswer, HTTPFailure>
    typealias Exchange = CurlExchange
    typealias Completion = @Sendable (Outcome) -> Void

    /// Whether the engine ends requests at their timeout by itself.
    static let limitsTime = true

    private struct State: @unchecked Sendable {  // `multi` is used under the lock alone.
        var submitted: [CurlExchange] = []
        var cancelled: [CurlExchange] = []
        var hasThread = false
        /// What to wake the thread with. `nil` while it begins or ends.
        var multi: UnsafeMutableRawPointer?
        /// Whether the thread waits, or is about to, so that new work has to wake it.
        var isWaiting = false
        var isClosed = false

        /// Called under the lock, without which the thread could free the handle meanwhile.
        mutating func wake() {
            guard isWaiting, let multi else { return }
            isWaiting = false
            curl_multi_wakeup(multi)
        }

        /// Exchanges the queues for the empty ones of the batch.
        mutating func take(into batch: inout CurlBatch) {
            swap(&submitted, &batch.submitted)
            swap(&cancelled, &batch.cancelled)
            isWaiting = false
        }
    }

    private let state = Locked(State())
    private let configuration: HTTPClient.Configuration

    init(_ configuration: HTTPClient.Configuration) { self.configuration = configuration }

    /// Ends the thread and its connections. Requests that still run are cancelled.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.wake()
        }
    }

    /// Starts an exchange. Its completion is called once: on the engine's thread, or where the exchange is cancelled.
    func start(_ exchange: CurlExchange, completion: @escaping Completion) {
        if let defect = CurlLibrary.defect { return completion(.failure(.unusableLibrary(reason: defect))) }
        let (isRefused, needsThread) = state.withLock { state in
            if exchange.isCancelled || state.isClosed { return (true, false) }
            exchange.completion = completion
            state.submitted.append(exchange)
            state.wake()
            defer { state.hasThread = true }
            return (false, !state.hasThread)
        }
        if isRefused { completion(.failure(.cancelled)) }
        if needsThread { Thread.detachNewThread { self.run() } }
    }

    /// Ends an exchange at once with a failure, unless it has ended.
    func cancel(_ exchange: CurlExchange, _ failure: HTTPFailure) {
        let completion = state.withLock { state in
            exchange.isCancelled = true
            let completion = exchange.completion.take()
            if completion != nil {
                state.cancelled.append(exchange)
                state.wake()
            }
            return completion
        }
        completion?(.failure(failure))
    }
}

// MARK: - The thread

extension CurlEngine {
    private func run() {
        Thread.current.name = "HTTPClient"
        Self.blockBrokenPipeSignal()
        var batch = CurlBatch()
        guard let loop = CurlLoop(configuration) else {
            // No memory or no descriptors are left.
            state.withLock { state in
                state.hasThread = false
                state.take(into: &batch)
            }
            return endUnbegun(&batch)
        }
        state.withLock { $0.multi = loop.multi }
        while takeWork(&batch, mayEnd: loop.isExpired) {
            if !batch.hasWork {
                loop.wait(&batch)
                state.withLock { $0.take(into: &batch) }
            }
            loop.perform(&batch)
            if !batch.ended.isEmpty { finish(&batch) }
        }
        loop.close(&batch)
        endUnbegun(&batch)
    }

    /// Takes what is new. Returns whether the thread goes on.
    private func takeWork(_ batch: inout CurlBatch, mayEnd: Bool) -> Bool {
        state.withLock { state in
            let isOver = state.isClosed || mayEnd && state.submitted.isEmpty && state.cancelled.isEmpty
            if isOver { (state.multi, state.hasThread) = (nil, false) }
            state.take(into: &batch)
            state.isWaiting = !isOver && !batch.hasWork
            return !isOver
        }
    }

    private func finish(_ batch: inout CurlBatch) {
        state.withLock { _ in batch.takeCompletions() }
        batch.callCompletions()
    }

    /// Ends the exchanges that cannot begin any more.
    private func endUnbegun(_ batch: inout CurlBatch) {
        for exchange in batch.submitted { batch.ended.append((exchange, .failure(.unreachable))) }
        finish(&batch)
    }

    /// A write to a connection that the server has closed raises SIGPIPE, and libcurl is told not to handle signals.
    private static func blockBrokenPipeSignal() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}
#endif
