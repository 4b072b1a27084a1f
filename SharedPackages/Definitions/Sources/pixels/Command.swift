/// One command of the tool.
protocol Command: SendableMetatype {
    static var name: String { get }
    static var summary: String { get }
    static var usage: String { get }
    /// The options without and with a value, without their dashes.
    static var flags: Set<String> { get }
    static var options: Set<String> { get }
    static func run(_ arguments: Arguments) throws -> ExitCode
}

/// How a run ends.
enum ExitCode: Int32 {
    case fine = 0
    case faults = 1
    case usage = 64
}

/// A call that cannot be understood.
struct UsageError: Error {
    var message: String
}
