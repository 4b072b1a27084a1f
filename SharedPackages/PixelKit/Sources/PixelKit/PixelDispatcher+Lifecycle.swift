import Persistence

/// What became of a flush or a shutdown.
public enum FlushResult: Sendable, Equatable {
    /// Nothing waits any more.
    case drained
    /// This many requests still wait, on disk or in memory; they are sent later.
    case timedOut(pending: Int)
    /// The dispatcher had been shut down already.
    case stopped
}

extension PixelDispatcher {
    /// Commits and sends what waits, and returns what happened.
    ///
    /// It sends at once, even while the store rests after a failure. It returns before the timeout when waiting is of
    /// no use: when the server cannot be reached, or when consent is not granted.
    public func flush(timeout: Duration) async -> FlushResult {
        if queue.withState({ $0.isShutDown }) { return .stopped }
        return await flushNow(timeout: timeout)
    }

    /// Refuses further fires, flushes, and stops sending. Requests under way at the timeout are cancelled and sent
    /// again by the next launch.
    ///
    /// Fires after it are counted under ``DropReason/shutDown``.
    public func shutdown(timeout: Duration) async -> FlushResult {
        let wasShutDown = queue.withState { state in
            defer { state.isShutDown = true }
            return state.isShutDown
        }
        if wasShutDown { return .stopped }
        let result = await flushNow(timeout: timeout)
        uploader.stop()
        return result
    }

    private func flushNow(timeout: Duration) async -> FlushResult {
        let pending = await valueOrNil(within: timeout, clock: configuration.time.clock) { [writer, uploader] in
            _ = await writer.commitAll()
            return await uploader.flush()
        }
        let waiting = queue.count
        if let pending, pending == 0, waiting == 0 { return .drained }
        let stored = try? await database.read { [outbox] transaction in try outbox.pending(in: transaction) }
        let total = (stored ?? pending ?? 0) + queue.count
        return total == 0 ? .drained : .timedOut(pending: total)
    }

    /// Stores a consent. It holds at once in this process, and for all processes once it is stored.
    ///
    /// Denial cancels requests under way, drops what waits (counted), and erases it from the files.
    ///
    /// - Returns: Whether it is stored and, after a denial, no byte of what waited is left in any file. When false, work
    ///   on it goes on; ``PixelActivity/erased`` tells when it is done.
    @discardableResult
    public func set(_ consent: Consent) async -> Bool {
        queue.withState { state in
            state.consentToStore = consent
            state.consent = min(state.consent, consent)
            state.consentReadAt = configuration.time.now().milliseconds
        }
        if consent == .denied { uploader.cancelRequests() }
        guard await writer.commitAll() else { return false }
        return consent == .denied ? await scrubber.run() : true
    }

    /// The consent that holds: the stored one, or a more private one that is being stored.
    public func consent() async throws -> Consent {
        let stored = try await database.read { [outbox] transaction in try outbox.consent(in: transaction) }
        return min(stored, queue.withState { $0.consentToStore } ?? .granted)
    }

    /// The accounts, after committing what waits in memory; they balance in every state.
    ///
    /// - Throws: A ``Persistence/DatabaseError`` when the store cannot be read.
    public func accounts() async throws -> Accounts {
        _ = await writer.commitAll()
        return try await database.read { [outbox] transaction in try outbox.accounts(in: transaction) }
    }
}
