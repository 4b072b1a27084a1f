/// How a flow ended.
public enum WideEventStatus: Sendable, Hashable {
    /// It reached its goal.
    case success(reason: String?)
    /// Something went wrong.
    case failure
    /// The user or the task gave up.
    case cancelled
    /// It is unknown how it ended.
    case unknown(reason: String)

    /// It reached its goal, without a reason.
    public static var success: WideEventStatus { .success(reason: nil) }

    /// The status as it is sent.
    package var word: String {
        switch self {
        case .success: "SUCCESS"
        case .failure: "FAILURE"
        case .cancelled: "CANCELLED"
        case .unknown: "UNKNOWN"
        }
    }

    /// The reason as it is sent.
    package var reason: String? {
        switch self {
        case .success(let reason): reason
        case .unknown(let reason): reason
        case .failure, .cancelled: nil
        }
    }
}
