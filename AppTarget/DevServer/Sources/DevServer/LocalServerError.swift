public import Foundation

/// Why a local server did not start, or did not take a script.
public enum LocalServerError: Error, Equatable, Sendable {
    /// The port is taken or not allowed.
    case cannotListen(port: Int, reason: String)
    /// The log file cannot be opened for appending.
    case cannotOpenLog(path: String, reason: String)
    /// A file of the data folder is missing, unreadable or does not make sense.
    case invalidData(path: String, reason: String)
    /// An element of a fault script does not make sense.
    case invalidFault(index: Int, reason: String)
    /// A fault script is not the JSON it should be.
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
