import JSONSchema

/// The verdict on a live pixel or wide event.
public enum CheckResult: Equatable, Sendable {
    /// It matches its definition.
    case passed
    /// It differs from its definition, for these reasons.
    case failed([String])
    /// No definition matches it.
    case undocumented
    /// Its version is older than the product's target version, so it is not checked.
    case oldVersion

    /// The stable name of the verdict: `passed`, `failed`, `undocumented` or `oldVersion`.
    public var status: String {
        switch self {
        case .passed: "passed"
        case .failed: "failed"
        case .undocumented: "undocumented"
        case .oldVersion: "oldVersion"
        }
    }

    /// The reasons of a failure; empty for other verdicts.
    public var reasons: [String] { if case .failed(let reasons) = self { reasons } else { [] } }
}

/// The sentences for schema issues.
enum IssueText {
    static func reasons(parameters: [SchemaIssue], suffixes: [SchemaIssue], isCompat: Bool) -> [String] {
        func isReported(_ issue: SchemaIssue) -> Bool { !isCompat || !issue.isDroppedByReference }
        return parameters.filter(isReported).map(parameterReason) + suffixes.filter(isReported).map(suffixReason)
    }

    private static func parameterReason(_ issue: SchemaIssue) -> String {
        if issue.path.isEmpty, case .extra(let key) = issue.breach { return "Parameter '\(key)' is not declared." }
        return "Parameter '\(issue.path.joined(separator: "."))' \(issue.phrase)."
    }

    private static func suffixReason(_ issue: SchemaIssue) -> String {
        if case .extra(let position) = issue.breach {
            return "Suffix \((Int(position) ?? 0) + 1) is more than the definition allows: \(issue.value.shown)."
        }
        guard let position = issue.path.first.flatMap({ Int($0) }) else {
            return "The suffixes fit none of the alternatives."
        }
        return "Suffix \(position + 1) \(issue.phrase)."
    }
}

extension SchemaIssue {
    /// Whether the reference drops the message when it formats its results, and so lets the value pass.
    var isDroppedByReference: Bool {
        if case .general(.not) = breach { true } else { false }
    }
}
