import Dispatch
public import Foundation
public import PixelKit

/// A store that fails as the test decides.
public final class TestStore: Sendable {
    /// A failure.
    public enum Fault: Sendable, Equatable {
        /// The disk is full: commits fail.
        case full
        /// The file cannot be written.
        case readOnly
        /// Another process holds the lock.
        case busy
        /// The file is damaged.
        case torn
        /// Commits wait until the fault is lifted. Lift it before the test ends.
        case slow
    }

    private struct State {
        var fault: Fault?
        var waiting = 0
    }

    /// The database of the store.
    public let database: Database
    private let state: Locked<State>
    private let gate: DispatchSemaphore

    /// Creates a store in memory, or in a folder of its own.
    ///
    /// - Parameters:
    ///   - folder: The folder of the file. `nil`, the default, keeps the store in memory.
    ///   - schemas: The tables. Those of the outbox by default. Clients register theirs.
    ///   - now: The date in the names of files that are set aside.
    public init(
        folder: URL? = nil, schemas: [DatabaseSchema] = [.outbox], now: @escaping @Sendable () -> Date = { Date() }
    ) {
        let state = Locked(State())
        let gate = DispatchSemaphore(value: 0)
        var configuration = Database.Configuration(now: now)
        configuration.fault = { step throws(DatabaseError) in try Self.fail(at: step, state, gate) }
        self.state = state
        self.gate = gate
        database = Database(folder.map { .folder($0) } ?? .memory, schemas: schemas, configuration: configuration)
    }

    /// The number of commits that a ``Fault/slow`` store holds.
    public var heldCommits: Int { state.withLock { $0.waiting } }

    /// Makes every following transaction fail, or succeed again with `nil`.
    public func set(_ fault: Fault?) {
        let waiting = state.withLock { state in
            state.fault = fault
            guard fault != .slow else { return 0 }
            defer { state.waiting = 0 }
            return state.waiting
        }
        for _ in 0..<waiting { gate.signal() }
    }

    private static func fail(
        at step: Database.Step, _ state: Locked<State>, _ gate: DispatchSemaphore
    ) throws(DatabaseError) {
        let fault = state.withLock { state in
            if state.fault == .slow, step == .commit { state.waiting += 1 }
            return state.fault
        }
        switch (fault, step) {
        case (.full, .commit): throw .full
        case (.readOnly, .begin): throw .readOnly
        case (.busy, .begin): throw .busy
        case (.torn, .begin): throw .corrupt
        case (.slow, .commit): gate.wait()
        default: break
        }
    }
}
