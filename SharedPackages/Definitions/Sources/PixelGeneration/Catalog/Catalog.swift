import JSONSchema
package import PixelDefinitions

/// A description of the pixels of a folder, for people.
package struct Catalog: Sendable {
    /// A parameter or suffix.
    package struct Item: Sendable, Equatable {
        /// The key, the key pattern between slashes, or the name of the suffix.
        package var name: String
        package var description: String
        /// The allowed values, in words.
        package var values: String
        package var examples: [String]
    }

    package struct Pixel: Sendable {
        package var name: String
        package var file: String
        package var line: Int?
        package var description: String
        package var triggers: [String]
        package var owners: [String]
        package var expires: String?
        package var links: [String]
        package var parameters: [Item]
        /// Alternative sequences of suffixes.
        package var suffixes: [[Item]]
    }

    /// The pixels, sorted by name.
    package let pixels: [Pixel]

    package init(_ folder: DefinitionFolder) {
        let parameters = folder.parameters?.value.members ?? [:]
        let suffixes = folder.suffixes?.value.members ?? [:]
        pixels = folder.pixels.flatMap { file in
            file.entries.map { name, definition in
                Pixel(name: name, definition, in: file, parameters: parameters, suffixes: suffixes)
            }
        }.sorted { $0.name < $1.name }
    }

    /// The pixel called `name`.
    package func pixel(named name: String) -> Pixel? { pixels.first { $0.name == name } }
}

extension Catalog.Pixel {
    fileprivate init(
        name: String, _ definition: JSONValue, in file: DefinitionFile, parameters: [String: JSONValue],
        suffixes: [String: JSONValue]
    ) {
        func texts(_ field: String) -> [String] { (definition[field]?.elements ?? []).compactMap(\.text) }
        self.name = name
        self.file = file.path
        line = file.document.source.line(at: [name])
        description = definition["description"]?.text ?? ""
        triggers = definition["triggers"] == nil ? ["other"] : texts("triggers")
        owners = texts("owners")
        expires = definition["expires"]?.text
        links = texts("privacyReview") + texts("grafanaDashboards")
        self.parameters = (definition["parameters"]?.elements ?? []).map { Catalog.Item(parameter: $0, parameters) }
        let items = definition["suffixes"]?.elements ?? []
        let sequences = items.compactMap(\.elements)
        self.suffixes = (sequences.isEmpty ? [items] : sequences).map { sequence in
            sequence.map { Catalog.Item(suffix: $0, suffixes) }
        }.filter { !$0.isEmpty }
    }
}

extension Catalog.Item {
    fileprivate init(parameter: JSONValue, _ dictionary: [String: JSONValue]) {
        let schema = parameter.text.flatMap { dictionary[$0] } ?? parameter
        let pattern = schema["keyPattern"]?.text.map { "/\($0)/" }
        self.init(name: schema["key"]?.text ?? pattern ?? parameter.text ?? "?", schema)
    }

    fileprivate init(suffix: JSONValue, _ dictionary: [String: JSONValue]) {
        let schema = suffix.text.flatMap { dictionary[$0] } ?? suffix
        self.init(name: suffix.text ?? schema["key"]?.text ?? "suffix", schema)
    }

    private init(name: String, _ schema: JSONValue) {
        self.name = name
        description = schema["description"]?.text ?? ""
        values = Self.values(of: schema)
        examples = (schema["examples"]?.elements ?? []).map { $0.text ?? $0.shown }
    }

    private static func values(of schema: JSONValue) -> String {
        if let values = schema["enum"]?.elements { return values.map { $0.text ?? $0.shown }.joined(separator: " | ") }
        let types = schema["type"]?.jsonTypes?.map(\.rawValue).joined(separator: " or ") ?? "string"
        let details = ["pattern", "format", "minimum", "maximum", "minLength", "maxLength"].compactMap { keyword in
            schema[keyword].map { "\(keyword) \($0.text ?? $0.json)" }
        }
        let encoding = schema["encoding"]?.text.map { [$0] } ?? []
        return ([types] + details + encoding).joined(separator: ", ")
    }
}
