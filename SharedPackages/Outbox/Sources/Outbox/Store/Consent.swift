/// What the person who uses the app has allowed.
///
/// Ordered from the most private on: where two sources disagree, `min()` of them holds.
public enum Consent: String, Sendable, Comparable, CaseIterable, Codable {
    /// Nothing is stored, nothing is sent, and what was stored is erased.
    case denied
    /// Requests are stored and wait.
    case pending
    /// Requests are stored and sent.
    case granted

    /// Whether `lhs` is the more private.
    public static func < (lhs: Consent, rhs: Consent) -> Bool { lhs.openness < rhs.openness }

    private var openness: Int {
        switch self {
        case .denied: 0
        case .pending: 1
        case .granted: 2
        }
    }
}
