import Primitives

/// Something that goes wrong on purpose, for the next requests whose path begins in a certain way.
///
/// ```swift
/// try server.script([.status(503, on: "/t/", count: 3, retryAfter: "2"), .close(on: "/e")])
/// ```
public struct Fault: Equatable, Sendable {
    /// The ``count`` of a fault that stays until it is cleared.
    public static let forever = -1

    /// What the path of a request begins with, percent sequences untouched.
    public var path: String
    /// The status of the answer, 200 to 599; `nil` leaves the usual answer.
    public var status: Int?
    /// How many requests it is for; ``forever`` for all.
    public var count = 1
    /// The answer's `Retry-After`, seconds or a date, sent as it is.
    public var retryAfter: String?
    /// How long the answer is held back, at most ten minutes.
    public var delay: Duration = .zero
    /// Whether the connection ends, after the delay, without any answer. Then ``status`` says nothing.
    public var closes = false

    /// Answers with a status instead of doing what was asked.
    public static func status(
        _ status: Int,
        on path: String,
        count: Int = 1,
        retryAfter: String? = nil
    ) -> Fault {
        Fault(path: path, status: status, count: count, retryAfter: retryAfter)
    }

    /// Ends the connection without an answer.
    ///
    /// An HTTP client may try again by itself: URLSession repeats a GET once, so use a `count` of 2 to make one fail.
    public static func close(on path: String, count: Int = 1) -> Fault {
        Fault(path: path, count: count, closes: true)
    }

    /// Gives the usual answer late.
    public static func delay(_ delay: Duration, on path: String, count: Int = 1) -> Fault {
        Fault(path: path, count: count, delay: delay)
    }
}

extension Fault {
    /// What is wrong with the fault, in words that follow its name; `nil` when nothing is.
    var problem: String? {
        if !path.hasPrefix("/") { return "has the path '\(path)'; begin it with a slash." }
        if path.hasPrefix(Route.steeringPrefix) {
            return "has the path '\(path)'; what steers the server has no faults."
        }
        if let status, !(200...599).contains(status) { return "has the status \(status); use 200 to 599." }
        if count < 1, count != Fault.forever { return "has the count \(count); use 1 or more, or -1 for ever." }
        if delay < .zero || delay > .seconds(600) {
            return "has the delay \(delay.milliseconds) ms; use 0 to 600000."
        }
        if let retryAfter, retryAfter.utf8.contains(where: { $0 < 0x20 || $0 > 0x7E }) {
            return "has a retryAfter that is not printable ASCII."
        }
        if status == nil, delay == .zero, !closes, retryAfter == nil {
            return "does nothing; give it a status, retryAfter, delayMs or close."
        }
        return nil
    }
}

extension Duration {
    var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
