import Foundation

/// The results of requests that were sent together.
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
    /// The pause that begins. `nil` if no attempt failed.
    private(set) var pause: Pause?
    /// Whether the server was not reached or asked for a delay, so that a flush need not wait. `nil` if no attempt failed.
    private(set) var isServerUnavailable: Bool?

    init(store: Int64, now: Date) {
        self.store = store
        self.now = now
    }

    /// Adds the result of a request.
    mutating func add(
        _ claimed: ClaimedRequest, _ result: TransportResult, failures: Int, policy: RetryPolicy, random: Double
    ) {
        let settlement: Settlement
        switch policy.verdict(result, failures: failures, now: now, random: random) {
        case .delivered: settlement = .delivered
        case .dropped(let reason): settlement = .dropped(reason)
        case .retry(let delay, let isAsked, let mayHaveArrived):
            let own = policy.backoff.delay(failures: claimed.attempt - 1, random: random)
            settlement = .retry(
                at: now.addingTimeInterval(max(delay, own).seconds), mayHaveArrived: mayHaveArrived)
            pause = Pause(
                until: max(now.addingTimeInterval(delay.seconds), pause?.until ?? .distantPast),
                failures: failures + 1, isAsked: isAsked || pause?.isAsked == true)
            var isUnreached = false
            if case .failed = result { isUnreached = true }
            isServerUnavailable = isServerUnavailable == true || isUnreached || isAsked
        }
        attempts.append(Attempt(claimed: claimed, result: result, settlement: settlement))
    }

    /// Adds a request that was cancelled here. It is due again at once.
    mutating func putBack(_ claimed: ClaimedRequest) {
        isPutBack = true
        attempts.append(
            Attempt(
                claimed: claimed, result: .failed(.cancelled), settlement: .retry(at: now, mayHaveArrived: true)))
    }

    /// The results as the store records them.
    var settled: UploadStore.Settled {
        let change: UploadStore.PauseChange =
            if let pause { .begins(pause) } else if isPutBack { .unchanged } else { .ends }
        return UploadStore.Settled(
            settlements: attempts.map { ($0.claimed.id, $0.settlement) }, store: store, pause: change)
    }

    /// Reports the results, once they are stored.
    func report(to activity: EventMapping<OutboxActivity>?) {
        guard let activity else { return }
        for attempt in attempts {
            let request = OutboxActivity.Request(
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
