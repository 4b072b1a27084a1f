import Persistence
import Primitives

/// What became of a flush or a shutdown.
public enum FlushResult: Sendable, Equatable {
    /// What waited when it was called has been sent.
    case drained
    /// This many requests still wait, on disk or in memory, as far as this process knows; they are sent later.
    case timedOut(pending: Int)
    /// The dispatcher had been shut down already.
    case stopped
}

extension PixelDispatcher {
    /// Commits and sends what waits, and returns what happened.
    ///
    /// It tries at once, even while the store rests after a failure, but not while the server asked to be left alone.
    /// It returns before the timeout when waiting is of no use: when the server cannot be reached or asked to be left
    /// alone, when storage fails, when consent is not granted, or when the task is cancelled.
    public func flush(timeout: Duration) async -> FlushResult {
        if queue.withState({ $0.isShutDown }) { return .stopped }
        return await flushNow(timeout: timeout)
    }

    /// Tells that others have appended requests to ``outbox``: they are sent as soon as the store does not rest.
    ///
    /// Callable from any thread, in a completion of ``database`` too.
    public func wake() { uploader.wake() }

    /// Refuses further fires, flushes, and stops sending. Requests under way at the timeout are cancelled and sent
    /// again by the next launch.
    ///
    /// Fires after it are counted under ``/Outbox/DropReason/shutDown``.
    public func shutdown(timeout: Duration) async -> FlushResult {
        let wasShutDown = queue.withState { state in
            defer { state.isShutDown = true }
            return state.isShutDown
        }
        if wasShutDown { return .stopped }
        let clock = configuration.time.clock
        let (result, spent) = await clock.measuring { await self.flushNow(timeout: timeout) }
        uploader.stop()
        // After a flush that drained, another process' requests may be under way: cancelled, they would be sent twice.
        let rest = max(.zero, timeout - spent)
        if await valueOrNil(within: rest, clock: clock, body: { [uploader] in await uploader.end() }) == nil {
            uploader.cancelRequests()
        }
        return result
    }

    private func flushNow(timeout: Duration) async -> FlushResult {
        let pending = await valueOrNil(within: timeout, clock: configuration.time.clock) { [writer, uploader] in
            await writer.commitAll() ? await uploader.flush() : nil
        }
        if pending == .some(0) { return .drained }
        // Asking the store could take as long as what just timed out.
        return .timedOut(pending: uploader.backlog + queue.count)
    }

    /// Stores a consent. It holds at once in this process, and for all processes once it is stored.
    ///
    /// Denial cancels requests under way, drops what waits (counted), and erases it from the files; a grant that follows
    /// at once does not change that. ``/Outbox/Consent/pending`` cancels requests under way too, and keeps them.
    ///
    /// - Returns: Whether it is stored and, after a denial, no byte of what waited is left in any file. When false, work
    ///   on it goes on; ``PixelActivity/erased`` tells when it is done.
    @discardableResult
    public func set(_ consent: Consent) async -> Bool {
        let now = configuration.time.milliseconds()
        queue.withState { $0.set(consent, at: now) }
        if consent < .granted { uploader.cancelRequests() }
        guard await writer.commitAll() else { return false }
        return consent == .denied ? await scrubber.run() : true
    }

    /// The consent that holds: the stored one, or a more private one that is being stored.
    public func consent() async throws -> Consent {
        let stored = try await database.read { [outbox] transaction in try outbox.consent(in: transaction) }
        return min(stored, queue.withState { $0.unstoredConsent })
    }

    /// The accounts, after committing what waits in memory; they balance in every state.
    ///
    /// - Throws: A ``/Persistence/DatabaseError`` when the store cannot be read.
    public func accounts() async throws -> Accounts {
        _ = await writer.commitAll()
        return try await database.read { [outbox] transaction in try outbox.accounts(in: transaction) }
    }
}
