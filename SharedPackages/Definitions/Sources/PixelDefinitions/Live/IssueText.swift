/// Reasons in words.
enum IssueText {
    static func reasons(parameters: [SchemaIssue], suffixes: [SchemaIssue], isCompat: Bool) -> [String] {
        var reasons: [String] = []
        for issue in parameters where !isCompat || !issue.isForgottenByReference {
            reasons.append(parameterReason(issue))
        }
        for issue in suffixes where !isCompat || !issue.isForgottenByReference { reasons.append(suffixReason(issue)) }
        return reasons
    }

    private static func parameterReason(_ issue: SchemaIssue) -> String {
        if issue.path.isEmpty, case .extra(let key) = issue.breach { return "Parameter '\(key)' is not declared." }
        return "Parameter '\(issue.path.joined(separator: "."))' \(issue.phrase)."
    }

    private static func suffixReason(_ issue: SchemaIssue) -> String {
        if case .extra(let position) = issue.breach {
            return "Suffix \((Int(position) ?? 0) + 1) is more than the definition allows: \(issue.value.json)."
        }
        guard let position = issue.path.first.flatMap({ Int($0) }) else {
            return "The suffixes fit none of the alternatives."
        }
        return "Suffix \(position + 1) \(issue.phrase)."
    }
}
