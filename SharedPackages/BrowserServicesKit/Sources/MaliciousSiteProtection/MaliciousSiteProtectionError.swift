public import Foundation

/// An error of the protection service, of its data or of the local data sets.
public enum MaliciousSiteProtectionError: Error, Hashable, Sendable {
    /// The service answered with another status than 200.
    case unexpectedStatus(Int)
    /// The answer is longer than the limit.
    case answerTooLong(limit: Int)
    /// The answer about a host is not the expected JSON.
    case unreadableMatches
    /// A change set is truncated or not the expected JSON.
    case unreadableChangeSet(DataSetID)
    /// A change set has a lower revision than the set.
    case revisionWentBackwards(DataSetID, from: Int, to: Int)
    /// The set has changed since its changes were requested.
    case superseded(DataSetID, requested: Int, current: Int)
    /// A file is damaged or cannot be read.
    case corruptFile(DataSetID)
    /// A file cannot be written. The code is the system's.
    case cannotWrite(DataSetID, code: Int)
}

extension MaliciousSiteProtectionError: CustomStringConvertible {
    /// The subject, the offending value and the remedy.
    public var description: String {
        switch self {
        case .unexpectedStatus(let status):
            "Protection service: status \(status) instead of 200. Check the services address."
        case .answerTooLong(let limit):
            "Protection service: the answer is longer than \(limit) bytes. Check the services address."
        case .unreadableMatches:
            "Protection service: the matches are not the expected JSON. Check the services address."
        case .unreadableChangeSet(let id):
            "Data set \(id): the change set is truncated or not the expected JSON. The old set stays. Update again."
        case .revisionWentBackwards(let id, let from, let to):
            "Data set \(id): revision \(to) is lower than \(from). The old set stays. Correct the service's data."
        case .superseded(let id, let requested, let current):
            "Data set \(id): the changes are for revision \(requested), but the set has \(current). Update again."
        case .corruptFile(let id):
            "Data set \(id): its file is damaged or unreadable. The embedded set is used. Update to replace the file."
        case .cannotWrite(let id, let code):
            "Data set \(id): cannot write its file (error \(code)). The old set stays. Check the data folder."
        }
    }
}

extension MaliciousSiteProtectionError: CustomNSError {
    /// The domain of the errors in reports.
    public static var errorDomain: String { "MaliciousSiteProtection" }

    /// The ``description`` as the localised description.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }

    /// The service's status, or a number below 100 that never changes its meaning. 3 and 4 are no longer used.
    public var errorCode: Int {
        switch self {
        case .unexpectedStatus(let status): status
        case .unreadableMatches: 1
        case .unreadableChangeSet: 2
        case .revisionWentBackwards: 5
        case .superseded: 6
        case .corruptFile: 7
        case .cannotWrite: 8
        case .answerTooLong: 9
        }
    }
}
