import Primitives

/// A request to flush, on its way through the sinks of a pipeline.
final class FlushRequest: Sendable {
    let deadline: Deadline
    private let unfinished: Locked<Set<Int>>
    private let completion = AsyncStream.makeStream(of: Void.self)

    init(sinks: Int, deadline: Deadline) {
        self.deadline = deadline
        unfinished = Locked(Set(0..<sinks))
        if sinks == 0 { completion.continuation.finish() }
    }

    /// Records that a sink has flushed.
    func finish(_ sink: Int) {
        let isComplete = unfinished.withLock { unfinished in
            unfinished.remove(sink)
            return unfinished.isEmpty
        }
        if isComplete { completion.continuation.finish() }
    }

    /// Waits for the sinks until the deadline passes or the calling task is cancelled.
    ///
    /// - Returns: The sinks that have not flushed.
    func wait() async -> Set<Int> {
        let (deadline, completion) = (deadline, completion.stream)
        _ = await valueOrNil(before: { try await deadline.wait() }) {
            for await _ in completion {}
        }
        return unfinished.withLock { $0 }
    }
}

/// A caller that waits for its place in the queue to be reached.
///
/// A class, because a continuation's size is known to its own library alone. A queue item of unknown size is slow.
final class Barrier: Sendable {
    private let continuation: CheckedContinuation<Void, Never>

    init(_ continuation: CheckedContinuation<Void, Never>) { self.continuation = continuation }

    func open() { continuation.resume() }
}
