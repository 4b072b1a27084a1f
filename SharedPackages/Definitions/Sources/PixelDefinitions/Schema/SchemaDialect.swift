/// How strictly schemas are compiled.
struct SchemaDialect: Sendable {
    /// Whether keywords must fit the declared type, tuples be closed and required properties be defined.
    var isStrict: Bool
    /// Keywords beyond JSON Schema.
    var extraKeywords: Set<String>
    /// Whether values are converted to the declared type before they are judged.
    var coerces: Bool

    /// Schemas of parameters and suffixes, which judge text.
    static let pixels = Self(isStrict: true, extraKeywords: ["key", "keyPattern", "encoding"], coerces: true)
    /// Schemas of wide events, which judge JSON.
    static let wideEvents = Self(isStrict: false, extraKeywords: [], coerces: false)
}
