/// The vocabulary of pixel definitions in one version of the reference's schema.
public struct SchemaVersion: Sendable {
    /// What the value of a field must be.
    enum Field: Sendable {
        case text, owners, triggers, suffixes, parameters, addresses, date, flag
    }

    /// The version's name, such as `2.1`.
    public let name: String
    /// The values that `triggers` may list.
    public let triggers: [String]
    let fields: [String: Field]
    let requiredFields = ["description", "owners"]

    /// 2.0, which also knew `requireVersion`.
    public static let v20 = Self(
        name: "2.0", triggers: commonTriggers,
        fields: commonFields.merging(["requireVersion": .flag]) { first, _ in first }
    )

    /// 2.1, the version whose verdicts compat mode repeats.
    public static let v21 = Self(name: "2.1", triggers: commonTriggers, fields: commonFields)

    /// 2.2, with more triggers.
    public static let v22 = Self(
        name: "2.2",
        triggers: commonTriggers + ["user_interaction", "impression", "feature_lifecycle", "web_detection"],
        fields: commonFields
    )

    /// Every version known, oldest first.
    public static let all = [v20, v21, v22]

    private static let commonTriggers = [
        "page_load", "new_tab", "search_ddg", "startup", "scheduled", "user_submitted", "exception", "other",
    ]

    private static let commonFields: [String: Field] = [
        "description": .text, "owners": .owners, "triggers": .triggers, "suffixes": .suffixes,
        "parameters": .parameters,
        "privacyReview": .addresses, "grafanaDashboards": .addresses, "expires": .date,
    ]
}
