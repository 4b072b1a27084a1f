public import Foundation

/// The reason why a local server did not start, or refused a fault script.
public enum LocalServerError: Error, Equatable, Sendable {
    /// The port is in use or not permitted.
    case cannotListen(port: Int, reason: String)
    /// The log file cannot be opened for appending.
    case cannotOpenLog(path: String, reason: String)
    /// The history of the inspector cannot be opened.
    case cannotOpenHistory(path: String, reason: String)
    /// A file of the data folder is missing, unreadable or invalid.
    case invalidData(path: String, reason: String)
    /// An element of a fault script is invalid.
    case invalidFault(index: Int, reason: String)
    /// A fault script is not an array of faults.
    case invalidScript(reason: String)
}

extension LocalServerError: CustomStringConvertible, LocalizedError {
    /// Subject, offending value and remedy in one line.
    public var description: String {
        switch self {
        case .cannotListen(let port, let reason):
            "Cannot listen on 127.0.0.1:\(port) (\(reason)). Use another port, or 0 for a free one."
        case .cannotOpenLog(let path, let reason):
            "Cannot open the log '\(path)' (\(reason)). Check that its folder exists and is writable."
        case .cannotOpenHistory(let path, let reason):
            "Cannot open the history in '\(path)': \(reason) Use another folder, or --ephemeral for no history."
        case .invalidData(let path, let reason):
            "Cannot serve '\(path)': \(reason)"
        case .invalidFault(let index, let reason):
            "Fault \(index) \(reason)"
        case .invalidScript(let reason):
            "Cannot read the faults: \(reason) Send an array such as [{\"path\":\"/t/\",\"status\":503}]."
        }
    }

    /// The same text as ``description``.
    public var errorDescription: String? { description }
}

/// Describes a decoding failure with its place, such as `[0].status: Expected Int but found a string.`
func describeDecodingFailure(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return "\(error)" }
    switch error {
    case .keyNotFound(let key, let context):
        return place(context.codingPath + [key]) + "This key is missing."
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
        return place(context.codingPath) + context.debugDescription
    @unknown default:
        return "\(error)"
    }
}

private func place(_ path: [any CodingKey]) -> String {
    let text = path.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }.joined()
    return text.isEmpty ? "" : (text.hasPrefix(".") ? String(text.dropFirst()) : text) + ": "
}
