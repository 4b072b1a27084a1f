/// The kind of a fault; its raw value is stable and may be matched by scripts.
public enum FaultCode: String, Sendable, CaseIterable, Codable {
    // Files
    case missingFile = "missing-file"
    case unreadableFile = "unreadable-file"
    case invalidSyntax = "invalid-syntax"
    case repeatedKey = "repeated-key"

    // product.json and owners
    case invalidTarget = "invalid-target"
    case unknownOwner = "unknown-owner"

    // Shape of definitions
    case wrongType = "wrong-type"
    case missingField = "missing-field"
    case unknownField = "unknown-field"
    case emptyList = "empty-list"
    case unknownTrigger = "unknown-trigger"
    case invalidDate = "invalid-date"
    case invalidAddress = "invalid-address"
    case invalidName = "invalid-name"
    case invalidParameter = "invalid-parameter"
    case invalidSuffix = "invalid-suffix"
    case invalidExperiment = "invalid-experiment"

    // Meaning of definitions
    case duplicatePixel = "duplicate-pixel"
    case unknownShortcut = "unknown-shortcut"
    case unusableShortcut = "unusable-shortcut"
    case duplicateKey = "duplicate-key"
    case mixedSuffixes = "mixed-suffixes"
    case openObject = "open-object"

    // Schemas
    case invalidKeyword = "invalid-keyword"
    case unknownKeyword = "unknown-keyword"
    case ineffectiveKeyword = "ineffective-keyword"
    case keywordTypeConflict = "keyword-type-conflict"
    case typeConflict = "type-conflict"
    case emptyEnum = "empty-enum"
    case invalidPattern = "invalid-pattern"
    case unknownFormat = "unknown-format"
    case unresolvedReference = "unresolved-reference"
    case keyMatchesPattern = "key-matches-pattern"
    case undefinedRequired = "undefined-required"
    case openTuple = "open-tuple"

    // Wide events
    case duplicateEvent = "duplicate-event"
    case reservedSection = "reserved-section"
    case missingSection = "missing-section"
    case invalidVersion = "invalid-version"
    case invalidProperty = "invalid-property"

    // Reported outside compat mode only
    case unreachablePixel = "unreachable-pixel"
    case unreachableSuffix = "unreachable-suffix"
    case impossibleValue = "impossible-value"
    case expiresSoon = "expires-soon"
    case expired
}
