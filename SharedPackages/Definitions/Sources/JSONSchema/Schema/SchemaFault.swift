/// A fault of a JSON Schema itself.
package struct SchemaFault: Error, Equatable {
    /// The kind of fault.
    package enum Kind: Sendable {
        case invalidKeyword
        case unknownKeyword
        case ineffectiveKeyword
        case keywordTypeConflict
        case typeConflict
        case emptyEnum
        case invalidPattern
        case unknownFormat
        case unresolvedReference
        case keyMatchesPattern
        case undefinedRequired
        case openTuple
    }

    package var kind: Kind
    /// The keys from the schema's root to the keyword.
    package var path: [String]
    package var message: String
}

/// Every fault of a schema.
package struct SchemaFaults: Error {
    package var list: [SchemaFault]
}
