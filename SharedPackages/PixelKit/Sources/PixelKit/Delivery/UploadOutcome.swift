import Common
import Foundation
import Persistence
import Primitives

/// What became of the requests that were sent together.
struct UploadOutcome: Sendable {
    private struct Attempt: Sendable {
        let claimed: ClaimedRequest
        let result: TransportResult
        let settlement: Settlement
    }

    private let store: Int64
    private let now: Date
    private var attempts: [Attempt] = []
    private var isPutBack = false
    /// The rest that the store takes; `nil` when nothing failed.
    private(set) var pause: Pause?
    /// Whether going on at once is of no use to those who flush; `nil` when nothing failed.
    private(set) var isInVain: Bool?

    init(store: Int64, now: Date) {
        self.store = store
        self.now = now
    }

    /// Adds what the server, or its silence, made of a request.
    mutating func add(
        _ claimed: ClaimedRequest, _ result: TransportResult, failures: Int, policy: RetryPolicy, random: Double
    ) {
        let settlement: Settlement
        switch policy.verdict(result, failures: failures, now: now, random: random) {
        case .delivered: settlement = .delivered
        case .dropped(let reason): settlement = .dropped(reason)
        case .retry(let delay, let isAsked, let mayHaveArrived):
            let own = policy.backoff(failures: claimed.attempt - 1, random: random)
            settlement = .retry(
                at: now.addingTimeInterval(max(delay, own).seconds), mayHaveArrived: mayHaveArrived)
            pause = Pause(
                until: max(now.addingTimeInterval(delay.seconds), pause?.until ?? .distantPast),
                failures: failures + 1, isAsked: isAsked || pause?.isAsked == true)
            var isUnreached = false
            if case .failed = result { isUnreached = true }
            isInVain = isInVain == true || isUnreached || isAsked
        }
        attempts.append(Attempt(claimed: claimed, result: result, settlement: settlement))
    }

    /// Adds a request that was cancelled here: it is due again at once.
    mutating func putBack(_ claimed: ClaimedRequest) {
        isPutBack = true
        attempts.append(
            Attempt(
                claimed: claimed, result: .failed(.cancelled), settlement: .retry(at: now, mayHaveArrived: true)))
    }

    /// What the store is to record.
    var settled: UploadStore.Settled {
        let rest: UploadStore.Rest =
            if let pause { .begins(pause) } else if isPutBack { .unchanged } else { .over }
        return UploadStore.Settled(
            settlements: attempts.map { ($0.claimed.id, $0.settlement) }, store: store, rest: rest)
    }

    /// Reports what was recorded.
    func tell(_ activity: EventMapping<PixelActivity>?) {
        guard let activity else { return }
        for attempt in attempts {
            let request = PixelActivity.Request(
                id: attempt.claimed.id, name: attempt.claimed.request.name, target: attempt.claimed.request.target)
            switch attempt.settlement {
            case .delivered: activity.fire(.sent(request, attempt: attempt.claimed.attempt))
            case .dropped(let reason): activity.fire(.dropped(reason, count: 1))
            case .retry(let date, _):
                let after = Duration.milliseconds(Int64((date.timeIntervalSince(now) * 1000).rounded()))
                activity.fire(
                    .postponed(
                        request, attempt: attempt.claimed.attempt, after: after, failure: attempt.result))
            }
        }
    }
}
