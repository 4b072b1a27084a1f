public import Foundation

/// A snapshot of the store, for display.
public struct PixelStatus: Sendable, Equatable {
    /// A window that holds a leg back.
    public struct ClosedWindow: Sendable, Equatable {
        /// The pixel's name without suffixes.
        public let name: String
        /// The suffix of the leg: `daily`, or empty.
        public let leg: String
        /// Whether the window is one of several that differ in error or parameters.
        public let isKeyed: Bool
        /// The date of the fire that closed it.
        public let since: Date
        /// Whether hand-written code fired the pixel last.
        public let isHandWritten: Bool
    }

    /// A pending request.
    public struct WaitingRequest: Sendable, Equatable {
        /// The id of its row.
        public let id: Int64
        /// The pixel's name without suffixes, or the wide event's.
        public let name: String
        /// Path and query.
        public let target: String
        /// The number of attempts.
        public let attempts: Int
        /// The date of the next attempt. `nil` before the first attempt.
        public let nextAttempt: Date?
        /// Whether hand-written code fired the pixel last.
        public let isHandWritten: Bool
    }

    /// The stored consent.
    public let consent: Consent
    /// The balance of all requests.
    public let accounts: Accounts
    /// The windows that were closed last, latest first, at most 100.
    public let windows: [ClosedWindow]
    /// The pending requests, oldest first, at most 100.
    public let waiting: [WaitingRequest]
    /// The names of pixels that hand-written code fired last, sorted, at most 1,000.
    public let handWritten: [String]
}

extension PixelDispatcher {
    /// Returns consent, accounts, windows and pending requests, after committing what is in memory.
    ///
    /// - Throws: A ``/Persistence/DatabaseError`` when the store cannot be read.
    public func status() async throws -> PixelStatus {
        try await outbox.read { store, transaction in
            let handWritten = try store.handWrittenNames(in: transaction)
            return PixelStatus(
                consent: try store.consent(in: transaction), accounts: try store.accounts(in: transaction),
                windows: try store.latestGates(100, in: transaction).map { .init($0, handWritten) },
                waiting: try store.oldestRequests(100, in: transaction).map { .init($0, handWritten) },
                handWritten: handWritten.sorted())
        }
    }
}

extension PixelStatus.ClosedWindow {
    fileprivate init(_ gate: (key: String, at: Int64), _ handWritten: Set<String>) {
        let parts = gate.key.split(separator: "\u{0}", omittingEmptySubsequences: false)
        // A fourth part identifies one of several windows with the same name, leg and kind.
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
