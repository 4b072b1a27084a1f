/// A fault of a JSON Schema itself.
struct SchemaFault: Error, Equatable {
    var code: FaultCode
    /// The way from the schema's root to the keyword.
    var path: [String]
    var message: String
}
