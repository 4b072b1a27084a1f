/// An operation had not ended when its time was up.
struct DeadlineExceeded: Error {}

/// Runs an operation and returns its result, unless the limit comes first.
///
/// A late operation is cancelled but not waited for: one that ignores its cancellation delays nobody.
///
/// - Throws: What the operation throws; `DeadlineExceeded`; `CancellationError` when the calling task is cancelled.
func withDeadline<Value: Sendable>(
    _ limit: Duration,
    on clock: any Clock<Duration>,
    operation: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    let (results, finish) = AsyncThrowingStream.makeStream(of: Value.self)
    let work = Task {
        do {
            finish.yield(try await operation())
        } catch {
            finish.finish(throwing: error)
        }
    }
    let timer = Task {
        try await clock.sleep(for: limit)
        finish.finish(throwing: DeadlineExceeded())
    }
    defer {
        work.cancel()
        timer.cancel()
    }
    for try await result in results { return result }
    throw CancellationError()  // The stream ends without a result only under a cancelled task.
}
