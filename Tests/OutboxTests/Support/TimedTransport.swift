import Foundation
import PixelKit
import PixelKitTesting

/// A transport that asks the test for each answer, and keeps when each request was sent.
final class TimedTransport: RequestTransport {
    /// A request that was sent.
    struct Sent: Equatable {
        let target: String
        /// Seconds since the clock's start.
        let second: Double
    }

    private struct State {
        var sent: [Sent] = []
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let clock: ManualClock
    private let start: Date
    private let answer: @Sendable (OutboundRequest) -> TransportResult
    private let state = Locked(State())

    init(clock: ManualClock, answer: @escaping @Sendable (OutboundRequest) -> TransportResult) {
        self.clock = clock
        self.answer = answer
        start = clock.date
    }

    var sent: [Sent] { state.withLock { $0.sent } }
    var seconds: [Double] { sent.map(\.second) }

    func send(_ request: OutboundRequest) async -> TransportResult {
        let second = (clock.date.timeIntervalSince(start) * 1000).rounded() / 1000
        let reached = state.withLock { state in
            state.sent.append(Sent(target: request.target, second: second))
            let count = state.sent.count
            let reached = state.watchers.filter { $0.count <= count }.map(\.continuation)
            state.watchers.removeAll { $0.count <= count }
            return reached
        }
        let result = answer(request)
        for continuation in reached { continuation.resume() }
        return result
    }

    func waitForRequests(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.sent.count >= count { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isReached { continuation.resume() }
        }
    }
}
