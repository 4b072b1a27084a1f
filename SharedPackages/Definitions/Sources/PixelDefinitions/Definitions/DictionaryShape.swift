/// The outward form of dictionaries.
enum DictionaryShape {
    /// The faults of a dictionary whose entries are judged by `items`.
    static func faults(
        of file: DefinitionFile?, items: (JSONValue) -> [ItemShape.Problem], allowsList: Bool = false
    ) -> [Fault] {
        guard let file else { return [] }
        guard file.value.members != nil else {
            if allowsList, file.value == .array([]) || file.value == .null { return [] }
            return [file.fault(.wrongType, "A dictionary must be an object, not \(file.value.json.prefix(40)).")]
        }
        return file.entries.flatMap { name, item in
            items(item).map { file.fault($0.code, $0.message, at: [name], pixel: name) }
        }
    }
}
