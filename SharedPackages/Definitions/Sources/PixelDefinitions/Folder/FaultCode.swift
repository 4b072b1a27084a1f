import JSONSchema

/// The kind of a fault. The raw value is stable, so scripts may match it.
public enum FaultCode: String, Sendable, CaseIterable, Codable {
    // Files
    /// A required file or folder is missing.
    case missingFile = "missing-file"
    /// A file cannot be read.
    case unreadableFile = "unreadable-file"
    /// A file is not JSON5.
    case invalidSyntax = "invalid-syntax"
    /// An object contains a key twice. Strict mode only.
    case repeatedKey = "repeated-key"

    // product.json and owners
    /// `target` in product.json does not define the version to compare with.
    case invalidTarget = "invalid-target"
    /// An owner is not a known account.
    case unknownOwner = "unknown-owner"

    // Form of definitions
    /// A field has a value of the wrong type.
    case wrongType = "wrong-type"
    /// A required field is missing.
    case missingField = "missing-field"
    /// A field is not part of the schema version.
    case unknownField = "unknown-field"
    /// A list that needs an item is empty.
    case emptyList = "empty-list"
    /// A trigger is not part of the schema version.
    case unknownTrigger = "unknown-trigger"
    /// A date does not exist.
    case invalidDate = "invalid-date"
    /// An address is not a URI.
    case invalidAddress = "invalid-address"
    /// A name contains characters that are not allowed.
    case invalidName = "invalid-name"
    /// A parameter has neither or both of `key` and `keyPattern`, or no description.
    case invalidParameter = "invalid-parameter"
    /// A suffix has no description, or is not a suffix.
    case invalidSuffix = "invalid-suffix"
    /// A native experiment has the wrong form.
    case invalidExperiment = "invalid-experiment"

    // Meaning of definitions
    /// Two definitions have the same name.
    case duplicatePixel = "duplicate-pixel"
    /// A name is not in the dictionary.
    case unknownShortcut = "unknown-shortcut"
    /// A dictionary entry is not an object.
    case unusableShortcut = "unusable-shortcut"
    /// Two parameters of a pixel have the same key.
    case duplicateKey = "duplicate-key"
    /// A parameter uses a key that PixelKit sends itself, in another way. Strict mode only.
    case reservedKey = "reserved-key"
    /// A list mixes suffixes and lists of suffixes.
    case mixedSuffixes = "mixed-suffixes"
    /// An object allows additional properties.
    case openObject = "open-object"

    // Schemas
    /// A schema keyword has a value of the wrong kind.
    case invalidKeyword = "invalid-keyword"
    /// A keyword is not part of JSON Schema.
    case unknownKeyword = "unknown-keyword"
    /// A keyword has no effect without another one.
    case ineffectiveKeyword = "ineffective-keyword"
    /// A keyword does not apply to the declared type.
    case keywordTypeConflict = "keyword-type-conflict"
    /// A nested type cannot occur within the outer type.
    case typeConflict = "type-conflict"
    /// A list of allowed values is empty.
    case emptyEnum = "empty-enum"
    /// A pattern is not an ECMAScript regular expression with the `u` flag.
    case invalidPattern = "invalid-pattern"
    /// A format does not exist.
    case unknownFormat = "unknown-format"
    /// A `$ref` leads nowhere, or back to itself.
    case unresolvedReference = "unresolved-reference"
    /// A key matches a key pattern. As a warning: a key can match two key patterns.
    case keyMatchesPattern = "key-matches-pattern"
    /// `required` names a property that is not defined.
    case undefinedRequired = "undefined-required"
    /// `prefixItems` does not fix the length.
    case openTuple = "open-tuple"

    // Wide events
    /// Two wide events have the same type.
    case duplicateEvent = "duplicate-event"
    /// An event defines a section of the base event.
    case reservedSection = "reserved-section"
    /// The base event lacks a section.
    case missingSection = "missing-section"
    /// The versions of base and event do not form three numbers.
    case invalidVersion = "invalid-version"
    /// A property of a wide event has the wrong form.
    case invalidProperty = "invalid-property"

    // Strict mode only
    /// No request can match the pixel or experiment. Strict mode only.
    case unreachablePixel = "unreachable-pixel"
    /// A suffix can never match. Strict mode only, a warning.
    case unreachableSuffix = "unreachable-suffix"
    /// A value or pattern can never match. Strict mode only.
    case impossibleValue = "impossible-value"
    /// A pattern can take more steps than the app allows. Strict mode only, a warning.
    case slowPattern = "slow-pattern"
    /// The pixel expires within a month. Strict mode only, a warning.
    case expiresSoon = "expires-soon"
    /// The pixel has expired. Strict mode only.
    case expired
}

extension FaultCode {
    init(_ kind: SchemaFault.Kind) {
        self =
            switch kind {
            case .invalidKeyword: .invalidKeyword
            case .unknownKeyword: .unknownKeyword
            case .ineffectiveKeyword: .ineffectiveKeyword
            case .keywordTypeConflict: .keywordTypeConflict
            case .typeConflict: .typeConflict
            case .emptyEnum: .emptyEnum
            case .invalidPattern: .invalidPattern
            case .unknownFormat: .unknownFormat
            case .unresolvedReference: .unresolvedReference
            case .keyMatchesPattern: .keyMatchesPattern
            case .undefinedRequired: .undefinedRequired
            case .openTuple: .openTuple
            }
    }
}
