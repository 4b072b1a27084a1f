package import Foundation
package import Persistence
import Primitives

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// The right to send from a store, held by one uploader of one process at a time, until a deadline.
package struct Lease: Sendable, Equatable {
    /// How long it lasts: longer than any request may take. It is renewed with every claim.
    package static let length: Duration = .seconds(60)

    /// Machine, process and uploader.
    package let holder: String

    /// A lease for a new uploader of this process.
    package init() {
        holder = "\(Self.machine) \(getpid()) \(UInt64.random(in: .min ... .max))"
    }

    package init(holder: String) { self.holder = holder }

    private static var machine: String {
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        let bytes = name.prefix { $0 != 0 }.map { $0 == 32 ? UInt8(ascii: "-") : UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether the process that holds it is known to have ended, so that nobody needs to wait for the deadline.
    var isAbandoned: Bool {
        guard let process else { return false }
        return kill(process, 0) != 0 && errno == ESRCH
    }

    /// Whether a process that holds it is known to run; a process of another user cannot be the one that holds it.
    package var isHeldByRunningProcess: Bool {
        guard let process else { return false }
        return kill(process, 0) == 0
    }

    /// The process that holds it, where it is one of this machine.
    private var process: Int32? {
        let parts = holder.split(separator: " ")
        return parts.count == 3 && parts[0] == Self.machine ? Int32(parts[1]) : nil
    }
}

/// The store's rest after a failure.
package struct Pause: Sendable, Equatable {
    /// When the next attempt is due.
    package let until: Date
    /// How many rounds have failed in a row.
    package let failures: Int
    /// Whether the server asked for it: then nothing shortens it.
    package let isAsked: Bool

    package init(until: Date, failures: Int, isAsked: Bool = false) {
        self.until = until
        self.failures = failures
        self.isAsked = isAsked
    }
}

extension SQLiteOutbox {
    /// By how much two readings of the clock may disagree, in milliseconds: `now` was read before the transaction began,
    /// so that another process may have written a later time meanwhile; time servers correct clocks by a little.
    private static let clockSlack: Int64 = 60_000

    /// When another uploader's lease ends, or `nil` when there is none.
    func holder(at now: Date, other lease: Lease, in transaction: borrowing Transaction) throws -> Date? {
        let holder = try transaction.first("SELECT value FROM state WHERE key = 'lease.holder'") { $0.text(0) }
        guard let holder, holder != lease.holder, !Lease(holder: holder).isAbandoned else { return nil }
        let until = try stateInteger("lease.until", in: transaction)
        // A deadline much farther away than a lease lasts was written by a clock that has since been set back.
        let latest = now.milliseconds + Lease.length.milliseconds + Self.clockSlack
        guard until > now.milliseconds, until <= latest else { return nil }
        return Date(milliseconds: until)
    }

    func take(_ lease: Lease, at now: Date, in transaction: borrowing Transaction) throws {
        try setState("lease.holder", .text(lease.holder), in: transaction)
        try setState("lease.until", .integer(now.milliseconds + Lease.length.milliseconds), in: transaction)
    }

    /// Gives the lease back, so that another process need not wait for its end.
    package func release(_ lease: Lease, in transaction: borrowing Transaction) throws {
        try transaction.execute(
            """
            DELETE FROM state WHERE key IN ('lease.holder', 'lease.until')
            AND (SELECT value FROM state WHERE key = 'lease.holder') = ?
            """,
            .text(lease.holder)
        )
    }

    /// The rest after a failure, or `nil` when none is running.
    package func pause(at now: Date, in transaction: borrowing Transaction) throws -> Pause? {
        let until = try stateInteger("pause.until", in: transaction)
        let limit = try stateInteger("pause.limit", in: transaction)
        // Set by a clock that has since been set back: it would last for too long.
        guard until > now.milliseconds, until <= now.milliseconds &+ limit &+ Self.clockSlack else { return nil }
        return Pause(
            until: Date(milliseconds: until), failures: try failures(in: transaction),
            isAsked: try stateInteger("pause.asked", in: transaction) != 0)
    }

    /// How many rounds have failed in a row.
    package func failures(in transaction: borrowing Transaction) throws -> Int {
        Int(try stateInteger("pause.failures", in: transaction))
    }

    /// Rests after a failure, or, with `nil`, ends the rest after a success.
    package func setPause(_ pause: Pause?, at now: Date, in transaction: borrowing Transaction) throws {
        let until = pause?.until.milliseconds ?? 0
        try setState("pause.until", .integer(until), in: transaction)
        try setState("pause.limit", .integer(max(0, until - now.milliseconds)), in: transaction)
        try setState("pause.failures", .int(pause?.failures ?? 0), in: transaction)
        try setState("pause.asked", pause?.isAsked == true ? 1 : 0, in: transaction)
    }
}
