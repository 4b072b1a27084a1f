/// Something wrong with a folder of definitions.
public struct Fault: Error, Equatable, Sendable {
    /// Whether a fault fails the validation.
    public enum Severity: String, Sendable, Codable {
        /// It fails the validation.
        case error
        /// It does not.
        case warning
    }

    /// The kind of fault.
    public let code: FaultCode
    /// Errors fail the validation, warnings do not.
    public let severity: Severity
    /// The file, relative to the definitions folder.
    public let file: String
    /// The line, from 1, where it is known.
    public let line: Int?
    /// The pixel, wide event or dictionary entry concerned, if one is.
    public let pixel: String?
    /// What is wrong, with the offending value and the remedy.
    public let message: String

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

extension Fault: CustomStringConvertible {
    /// `file:line: error: [pixel] message [code]`, which editors and build logs can follow.
    public var description: String {
        let place = line.map { "\(file):\($0)" } ?? file
        let subject = pixel.map { "\($0): " } ?? ""
        return "\(place): \(severity.rawValue): \(subject)\(message) [\(code.rawValue)]"
    }
}
