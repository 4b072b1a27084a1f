/// The verdict on one live pixel or wide event.
public enum CheckResult: Equatable, Sendable {
    /// It is as declared.
    case passed
    /// It differs from its declaration, for these reasons.
    case failed([String])
    /// No declaration matches it.
    case undocumented
    /// It comes from a version older than the product's target, and is not judged.
    case oldVersion

    /// The verdict's stable name: `passed`, `failed`, `undocumented` or `oldVersion`.
    public var status: String {
        switch self {
        case .passed: "passed"
        case .failed: "failed"
        case .undocumented: "undocumented"
        case .oldVersion: "oldVersion"
        }
    }

    /// Why it failed; empty otherwise.
    public var reasons: [String] { if case .failed(let reasons) = self { reasons } else { [] } }
}
