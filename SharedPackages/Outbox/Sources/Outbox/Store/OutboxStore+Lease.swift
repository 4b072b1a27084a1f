package import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// The right to send from a store until a deadline. One uploader of one process holds it at a time.
package struct Lease: Sendable, Equatable {
    /// The duration of a lease, longer than any request takes. Every claim renews it.
    package static let length: Duration = .seconds(60)

    /// Machine, process and uploader.
    package let holder: String

    /// Creates the lease of a new uploader of this process.
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

    /// Whether the process that holds it has ended. Then the deadline need not pass.
    var isAbandoned: Bool {
        guard let process else { return false }
        return kill(process, 0) != 0 && errno == ESRCH
    }

    /// Whether the process that holds it is running. A process of another user cannot be that one.
    package var isHeldByRunningProcess: Bool {
        guard let process else { return false }
        return kill(process, 0) == 0
    }

    /// The process that holds it, if it is one of this machine.
    private var process: Int32? {
        let parts = holder.split(separator: " ")
        return parts.count == 3 && parts[0] == Self.machine ? Int32(parts[1]) : nil
    }
}

/// The pause of a store after a failure.
package struct Pause: Sendable, Equatable {
    /// The date of the next attempt.
    package let until: Date
    /// The number of rounds that failed in a row.
    package let failures: Int
    /// Whether the server asked for it. Then nothing shortens it.
    package let isAsked: Bool

    package init(until: Date, failures: Int, isAsked: Bool = false) {
        self.until = until
        self.failures = failures
        self.isAsked = isAsked
    }
}

extension OutboxStore {
    /// The difference in milliseconds that two readings of the clock may have. `now` was read before the transaction
    /// began, so another process may have written a later time. Time servers correct clocks slightly.
    private static let clockSlack: Int64 = 60_000

    /// Returns the end of another uploader's lease, or `nil` without one.
    func holder(at now: Date, other lease: Lease, in transaction: borrowing Transaction) throws -> Date? {
        let holder = try transaction.first("SELECT value FROM state WHERE key = 'lease.holder'") { $0.text(0) }
        guard let holder, holder != lease.holder, !Lease(holder: holder).isAbandoned else { return nil }
        let until = try stateInteger("lease.until", in: transaction)
        // A deadline beyond the duration of a lease was written before the clock was set back.
        let latest = now.milliseconds + Lease.length.milliseconds + Self.clockSlack
        guard until > now.milliseconds, until <= latest else { return nil }
        return Date(milliseconds: until)
    }

    func take(_ lease: Lease, at now: Date, in transaction: borrowing Transaction) throws {
        try setState("lease.holder", .text(lease.holder), in: transaction)
        try setState("lease.until", .integer(now.milliseconds + Lease.length.milliseconds), in: transaction)
    }

    /// Returns the lease, so that another process need not wait for its end.
    package func release(_ lease: Lease, in transaction: borrowing Transaction) throws {
        try transaction.execute(
            """
            DELETE FROM state WHERE key IN ('lease.holder', 'lease.until')
            AND (SELECT value FROM state WHERE key = 'lease.holder') = ?
            """,
            .text(lease.holder)
        )
    }

    /// Returns the current pause, or `nil` without one.
    package func pause(at now: Date, in transaction: borrowing Transaction) throws -> Pause? {
        let until = try stateInteger("pause.until", in: transaction)
        let limit = try stateInteger("pause.limit", in: transaction)
        // Written before the clock was set back: it would last too long.
        guard until > now.milliseconds, until <= now.milliseconds &+ limit &+ Self.clockSlack else { return nil }
        return Pause(
            until: Date(milliseconds: until), failures: try failures(in: transaction),
            isAsked: try stateInteger("pause.asked", in: transaction) != 0)
    }

    /// The number of rounds that failed in a row.
    package func failures(in transaction: borrowing Transaction) throws -> Int {
        Int(try stateInteger("pause.failures", in: transaction))
    }

    /// Begins a pause after a failure, or ends it with `nil` after a success.
    package func setPause(_ pause: Pause?, at now: Date, in transaction: borrowing Transaction) throws {
        let until = pause?.until.milliseconds ?? 0
        try setState("pause.until", .integer(until), in: transaction)
        try setState("pause.limit", .integer(max(0, until - now.milliseconds)), in: transaction)
        try setState("pause.failures", .int(pause?.failures ?? 0), in: transaction)
        try setState("pause.asked", pause?.isAsked == true ? 1 : 0, in: transaction)
    }
}
