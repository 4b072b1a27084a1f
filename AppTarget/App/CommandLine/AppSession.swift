import CommandLineKit
import Common
import Foundation
import PixelKit
import Primitives
import Telemetry
import WideEvent

extension Invocation {
    /// Builds the app, runs `body` and sends the queued requests, also if `body` throws or a signal arrives.
    ///
    /// Meanwhile the app finishes the flows of earlier launches. After a signal the call does not wait for `body`, which
    /// may be waiting for a person.
    func withApp(_ body: @escaping @Sendable (CompositionRoot) async throws -> ExitCode) async throws -> ExitCode {
        try await withApp(flushing: true, body)
    }

    /// Does the same, and flushes only if `flushes` is true. The command `flush` does so itself.
    func withApp(
        flushing flushes: Bool, _ body: @escaping @Sendable (CompositionRoot) async throws -> ExitCode
    ) async throws -> ExitCode {
        let storage = StorageWatch()
        let app = try CompositionRoot(
            try configuration(), activity: storage.mapping, debugLine: { [console] in console.printError($0) })
        let recovery = Task { await app.recover() }
        let signal = Task { [interruption] in await interruption() }
        defer { signal.cancel() }
        var result: Result<ExitCode, any Error>
        do {
            result = .success(try await until(signal) { try await body(app) })
        } catch {
            result = .failure(error)
        }
        let isInterrupted = (try? result.get().isInterruption) ?? false
        let isHasty = isInterrupted || has("--no-flush")
        await end(recovery, within: isHasty ? .zero : BrowserProgram.flushTimeout)
        await app.wideEvents.settle()
        _ = try? await app.pixels.accounts()  // Now everything that was fired is on disk.
        if !flushes || has("--no-flush") {
            _ = await app.pixels.shutdown(timeout: .zero)
        } else if case .success(let code) = result, !code.isInterruption {
            result = .success(
                try await until(signal) {
                    await flush(app, storage)
                    return code
                })
        } else {
            await flush(app, storage)
        }
        // Last, because delivery reports to telemetry as well.
        _ = await app.telemetry.facade.shutdown(timeout: BrowserProgram.telemetryTimeout)
        report(storage, unless: result)
        return try result.get()
    }

    /// Waits for the recovery, and cancels its requests after `patience`. The next launch repeats them.
    private func end(_ recovery: Task<Void, Never>, within patience: Duration) async {
        let limit = Task {
            try await Task.sleep(for: patience)
            recovery.cancel()
        }
        await recovery.value
        limit.cancel()
    }

    /// Runs `body` until it ends or a signal arrives.
    func until(
        _ signal: Task<Int32?, Never>, _ body: @escaping @Sendable () async throws -> ExitCode
    ) async throws -> ExitCode {
        let (ends, end) = AsyncThrowingStream.makeStream(of: ExitCode.self)
        let work = Task {
            do { end.yield(try await body()) } catch { end.finish(throwing: error) }
        }
        Task {
            if let number = await signal.value { end.yield(.interrupted(by: number)) }
        }
        defer { work.cancel() }
        for try await code in ends { return code }
        throw CancellationError()  // The stream ends without a code only under a cancelled task.
    }

    private func flush(_ app: CompositionRoot, _ storage: StorageWatch) async {
        let address = app.configuration.pixelURL.absoluteString
        let result = await console.showing("Sending to \(address)…") {
            await app.pixels.shutdown(timeout: BrowserProgram.flushTimeout)
        }
        guard case .timedOut(let pending) = result, pending > 0, storage.failure == nil, !isJSON else { return }
        let requests = pending == 1 ? "1 request is queued" : "\(pending) requests are queued"
        console.printError("\(requests) for \(address). The next command sends them.")
    }

    private func report(_ storage: StorageWatch, unless result: Result<ExitCode, any Error>) {
        for name in storage.setAside {
            console.printError("browser: The store was damaged. It is kept as '\(name)', and a new one was created.")
        }
        guard let failure = storage.failure else { return }
        if case .failure(let reported as DatabaseError) = result, reported == failure { return }
        console.printError("browser: \(failure) Until then no pixels are stored.")
    }
}

/// The failures of the store during a command.
private final class StorageWatch: Sendable {
    private struct Notes {
        var failure: DatabaseError?
        var setAside: [String] = []
    }

    private let notes = Locked(Notes())

    /// The last failure. `nil` once a later commit succeeded.
    var failure: DatabaseError? { notes.withLock { $0.failure } }
    /// The names under which damaged stores are kept.
    var setAside: [String] { notes.withLock { $0.setAside } }

    var mapping: EventMapping<OutboxActivity> {
        EventMapping { [notes] activity, _, _, onComplete in
            notes.withLock { notes in
                switch activity {
                case .storageFailed(let error): notes.failure = error
                case .storageRecovered(let name): if let name { notes.setAside.append(name) }
                case .committed: notes.failure = nil
                case .sent, .postponed, .dropped, .consentChanged, .erased: break
                }
            }
            onComplete(nil)
        }
    }
}
