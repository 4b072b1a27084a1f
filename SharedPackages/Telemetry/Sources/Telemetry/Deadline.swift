/// A moment by which work must be done, on the clock that it was created with.
public struct Deadline: Sendable {
    private let stopwatch: Stopwatch
    private let end: Duration

    init(after timeout: Duration, on stopwatch: Stopwatch) {
        self.stopwatch = stopwatch
        end = stopwatch.elapsed() + min(max(timeout, .zero), .century)
    }

    /// Creates a deadline that passes after `timeout`. With a negative timeout it has passed already.
    public init(after timeout: Duration, clock: any Clock<Duration> = ContinuousClock()) {
        self.init(after: timeout, on: Stopwatch(clock))
    }

    /// The time until the deadline, never negative.
    public var remaining: Duration { max(.zero, end - stopwatch.elapsed()) }

    /// Whether no time is left.
    public var hasPassed: Bool { remaining == .zero }

    /// Suspends until the deadline has passed.
    ///
    /// - Throws: `CancellationError` when the task is cancelled first.
    public func wait() async throws { try await stopwatch.sleep(end) }
}

/// The time since a moment, on a clock of any type.
struct Stopwatch: Sendable {
    /// Returns the time since the stopwatch was created.
    let elapsed: @Sendable () -> Duration
    /// Suspends until that much time has passed since the stopwatch was created.
    let sleep: @Sendable (_ until: Duration) async throws -> Void

    init(_ clock: any Clock<Duration>) {
        self.init(opening: clock)
    }

    private init<C: Clock>(opening clock: C) where C.Duration == Duration {
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    }
}

extension Duration {
    /// The limit for timeouts. Clocks trap on durations that they cannot represent.
    static let century = Duration.seconds(3_155_760_000)
}
