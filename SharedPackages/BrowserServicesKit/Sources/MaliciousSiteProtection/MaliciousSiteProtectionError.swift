public import Foundation

/// What can go wrong between this device, its data sets and the protection service.
public enum MaliciousSiteProtectionError: Error, Hashable, Sendable {
    /// The service answered a request with another status than 200.
    case unexpectedStatus(Int)
    /// The service's answer has more bytes than the limit.
    case answerTooLong(limit: Int)
    /// The service's answer about a host is not what the interface says.
    case unreadableMatches
    /// A change set is not the JSON it should be, or not the whole of it.
    case unreadableChangeSet(DataSetID)
    /// A change set holds something that is no entry of such a set.
    case malformedEntry(DataSetID, entry: String)
    /// A change set deletes what the set does not hold.
    case unknownDeletion(DataSetID, entry: String)
    /// A change set is older than the set.
    case revisionWentBackwards(DataSetID, from: Int, to: Int)
    /// A change set was made for another revision than the set now has.
    case superseded(DataSetID, requested: Int, current: Int)
    /// A file holds no data set or a damaged one, or cannot be read.
    case corruptFile(DataSetID)
    /// A file could not be written; the reason is the system's error code.
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
            "Protection service: the matches are not the JSON expected. Check the services address."
        case .unreadableChangeSet(let id):
            "Data set \(id): the change set is truncated or not the JSON expected. The old set stays; update again."
        case .malformedEntry(let id, let entry):
            "Data set \(id): '\(entry)' is not an entry of such a set. The old set stays; correct the service's data."
        case .unknownDeletion(let id, let entry):
            "Data set \(id): cannot delete '\(entry)', which it does not hold. The old set stays; ask for a full replacement."
        case .revisionWentBackwards(let id, let from, let to):
            "Data set \(id): revision \(to) is older than \(from). The old set stays; correct the service's data."
        case .superseded(let id, let requested, let current):
            "Data set \(id): the changes are for revision \(requested), the set has \(current). Update again."
        case .corruptFile(let id):
            "Data set \(id): its file is damaged or unreadable. The embedded set is used; update to replace the file."
        case .cannotWrite(let id, let code):
            "Data set \(id): cannot write its file (error \(code)). The old set stays; check the data folder."
        }
    }
}

extension MaliciousSiteProtectionError: CustomNSError {
    /// The domain under which the errors are counted.
    public static var errorDomain: String { "MaliciousSiteProtection" }

    /// The ``description``, where `localizedDescription` looks for it.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }

    /// A number that never changes its meaning: the service's status, or one below 100.
    public var errorCode: Int {
        switch self {
        case .unexpectedStatus(let status): status
        case .unreadableMatches: 1
        case .unreadableChangeSet: 2
        case .malformedEntry: 3
        case .unknownDeletion: 4
        case .revisionWentBackwards: 5
        case .superseded: 6
        case .corruptFile: 7
        case .cannotWrite: 8
        case .answerTooLong: 9
        }
    }
}
