import JSONSchema
import PixelDefinitions

/// Builds the model of the enum for one definition file.
struct FileBuilder {
    private let parameters: [String: JSONValue]
    private let suffixes: [String: JSONValue]
    private let today: String?
    private(set) var file: GeneratedFile

    init(source: String, typeName: String, folder: DefinitionFolder, today: String?) {
        file = GeneratedFile(source: source, typeName: typeName)
        parameters = folder.parameters?.value.members ?? [:]
        suffixes = folder.suffixes?.value.members ?? [:]
        self.today = today
    }

    /// The model of `definitions`, in their order.
    static func build(
        _ definitions: [(name: String, value: JSONValue)], source: String, typeName: String, folder: DefinitionFolder,
        today: String?
    ) -> GeneratedFile {
        var builder = Self(source: source, typeName: typeName, folder: folder, today: today)
        let names = CaseNames.names(of: definitions.map(\.name), file: source)
        var taken = UniqueNames()
        for (definition, name) in zip(definitions, names) {
            for (index, sequence) in builder.sequences(definition.value).enumerated() {
                let caseName = taken.take(index == 0 ? name : "\(name)Alternative\(index + 1)")
                builder.add(definition, as: caseName, sequence)
            }
        }
        return builder.file
    }

    // MARK: Suffixes

    /// A sequence of suffixes. The words of the schedule are separate, since they become the frequency.
    private struct Sequence: Equatable {
        struct Item: Equatable {
            /// The name in the dictionary.
            var shortcut: String?
            var schema: JSONValue
        }

        var items: [Item]
        var schedule: Set<String>?
        var scheduleIndex: Int?
    }

    /// The suffix sequences of a pixel. Sequences that differ only in the schedule become one.
    private func sequences(_ definition: JSONValue) -> [Sequence] {
        let items = definition["suffixes"]?.elements ?? []
        let lists = items.contains { $0.elements != nil } ? items.compactMap(\.elements) : [items]
        var sequences: [Sequence] = []
        for list in lists.map(sequence) {
            guard let index = sequences.firstIndex(where: { $0.items == list.items }) else {
                sequences.append(list)
                continue
            }
            let words = (sequences[index].schedule ?? [""]).union(list.schedule ?? [""])
            sequences[index].scheduleIndex = sequences[index].scheduleIndex ?? list.scheduleIndex
            sequences[index].schedule = words
        }
        return sequences
    }

    private func sequence(_ items: [JSONValue]) -> Sequence {
        let items = items.map { item in
            Sequence.Item(shortcut: item.text, schema: item.text.flatMap { suffixes[$0] } ?? item)
        }
        for (index, item) in items.enumerated() where (item.schema["key"]?.text ?? "").isEmpty {
            guard let values = item.schema["enum"]?.elements?.compactMap(\.text), FrequencyChoice.isSchedule(values)
            else {
                continue
            }
            var rest = items
            rest.remove(at: index)
            // An empty word in the middle leaves its underscore out, which would shift the suffixes behind it.
            let words = Set(values).subtracting(index == items.count - 1 ? [] : [""])
            return Sequence(items: rest, schedule: words, scheduleIndex: index)
        }
        return Sequence(items: items)
    }

    // MARK: Pixels

    private mutating func add(_ definition: (name: String, value: JSONValue), as caseName: String, _ sequence: Sequence)
    {
        var pixel = GeneratedFile.Pixel(
            caseName: caseName, literal: definition.name, description: definition.value["description"]?.text ?? "",
            suffixes: [], frequency: sequence.schedule.flatMap(FrequencyChoice.init(values:)) ?? .standard, values: [],
            standard: []
        )
        if let expires = definition.value["expires"]?.text, let today, expires < today { pixel.expired = expires }
        var labels = UniqueNames()
        for (index, item) in sequence.items.enumerated() {
            if index == sequence.scheduleIndex { pixel.suffixes.append(.frequency) }
            addSuffix(item, to: &pixel, &labels)
        }
        if sequence.scheduleIndex == sequence.items.count { pixel.suffixes.append(.frequency) }
        addParameters(
            (definition.value["parameters"]?.elements ?? []).map { $0.text.flatMap { parameters[$0] } ?? $0 },
            to: &pixel, &labels)
        if pixel.values.count > 6 {
            pixel.payload = file.takeTypeName(SwiftName.type(SwiftName.words(caseName)) + "Parameters")
        }
        file.pixels.append(pixel)
    }

