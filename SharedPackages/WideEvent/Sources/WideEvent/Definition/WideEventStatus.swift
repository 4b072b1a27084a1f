/// How a flow ended.
public enum WideEventStatus: Sendable, Hashable {
    /// It reached its goal.
    case success(reason: String?)
    /// Something went wrong.
    case failure
    /// The person, or the task, gave up.
    case cancelled
    /// Nobody can tell.
    case unknown(reason: String)

    /// It reached its goal, and there is nothing to add.
    public static var success: WideEventStatus { .success(reason: nil) }

    /// The word that travels.
    package var word: String {
        switch self {
        case .success: "SUCCESS"
        case .failure: "FAILURE"
        case .cancelled: "CANCELLED"
        case .unknown: "UNKNOWN"
        }
    }

    /// The reason that travels.
    package var reason: String? {
        switch self {
        case .success(let reason): reason
        case .unknown(let reason): reason
        case .failure, .cancelled: nil
        }
    }
}
