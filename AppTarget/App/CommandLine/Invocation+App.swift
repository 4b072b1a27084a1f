import CommandLineKit
import Common
import Foundation
import PixelKit
import Primitives
import Telemetry
import WideEvent

extension Invocation {
    /// Builds the app, runs `body`, and sends what waits; also when `body` throws or a signal asks the process to end.
    ///
    /// What earlier launches left behind is ended meanwhile. An interrupted body is not waited for, since it may be reading
    /// from a person: the process must end soon.
    func withApp(_ body: @escaping @Sendable (CompositionRoot) async throws -> ExitCode) async throws -> ExitCode {
        try await withApp(flushing: true, body)
    }

    /// The same for a command that flushes itself.
    func withApp(
        flushing flushes: Bool, _ body: @escaping @Sendable (CompositionRoot) async throws -> ExitCode
    ) async throws -> ExitCode {
        let storage = StorageWatch()
        let app = try CompositionRoot(try configuration(), activity: storage.mapping)
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
        let isHasty = isInterrupted || options["--no-flush"] != nil
        await end(recovery, within: isHasty ? .zero : BrowserProgram.flushTimeout)
        await app.wideEvents.settle()
        _ = try? await app.pixels.accounts()  // What was fired is on disk, whatever happens from here on.
        if !flushes || options["--no-flush"] != nil {
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
        // After the pixels, whose end is reported too; it is the matter of a moment, unless a sink hangs.
        _ = await app.telemetry.facade.shutdown(timeout: BrowserProgram.telemetryTimeout)
        tell(storage, unless: result)
        return try result.get()
    }

    /// Waits for the recovery; after a while the service is not asked any more: the next launch does.
    private func end(_ recovery: Task<Void, Never>, within patience: Duration) async {
        let limit = Task {
            try await Task.sleep(for: patience)
            recovery.cancel()
        }
        await recovery.value
        limit.cancel()
    }

    /// Runs `body`, or as much of it as is done when a signal asks the process to end.
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
        let requests = pending == 1 ? "1 request waits" : "\(pending) requests wait"
        console.printError("\(requests) for \(address); sent next time.")
    }

    private func tell(_ storage: StorageWatch, unless result: Result<ExitCode, any Error>) {
        for name in storage.setAside {
            console.printError("browser: the store was damaged; a new one begins, the old one is kept as '\(name)'.")
        }
        guard let failure = storage.failure else { return }
        if case .failure(let told as DatabaseError) = result, told == failure { return }
        console.printError("browser: \(failure) Until then pixels are not kept.")
    }
}

/// Notes what goes wrong with the store, for a person to know.
private final class StorageWatch: Sendable {
    private struct Notes {
        var failure: DatabaseError?
        var setAside: [String] = []
    }

    private let notes = Locked(Notes())

    /// The last failure, unless something was stored after it.
    var failure: DatabaseError? { notes.withLock { $0.failure } }
    /// The names of files that were damaged.
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
