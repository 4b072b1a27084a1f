import Dispatch

/// A serial queue that runs one runner and the sinks that it calls.
///
/// Each runner has its own, so that a sink that blocks holds one thread, and neither another runner nor the pool that
/// all tasks share.
final class RunnerExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "telemetry.runner")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
