public import PixelKit

/// A transport that answers by a script and keeps all requests.
public final class ScriptedTransport: RequestTransport {
    private struct State {
        var script: [TransportResult]
        var requests: [OutboundRequest] = []
        var isHeld = false
        var held: [Int: CheckedContinuation<Void, Never>] = [:]
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state: Locked<State>
    private let otherwise: TransportResult

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - script: The answers, one for each request in the order of arrival.
    ///   - otherwise: The answer after the end of the script. 200 by default.
    public init(_ script: [TransportResult] = [], otherwise: TransportResult = .answered(status: 200, retryAfter: nil))
    {
        state = Locked(State(script: script))
        self.otherwise = otherwise
    }

    /// All requests in order, including those whose answers are held back.
    public var requests: [OutboundRequest] { state.withLock { $0.requests } }
    /// The targets of ``requests``.
    public var targets: [String] { requests.map(\.target) }

    /// Adds answers to the script.
    public func script(_ results: TransportResult...) { state.withLock { $0.script += results } }

    /// Holds back all answers, like a server that hangs. Cancelled requests fail at once.
    public func hold() { state.withLock { $0.isHeld = true } }

    /// Gives the answers that were held back, and answers later requests.
    public func release() {
        let held = state.withLock { state in
            state.isHeld = false
            defer { state.held = [:] }
            return Array(state.held.values)
        }
        for continuation in held { continuation.resume() }
    }

    /// Waits until at least `count` requests were sent.
    public func waitForRequests(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.requests.count >= count { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isReached { continuation.resume() }
        }
    }

    /// Keeps the request and answers by the script.
    public func send(_ request: OutboundRequest) async -> TransportResult {
        let (id, result, isHeld, reached) = state.withLock { state in
            state.requests.append(request)
            let count = state.requests.count
            let result = state.script.isEmpty ? otherwise : state.script.removeFirst()
            let reached = state.watchers.filter { $0.count <= count }.map(\.continuation)
            state.watchers.removeAll { $0.count <= count }
            return (count, result, state.isHeld, reached)
        }
        for continuation in reached { continuation.resume() }
        if isHeld { await wait(id) }
        return Task.isCancelled ? .failed(.cancelled) : result
    }

    private func wait(_ id: Int) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mayGo = state.withLock { state in
                    guard state.isHeld, !Task.isCancelled else { return true }
                    state.held[id] = continuation
                    return false
                }
                if mayGo { continuation.resume() }
            }
        } onCancel: {
            let held = state.withLock { $0.held.removeValue(forKey: id) }
            held?.resume()
        }
    }
}