    private mutating func addSuffix(
        _ item: Sequence.Item, to pixel: inout GeneratedFile.Pixel, _ labels: inout UniqueNames
    ) {
        let schema = item.schema
        let key = schema["key"]?.text ?? ""
        if !key.isEmpty { pixel.suffixes.append(.text(key.lowercased())) }
        let values = schema["enum"]?.elements?.compactMap(\.scriptText) ?? []
        if !values.isEmpty, Set(values).isSubset(of: ["ios", "macos", "android", "linux", "windows"]) {
            pixel.suffixes.append(.platform)
        } else if !values.isEmpty, Set(values).isSubset(of: ["phone", "tablet", "desktop"]) {
            pixel.suffixes.append(.formFactor)
        } else if values.count == 1 {
            pixel.suffixes.append(.text(values[0].lowercased()))
        } else if key.isEmpty || ["enum", "pattern", "type", "format"].contains(where: { schema[$0] != nil }) {
            let description = SwiftName.words(schema["description"]?.text ?? "").prefix(2)
            let words = SwiftName.words(key.isEmpty ? item.shortcut ?? description.joined(separator: " ") : key)
            let label = labels.take(SwiftName.member(words.isEmpty ? ["suffix"] : words))
            let kind = ValueKinds.kind(of: schema, named: words, in: pixel.caseName, isSuffix: true, &file)
            pixel.suffixes.append(.value(label: label))
            pixel.values.append(
                .init(
                    label: label, description: schema["description"]?.text ?? "", kind: kind, isRequired: true,
                    rule: TextRules.name(for: schema, beyond: kind, &file)))
        }
    }

    private mutating func addParameters(
        _ schemas: [JSONValue], to pixel: inout GeneratedFile.Pixel, _ labels: inout UniqueNames
    ) {
        let errorKeys = ErrorKeys(schemas)
        pixel.errorDepth = errorKeys.depth
        if errorKeys.depth != nil { _ = labels.take("error") }
        for schema in schemas where !errorKeys.covers(schema) {
            if let standard = Self.standardParameters[schema["key"]?.text ?? ""] {
                pixel.standard.append(standard)
                continue
            }
            let description = schema["description"]?.text ?? ""
            if let pattern = schema["keyPattern"]?.text, !pattern.isEmpty {
                let label = labels.take(SwiftName.member(Self.words(ofPattern: pattern)))
                let name = ValueKinds.patternName(pattern, &file)
                pixel.values.append(
                    .init(
                        label: label, description: description, kind: .open(name), key: pattern, isRequired: false,
                        rule: TextRules.name(for: schema, beyond: .open(name), &file)))
            } else if let key = schema["key"]?.text {
                let label = labels.take(SwiftName.member(SwiftName.words(key)))
                let kind = ValueKinds.kind(of: schema, named: SwiftName.words(key), in: pixel.caseName, &file)
                pixel.values.append(
                    .init(
                        label: label, description: description, kind: kind, key: key,
                        isRequired: schema["required"] == .bool(true),
                        rule: TextRules.name(for: schema, beyond: kind, &file)))
            }
        }
    }

    /// The parameters that the app adds.
    private static let standardParameters = [
        "appVersion": "appVersion", "pixelSource": "pixelSource", "sample_rate": "sampleRate",
    ]

    /// The words that every key of the pattern contains. Groups and classes are left out.
    private static func words(ofPattern pattern: String) -> [String] {
        guard let syntax = try? PatternParser.parse(pattern) else { return ["values"] }
        let words = SwiftName.words(syntax.literalText).filter { $0.contains(where: \.isLetter) }
        return words.isEmpty ? ["values"] : words
    }
}
