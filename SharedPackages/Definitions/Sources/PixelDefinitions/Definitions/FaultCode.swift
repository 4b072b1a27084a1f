/// The kind of a fault; its raw value is stable and may be matched by scripts.
public enum FaultCode: String, Sendable, CaseIterable, Codable {
    // Files
    /// A file or folder that every definitions folder has is absent.
    case missingFile = "missing-file"
    /// A file cannot be read.
    case unreadableFile = "unreadable-file"
    /// A file is not JSON5.
    case invalidSyntax = "invalid-syntax"
    /// One object gives a key twice. Strict mode only.
    case repeatedKey = "repeated-key"

    // product.json and owners
    /// `target` in product.json does not say which version counts.
    case invalidTarget = "invalid-target"
    /// An owner is not among the known accounts.
    case unknownOwner = "unknown-owner"

    // Shape of definitions
    /// A field has a value of the wrong type.
    case wrongType = "wrong-type"
    /// A field that must be there is absent.
    case missingField = "missing-field"
    /// A field is not part of the schema version.
    case unknownField = "unknown-field"
    /// A list that needs an item has none.
    case emptyList = "empty-list"
    /// A trigger is not part of the schema version.
    case unknownTrigger = "unknown-trigger"
    /// A date is not one of the calendar.
    case invalidDate = "invalid-date"
    /// An address is not a URI.
    case invalidAddress = "invalid-address"
    /// A name has characters that it must not have.
    case invalidName = "invalid-name"
    /// A parameter has neither or both of `key` and `keyPattern`, or lacks a description.
    case invalidParameter = "invalid-parameter"
    /// A suffix lacks a description, or is no suffix at all.
    case invalidSuffix = "invalid-suffix"
    /// A native experiment is not formed as it should be.
    case invalidExperiment = "invalid-experiment"

    // Meaning of definitions
    /// Two definitions have one name.
    case duplicatePixel = "duplicate-pixel"
    /// A name is not in the dictionary.
    case unknownShortcut = "unknown-shortcut"
    /// A dictionary entry is not an object, and so of no use.
    case unusableShortcut = "unusable-shortcut"
    /// Two parameters of a pixel have one key.
    case duplicateKey = "duplicate-key"
    /// A list mixes suffixes and lists of suffixes.
    case mixedSuffixes = "mixed-suffixes"
    /// An object allows additional properties.
    case openObject = "open-object"

    // Schemas
    /// A keyword of a schema has a value of the wrong kind.
    case invalidKeyword = "invalid-keyword"
    /// A keyword is not one of JSON Schema.
    case unknownKeyword = "unknown-keyword"
    /// A keyword does nothing without another one.
    case ineffectiveKeyword = "ineffective-keyword"
    /// A keyword does not apply to the declared type.
    case keywordTypeConflict = "keyword-type-conflict"
    /// A nested type cannot occur within the outer one.
    case typeConflict = "type-conflict"
    /// A list of allowed values is empty.
    case emptyEnum = "empty-enum"
    /// A pattern is not a regular expression of ECMAScript with the `u` flag.
    case invalidPattern = "invalid-pattern"
    /// A format does not exist.
    case unknownFormat = "unknown-format"
    /// A `$ref` leads nowhere.
    case unresolvedReference = "unresolved-reference"
    /// A key is judged by a property and a pattern, or (as a warning) by two patterns.
    case keyMatchesPattern = "key-matches-pattern"
    /// `required` names a property that is not defined.
    case undefinedRequired = "undefined-required"
    /// `prefixItems` does not fix the length.
    case openTuple = "open-tuple"

    // Wide events
    /// Two wide events have one type.
    case duplicateEvent = "duplicate-event"
    /// An event defines a section of the base event.
    case reservedSection = "reserved-section"
    /// The base event lacks a section.
    case missingSection = "missing-section"
    /// The versions of base and event do not make three numbers.
    case invalidVersion = "invalid-version"
    /// A property of a wide event is not formed as it should be.
    case invalidProperty = "invalid-property"

    // Reported outside compat mode only
    /// No request can ever belong to the pixel or experiment. Strict mode only.
    case unreachablePixel = "unreachable-pixel"
    /// A suffix can never match. Strict mode only, a warning.
    case unreachableSuffix = "unreachable-suffix"
    /// A value or pattern can never match. Strict mode only.
    case impossibleValue = "impossible-value"
    /// The pixel expires within a month. Strict mode only, a warning.
    case expiresSoon = "expires-soon"
    /// The pixel has expired. Strict mode only.
    case expired
}
