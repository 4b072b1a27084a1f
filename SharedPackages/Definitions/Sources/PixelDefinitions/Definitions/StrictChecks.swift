/// What is reported outside compat mode only: definitions that the reference accepts though they cannot mean what they
/// say.
struct StrictChecks {
    private let folder: DefinitionFolder
    private let options: ValidationOptions
    private let parameters: [String: JSONValue]
    private let suffixes: [String: JSONValue]

    init(_ folder: DefinitionFolder, options: ValidationOptions) {
        self.folder = folder
        self.options = options
        parameters = folder.parameters?.value.members ?? [:]
        suffixes = folder.suffixes?.value.members ?? [:]
    }

    func faults() -> [Fault] {
        var faults = folder.allFiles.flatMap { file in
            file.document.repeatedKeys.map { repeated in
                let message = "'\(repeated.key)' is given twice in one object; only the last counts. Remove one."
                return Fault(.repeatedKey, message, file: file.path, line: repeated.line)
            }
        }
        faults += dictionaryFaults() + ExperimentChecks.faults(folder)
        let names = Set(folder.pixels.flatMap { $0.value.members?.keys.map(\.self) ?? [] })
        // Templates are examples for writers, and no part of live checks.
        for file in folder.pixels where !folder.isTemplate(file) {
            for (name, definition) in file.entries {
                faults += nameFaults(name, in: file)
                faults += ExpiryCheck.faults(definition["expires"]?.text, today: options.today, of: name, in: file)
                faults += parameterFaults(definition, name, in: file)
                faults += suffixFaults(definition, name, in: file, names: names)
            }
        }
        return faults
    }

    // MARK: Names

    private func nameFaults(_ name: String, in file: DefinitionFile) -> [Fault] {
        guard name.hasPrefix("experiment_") else { return [] }
        let message = "Names that begin with 'experiment_' are looked up in native_experiments only. Rename the pixel."
        return [file.fault(.unreachablePixel, message, at: [name], pixel: name)]
    }

    // MARK: Dictionaries

    /// The reference notices a bad entry only when it is used.
    private func dictionaryFaults() -> [Fault] {
        let patterns = PatternCache()
        return [(folder.parameters, "params_dictionary"), (folder.suffixes, "suffixes_dictionary")].flatMap {
            file, name in
            guard let file, let dictionary = file.value.members else { return [Fault]() }
            let resolver = ItemResolver(dictionary: dictionary, dictionaryName: name)
            return file.entries.flatMap { entry -> [Fault] in
                do throws(ItemResolver.Failure) {
                    let schema = try resolver.schema(of: .string(entry.name)).withoutRequired
                    guard
                        case .failure(let faults) = SchemaCompiler.compile(schema, dialect: .pixels, patterns: patterns)
                    else { return [] }
                    return faults.list.map {
                        file.fault($0.code, $0.message, at: [entry.name] + $0.path, pixel: entry.name)
                    }
                } catch {
                    return [file.fault(error.code, error.message, at: [entry.name], pixel: entry.name)]
                }
            }
        }
    }

    // MARK: Parameters

    private func parameterFaults(_ definition: JSONValue, _ name: String, in file: DefinitionFile) -> [Fault] {
        let items = definition["parameters"]?.elements ?? []
        var faults: [Fault] = []
        var patterns: [(source: String, syntax: PatternSyntax)] = []
        for (index, item) in items.enumerated() {
            let schema = item.text.flatMap { parameters[$0] } ?? item
            let path = [name, "parameters", String(index)]
            faults += ValueChecks.messages(for: schema).map {
                file.fault(.impossibleValue, "Parameter '\(schema.title)': \($0)", at: path, pixel: name)
            }
            guard let source = schema["keyPattern"]?.text, let syntax = try? PatternParser.parse(source) else {
                continue
            }
            for other in patterns {
                guard let sample = Self.sharedSample((source, syntax), other) else { continue }
                let message =
                    "A key such as '\(sample)' fits both '\(other.source)' and '\(source)' and must satisfy both. "
                    + "Anchor the patterns with ^ and $."
                faults.append(file.fault(.keyMatchesPattern, message, at: path, pixel: name, severity: .warning))
            }
            patterns.append((source, syntax))
        }
        return faults
    }

    private static func sharedSample(
        _ first: (source: String, syntax: PatternSyntax), _ second: (source: String, syntax: PatternSyntax)
    ) -> String? {
        [(first.syntax, second.source), (second.syntax, first.source)].lazy.compactMap { syntax, source in
            let sample = syntax.sample
            return (try? Pattern(source))?.matches(sample) == true ? sample : nil
        }.first
    }

    // MARK: Suffixes

    private func suffixFaults(_ definition: JSONValue, _ name: String, in file: DefinitionFile, names: Set<String>)
        -> [Fault]
    {
        let items = definition["suffixes"]?.elements ?? []
        let sequences = items.contains { $0.elements != nil } ? items.compactMap(\.elements) : [items]
        var faults: [Fault] = []
        for item in sequences.joined() {
            let schema = item.text.flatMap { suffixes[$0] } ?? item
            faults += ValueChecks.messages(for: schema).map {
                file.fault(.impossibleValue, "Suffix '\(schema.title)': \($0)", at: [name, "suffixes"], pixel: name)
            }
            for value in (schema["enum"]?.elements ?? []).compactMap(\.text) {
                guard let reason = Self.reasonAgainst(value) else { continue }
                let message = "The suffix '\(value)' can never match: \(reason)"
                faults.append(
                    file.fault(.unreachableSuffix, message, at: [name, "suffixes"], pixel: name, severity: .warning))
            }
        }
        for value in sequences.compactMap(\.first).flatMap({ firstValues($0) }) where names.contains("\(name)_\(value)")
        {
            let message =
                "'\(name)_\(value)' is a pixel of its own, so the suffix '\(value)' never belongs to this one."
            faults.append(
                file.fault(.unreachableSuffix, message, at: [name, "suffixes"], pixel: name, severity: .warning))
        }
        return faults
    }

    private func firstValues(_ item: JSONValue) -> [String] {
        let schema = item.text.flatMap { suffixes[$0] } ?? item
        return (schema["enum"]?.elements ?? []).compactMap(\.text)
    }

    private static func reasonAgainst(_ value: String) -> String? {
        if value.contains("_") { return "suffixes are separated by '_'." }
        if value.contains(".") { return "the dots of a name arrive as '_'." }
        return value != value.lowercased() ? "suffixes are declared in lower case." : nil
    }
}

extension JSONValue {
    /// What to call a parameter or suffix in a message.
    fileprivate var title: String { (self["key"] ?? self["keyPattern"] ?? self["description"])?.text ?? "?" }

    /// The schema without the `required` flag that strict mode allows in parameters.
    fileprivate var withoutRequired: JSONValue {
        guard var members, case .bool = members["required"] else { return self }
        members["required"] = nil
        return .object(members)
    }
}
