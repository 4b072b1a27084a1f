public import Foundation
import Persistence
import Primitives

/// A snapshot of a dispatcher's store, for people who look at it.
public struct PixelStatus: Sendable, Equatable {
    /// A window that holds back a leg.
    public struct ClosedWindow: Sendable, Equatable {
        /// The pixel's name without suffixes.
        public let name: String
        /// The leg's word: `daily`, or empty.
        public let leg: String
        /// Whether the window is one of several, told apart by error or parameters.
        public let isKeyed: Bool
        /// When the fire that closed it happened.
        public let since: Date
        /// Whether the pixel was last fired by code that no definition stands behind.
        public let isHandWritten: Bool
    }

    /// A request that waits.
    public struct WaitingRequest: Sendable, Equatable {
        /// Its row.
        public let id: Int64
        /// The pixel's name without suffixes, or the wide event's.
        public let name: String
        /// Path and query.
        public let target: String
        /// How often it was tried.
        public let attempts: Int
        /// When it is tried again; `nil` when its turn comes with the next round.
        public let nextAttempt: Date?
        /// Whether the pixel was last fired by code that no definition stands behind.
        public let isHandWritten: Bool
    }

    /// The consent that holds.
    public let consent: Consent
    /// What became of everything.
    public let accounts: Accounts
    /// The windows that were closed last, the latest first; 100 at most.
    public let windows: [ClosedWindow]
    /// The requests that wait, the oldest first; 100 at most.
    public let waiting: [WaitingRequest]
    /// The names of pixels that were last fired by code that no definition stands behind, in order; 1,000 at most.
    public let handWritten: [String]
}

extension PixelDispatcher {
    /// A snapshot of consent, accounts, windows and waiting requests, after committing what waits in memory.
    ///
    /// - Throws: A ``/Persistence/DatabaseError`` when the store cannot be read.
    public func status() async throws -> PixelStatus {
        _ = await writer.commitAll()
        return try await database.read { [outbox] transaction in
            let handWritten = try outbox.handWrittenNames(in: transaction)
            return PixelStatus(
                consent: try outbox.consent(in: transaction), accounts: try outbox.accounts(in: transaction),
                windows: try outbox.latestGates(100, in: transaction).map { .init($0, handWritten) },
                waiting: try outbox.oldestRequests(100, in: transaction).map { .init($0, handWritten) },
                handWritten: handWritten.sorted())
        }
    }
}

extension PixelStatus.ClosedWindow {
    fileprivate init(_ gate: (key: String, at: Int64), _ handWritten: Set<String>) {
        let parts = gate.key.split(separator: "\u{0}", omittingEmptySubsequences: false)
        // A fourth part tells windows apart that share name, leg and kind of window.
        self.init(
            name: String(parts[0]), leg: parts.count > 1 ? String(parts[1]) : "", isKeyed: parts.count > 3,
            since: Date(milliseconds: gate.at), isHandWritten: handWritten.contains(String(parts[0])))
    }
}

extension PixelStatus.WaitingRequest {
    fileprivate init(_ request: WaitingRow, _ handWritten: Set<String>) {
        self.init(
            id: request.id, name: request.name, target: request.target, attempts: request.attempts,
            nextAttempt: request.notBefore > 0 ? Date(milliseconds: request.notBefore) : nil,
            isHandWritten: handWritten.contains(request.name))
    }
}
