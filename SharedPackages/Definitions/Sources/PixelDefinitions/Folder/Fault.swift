/// A fault in a folder of definitions.
public struct Fault: Error, Equatable, Sendable {
    /// The effect of a fault on the validation.
    public enum Severity: String, Sendable, Codable {
        /// The validation fails.
        case error
        /// The validation passes.
        case warning
    }

    /// The kind of fault.
    public let code: FaultCode
    /// Whether the fault fails the validation.
    public let severity: Severity
    /// The file, relative to the definitions folder.
    public let file: String
    /// The line, from 1, if it is known.
    public let line: Int?
    /// The pixel, wide event or dictionary entry that has the fault, if one does.
    public let pixel: String?
    /// The problem, with the offending value and the remedy.
    public let message: String
    /// The name that does not exist, if that is the problem.
    package var unknown: UnknownName?

    init(
        _ code: FaultCode, _ message: String, file: String, line: Int? = nil, pixel: String? = nil,
        severity: Severity = .error
    ) {
        self.code = code
        self.severity = severity
        self.file = file
        self.line = line
        self.pixel = pixel
        self.message = message
    }

    var asWarning: Fault { Fault(code, message, file: file, line: line, pixel: pixel, severity: .warning) }
}

/// A name that does not exist, and those that do.
package struct UnknownName: Equatable, Sendable {
    package var name: String
    package var known: [String]
}

/// The reason why a definition cannot be used.
package struct DefinitionFailure: Error, Equatable {
    package var code: FaultCode
    package var message: String
    /// The keys from the definition to the fault, as far as they are known.
    package var path: [String] = []
    package var unknown: UnknownName?

    /// The same failure of an outer definition, which contains this one at `path`.
    func inside(_ path: [String]) -> Self {
        var failure = self
        failure.path = path + self.path
        return failure
    }
}

extension Fault: CustomStringConvertible {
    /// The fault as `file:line: error: pixel: message [code]`, which editors and build logs link to the file.
    public var description: String {
        let place = line.map { "\(file):\($0)" } ?? file
        let subject = pixel.map { "\($0): " } ?? ""
        return "\(place): \(severity.rawValue): \(subject)\(message) [\(code.rawValue)]"
    }
}
