import Testing

/// A file, and what a lint script has to say about it.
struct LintCase: Sendable, CustomTestStringConvertible {
    /// The script, without `check-` and its extension.
    let script: String
    let path: String
    let text: String
    /// The lines of output, each without the file's path; none if the file is clean.
    let findings: [String]

    init(_ script: String, _ path: String, _ text: String, finds findings: String...) {
        self.init(script, path, text, finds: findings)
    }

    init(_ script: String, _ path: String, _ text: String, finds findings: [String]) {
        self.script = script
        self.path = path
        self.text = text
        self.findings = findings
    }

    var testDescription: String { "\(script): \(path): \(text.prefix(60).replacing("\n", with: "⏎"))" }
}
