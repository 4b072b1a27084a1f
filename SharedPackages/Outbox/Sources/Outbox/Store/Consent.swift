/// The permission that the user has given.
///
/// Ordered by openness: where two sources disagree, the smaller value holds.
///
/// ```swift
/// func store(_ answer: Bool, in outbox: RequestOutbox) async -> Bool {
///     await outbox.set(answer ? .granted : .denied)
/// }
/// ```
public enum Consent: String, Sendable, Comparable, CaseIterable, Codable {
    /// Nothing is stored or sent, and stored data is erased.
    case denied
    /// Requests are stored and not sent.
    case pending
    /// Requests are stored and sent.
    case granted

    /// Whether `lhs` is more private.
    public static func < (lhs: Consent, rhs: Consent) -> Bool { lhs.openness < rhs.openness }

    private var openness: Int {
        switch self {
        case .denied: 0
        case .pending: 1
        case .granted: 2
        }
    }
}
