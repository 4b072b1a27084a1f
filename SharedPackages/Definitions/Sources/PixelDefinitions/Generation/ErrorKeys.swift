/// Finds the parameters that together are one error: `d` and `e`, and `ud` and `ue` for those underneath.
struct ErrorKeys {
    private let keys: Set<String>
    /// How many errors of a chain are declared; nil if `d` and `e` are not both.
    let depth: Int?

    init(_ schemas: [JSONValue]) {
        let keys = Set(schemas.compactMap { ($0["key"] ?? $0["keyPattern"])?.text })
        self.keys = keys
        guard keys.contains("d"), keys.contains("e") else {
            depth = nil
            return
        }
        if keys.isSuperset(of: ["^ud[0-9]?$", "^ue[0-9]?$"]) {
            depth = 10
        } else {
            depth = keys.isSuperset(of: ["ud", "ue"]) ? 2 : 1
        }
    }

    /// Whether the error stands for this parameter too.
    func covers(_ schema: JSONValue) -> Bool {
        guard let depth, let key = (schema["key"] ?? schema["keyPattern"])?.text else { return false }
        if key == "d" || key == "e" { return true }
        return depth == 10 ? key == "^ud[0-9]?$" || key == "^ue[0-9]?$" : depth == 2 && (key == "ud" || key == "ue")
    }
}
