/// Options for the validation of definitions and the checks of live pixels.
public struct ValidationOptions: Sendable {
    /// The strictness of the verdicts.
    public enum Mode: Sendable {
        /// The verdicts of the reference validator, including its quirks.
        case compat
        /// Stricter than the reference where one of its quirks is a defect.
        case strict
    }

    /// The strictness. Strict by default.
    public var mode: Mode
    /// The version whose fields and triggers definitions may use. 2.1 by default.
    public var schemaVersion: SchemaVersion
    /// The accounts that may own pixels. By default nil, which allows any account.
    public var owners: Set<String>?
    /// The day to compare `expires` with, as `YYYY-MM-DD`. By default nil, which compares nothing.
    public var today: String?
    /// The oldest version whose live pixels are checked. By default nil, which takes the version of the product.
    ///
    /// The reference fetches the version of a product with a `versionUrl`. This library fetches nothing.
    public var targetVersion: String?

    /// Creates options. Each has the default that its property describes.
    public init(
        mode: Mode = .strict, schemaVersion: SchemaVersion = .v21, owners: Set<String>? = nil, today: String? = nil,
        targetVersion: String? = nil
    ) {
        self.mode = mode
        self.schemaVersion = schemaVersion
        self.owners = owners
        self.today = today
        self.targetVersion = targetVersion
    }
}

/// The fields and triggers of pixel definitions in one version of the reference's schema.
public struct SchemaVersion: Sendable {
    /// The kind of a field's value.
    enum Field: Sendable {
        case text, owners, triggers, suffixes, parameters, addresses, date, flag
    }

    /// The version's name, such as `2.1`.
    public let name: String
    /// The values that `triggers` may contain.
    public let triggers: [String]
    let fields: [String: Field]
    let requiredFields = ["description", "owners"]

    /// Version 2.0, with the field `requireVersion`.
    public static let v20 = Self(
        name: "2.0", triggers: commonTriggers,
        fields: commonFields.merging(["requireVersion": .flag]) { first, _ in first }
    )

    /// Version 2.1, the version that compat mode agrees with.
    public static let v21 = Self(name: "2.1", triggers: commonTriggers, fields: commonFields)

    /// Version 2.2, with more triggers.
    public static let v22 = Self(
        name: "2.2",
        triggers: commonTriggers + ["user_interaction", "impression", "feature_lifecycle", "web_detection"],
        fields: commonFields
    )

    /// All known versions, oldest first.
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
