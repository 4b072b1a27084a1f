public import Foundation
import Persistence

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
    }

    /// A request that waits.
    public struct WaitingRequest: Sendable, Equatable {
        /// Its row.
        public let id: Int64
        /// Path and query.
        public let target: String
        /// How often it was tried.
        public let attempts: Int
        /// When it is tried again; `nil` when its turn comes with the next round.
        public let nextAttempt: Date?
    }

    /// The consent that holds.
    public let consent: Consent
    /// What became of everything.
    public let accounts: Accounts
    /// The windows that were closed last, the latest first; 100 at most.
    public let windows: [ClosedWindow]
    /// The requests that wait, the oldest first; 100 at most.
    public let waiting: [WaitingRequest]
}

extension PixelDispatcher {
    /// A snapshot of consent, accounts, windows and waiting requests, after committing what waits in memory.
    ///
    /// - Throws: A ``/Persistence/DatabaseError`` when the store cannot be read.
    public func status() async throws -> PixelStatus {
        _ = await writer.commitAll()
        return try await database.read { [outbox] transaction in
            PixelStatus(
                consent: try outbox.consent(in: transaction), accounts: try outbox.accounts(in: transaction),
                windows: try outbox.latestGates(100, in: transaction).map(PixelStatus.ClosedWindow.init),
                waiting: try outbox.oldestRequests(100, in: transaction).map(PixelStatus.WaitingRequest.init))
        }
    }
}

extension PixelStatus.ClosedWindow {
    init(_ gate: (key: String, at: Int64)) {
        let parts = gate.key.split(separator: "\u{0}", omittingEmptySubsequences: false)
        // A fourth part tells windows apart that share name, leg and kind of window.
        self.init(
            name: String(parts[0]), leg: parts.count > 1 ? String(parts[1]) : "", isKeyed: parts.count > 3,
            since: Date(milliseconds: gate.at))
    }
}

extension PixelStatus.WaitingRequest {
    init(_ request: WaitingRow) {
        self.init(
            id: request.id, target: request.target, attempts: request.attempts,
            nextAttempt: request.notBefore > 0 ? Date(milliseconds: request.notBefore) : nil)
    }
}
