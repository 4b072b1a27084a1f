import JSONSchema

/// The checks of strict mode: definitions that the reference accepts although they cannot work as declared.
struct StrictChecks {
    private let folder: DefinitionFolder
    private let options: ValidationOptions
    private let parameters: [String: JSONValue]
    private let suffixes: [String: JSONValue]
    private let values = ValueChecks()

    init(_ folder: DefinitionFolder, options: ValidationOptions) {
        self.folder = folder
        self.options = options
        parameters = folder.parameters?.value.members ?? [:]
        suffixes = folder.suffixes?.value.members ?? [:]
    }

    func faults() -> [Fault] {
        var faults = folder.allFiles.flatMap { file in
            file.document.repeatedKeys.map { repeated in
                let message = "The object contains '\(repeated.key)' twice, and only the last one counts. Remove one."
                return Fault(.repeatedKey, message, file: file.path, line: repeated.line)
            }
        }
        faults += dictionaryFaults() + ExperimentChecks.faults(folder) + wideEventFaults()
        let names = Set(folder.pixels.flatMap { $0.value.members?.keys.map(\.self) ?? [] })
        // Templates are examples for authors. Live checks leave them out.
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
        var faults: [Fault] = []
        if !Self.isSendable(name) {
            let remedy = "Use only letters, digits, '_' and '-', at most 150 of them."
            faults.append(file.fault(.invalidName, "'\(name)' cannot be sent. \(remedy)", at: [name], pixel: name))
        }
        if name.hasPrefix("experiment_") {
            let message =
                "Names that begin with 'experiment_' are looked up in native_experiments only. Rename the pixel."
            faults.append(file.fault(.unreachablePixel, message, at: [name], pixel: name))
        }
        return faults
    }

    /// Whether PixelKit sends pixels of this name.
    private static func isSendable(_ name: String) -> Bool {
        (1...150).contains(name.utf8.count)
            && name.unicodeScalars.allSatisfy { scalar in
                switch scalar {
                case "A"..."Z", "a"..."z", "0"..."9", "_", "-": true
                default: false
                }
            }
    }

    // MARK: Dictionaries

    /// The reference finds a bad entry only when a pixel uses it.
    private func dictionaryFaults() -> [Fault] {
        let patterns = PatternCache()
        return [(folder.parameters, "params_dictionary"), (folder.suffixes, "suffixes_dictionary")].flatMap {
            file, name in
            guard let file, let dictionary = file.value.members else { return [Fault]() }
            let resolver = ItemResolver(dictionary: dictionary, dictionaryName: name)
            return file.entries.flatMap { entry -> [Fault] in
                do throws(DefinitionFailure) {
                    let schema = try resolver.schema(of: .string(entry.name)).withoutRequiredFlag
                    guard
                        case .failure(let faults) = SchemaCompiler.compile(schema, dialect: .pixels, patterns: patterns)
                    else { return [] }
                    return faults.list.map {
                        file.fault(FaultCode($0.kind), $0.message, at: [entry.name] + $0.path, pixel: entry.name)
                    }
                } catch {
                    return [file.fault(error, at: [entry.name], pixel: entry.name)]
                }
            }
        }
    }

    // MARK: Wide events

    private func wideEventFaults() -> [Fault] {
        let files = [folder.baseEvent, folder.properties].compactMap(\.self) + folder.wideEvents
        return files.flatMap { file in
            file.entries.flatMap { entry in
                values.slowPatterns(of: entry.value).map { pattern in
                    let message = Self.slowness(of: pattern)
                    return file.fault(.slowPattern, message, at: [entry.name], pixel: entry.name, severity: .warning)
                }
            }
        }
    }

    // MARK: Parameters

    private func parameterFaults(_ definition: JSONValue, _ name: String, in file: DefinitionFile) -> [Fault] {
        var faults: [Fault] = []
        var keyPatterns: [Pattern] = []
        for (index, item) in (definition["parameters"]?.elements ?? []).enumerated() {
            let schema = item.text.flatMap { parameters[$0] } ?? item
            let path = [name, "parameters", String(index)]
            func report(_ code: FaultCode, _ message: String, _ severity: Fault.Severity = .error) {
                faults.append(file.fault(code, message, at: path, pixel: name, severity: severity))
            }
            for message in values.messages(for: schema) {
                report(.impossibleValue, "Parameter '\(schema.title)': \(message)")
            }
            for pattern in values.slowPatterns(of: schema) {
                report(.slowPattern, "Parameter '\(schema.title)': \(Self.slowness(of: pattern))", .warning)
            }
            guard let pattern = schema["keyPattern"]?.text.flatMap(values.pattern) else { continue }
            for other in keyPatterns {
                guard let key = Self.sharedKey(pattern, other) else { continue }
                let remedy = "Anchor the patterns with ^ and $."
                report(
                    .keyMatchesPattern,
                    "A key such as '\(key)' matches both '\(other.source)' and '\(pattern.source)'. \(remedy)", .warning
                )
            }
            keyPatterns.append(pattern)
        }
        return faults + reservedKeyFaults(definition, name, in: file)
    }

    /// The faults of keys that PixelKit sends itself: those of errors, which are sent together, and the app's own.
    private func reservedKeyFaults(_ definition: JSONValue, _ name: String, in file: DefinitionFile) -> [Fault] {
        let schemas = (definition["parameters"]?.elements ?? []).map { item in
            item.text.flatMap { parameters[$0] } ?? item
        }
        let keys = Set(schemas.compactMap { $0["key"]?.text })
        return schemas.enumerated().compactMap { index, schema in
            guard let key = schema["key"]?.text else { return nil }
            let missing = (Self.companions[key] ?? []).filter { !keys.contains($0) }
            var message: String?
            if !missing.isEmpty {
                let list = missing.map { "'\($0)'" }.joined(separator: ", ")
                message = "The key '\(key)' is reserved for errors, which need \(list) too. Add them, or rename the key."
            } else if Self.textKeys.contains(key), schema["type"]?.jsonTypes?.contains(.string) == false {
                message = "The app sends '\(key)' as text. Declare the type string, or rename the key."
            }
            return message.map {
                file.fault(.reservedKey, $0, at: [name, "parameters", String(index)], pixel: name)
            }
        }
    }

    /// The keys of an error, and those that must be declared with each.
    private static let companions = ["d": ["e"], "e": ["d"], "ud": ["d", "e", "ue"], "ue": ["d", "e", "ud"]]
    private static let textKeys: Set = ["appVersion", "pixelSource"]

    private static func slowness(of pattern: Pattern) -> String {
        "The pattern \(pattern.source) can take more steps than the app allows. Remove repetitions of repetitions."
    }

    /// A key that both patterns match, if one of their samples is.
    private static func sharedKey(_ first: Pattern, _ second: Pattern) -> String? {
        if second.matches(first.syntax.sample) { return first.syntax.sample }
        return first.matches(second.syntax.sample) ? second.syntax.sample : nil
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
            faults += values.messages(for: schema).map {
                file.fault(.impossibleValue, "Suffix '\(schema.title)': \($0)", at: [name, "suffixes"], pixel: name)
            }
            faults += values.slowPatterns(of: schema).map { pattern in
                let message = "Suffix '\(schema.title)': \(Self.slowness(of: pattern))"
                return file.fault(.slowPattern, message, at: [name, "suffixes"], pixel: name, severity: .warning)
            }
            for value in (schema["enum"]?.elements ?? []).compactMap(\.text) {
                guard let reason = Self.reasonAgainst(value) else { continue }
                let message = "The suffix '\(value)' can never match, because \(reason)"
                faults.append(
                    file.fault(.unreachableSuffix, message, at: [name, "suffixes"], pixel: name, severity: .warning))
            }
        }
        for value in sequences.compactMap(\.first).flatMap({ firstValues($0) }) where names.contains("\(name)_\(value)")
        {
            let message = "'\(name)_\(value)' is another pixel, so the suffix '\(value)' never matches. Rename one."
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
        if value.contains("_") { return "'_' separates suffixes." }
        if value.contains(".") { return "dots in names become '_'." }
        return value != value.lowercased() ? "suffixes are compared in lower case." : nil
    }
}

extension JSONValue {
    /// What to call a parameter or suffix in a message.
    fileprivate var title: String { (self["key"] ?? self["keyPattern"] ?? self["description"])?.text ?? "?" }

    /// The schema without the `required` flag that strict mode allows in parameters.
    fileprivate var withoutRequiredFlag: JSONValue {
        guard var members, case .bool = members["required"] else { return self }
        members["required"] = nil
        return .object(members)
    }
}

/// Compares a pixel's `expires` with today.
enum ExpiryCheck {
    /// A warning in the month before the day, an error after it.
    static func faults(_ expires: String?, today: String?, of name: String, in file: DefinitionFile) -> [Fault] {
        guard let expires, let today, StringFormat.date.accepts(expires), StringFormat.date.accepts(today) else {
            return []
        }
        let path = [name, "expires"]
        // Dates of this form sort as text.
        if expires < today {
            let message = "The pixel expired on \(expires). Remove it, or move the date."
            return [file.fault(.expired, message, at: path, pixel: name)]
        }
        guard expires <= monthAfter(today) else { return [] }
        let message = "The pixel expires on \(expires). Remove it until then, or move the date."
        return [file.fault(.expiresSoon, message, at: path, pixel: name, severity: .warning)]
    }

    /// The same day a month later; it need not exist to be compared with.
    private static func monthAfter(_ date: String) -> String {
        let parts = date.split(separator: "-").compactMap { Int($0) }
        let (year, month) = parts[1] == 12 ? (parts[0] + 1, 1) : (parts[0], parts[1] + 1)
        let pad = { (number: Int, width: Int) in
            String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
        }
        return "\(pad(year, 4))-\(pad(month, 2))-\(pad(parts[2], 2))"
    }
}

/// Finds values and patterns that cannot match, and patterns that are slow.
private final class ValueChecks {
    private let patterns = PatternCache()
    private var slowness: [String: Bool] = [:]

    func pattern(_ source: String) -> Pattern? { try? patterns.pattern(source) }

    /// The reasons why a value or pattern of `schema`, a parameter or suffix, can never match.
    func messages(for schema: JSONValue) -> [String] {
        guard var members = schema.members, (try? ItemResolver.applyDefaultType(to: &members)) != nil else { return [] }
        var messages: [String] = []
        let pattern = members["pattern"]?.text.flatMap(pattern)
        if let pattern, !pattern.syntax.canMatch {
            messages.append(
                "The pattern \(pattern.source) matches nothing, since text precedes ^ or follows $. Correct it.")
        }
        // Live values are text, converted to the declared type, so an enum value of another type never matches.
        guard let types = members["type"]?.jsonTypes, let values = members["enum"]?.elements else { return messages }
        for value in values where !types.contains(where: value.fits) {
            let type = types.map(\.rawValue).joined(separator: " or ")
            messages.append("The value \(value.shown) is not of type \(type) and never matches. Correct or remove it.")
        }
        if let pattern {
            for value in values.compactMap(\.text) where pattern.search(value) == .absent {
                messages.append("The value \"\(value)\" does not match the pattern \(pattern.source). Correct one.")
            }
        }
        return messages
    }

    /// The patterns of `schema` that can take too many steps, in the order of their keys.
    func slowPatterns(of schema: JSONValue) -> [Pattern] {
        Self.patternSources(in: schema).compactMap(pattern).filter { pattern in
            if let known = slowness[pattern.source] { return known }
            let isSlow = pattern.isSlow
            slowness[pattern.source] = isSlow
            return isSlow
        }
    }

    private static func patternSources(in schema: JSONValue) -> [String] {
        if let elements = schema.elements { return elements.flatMap(patternSources) }
        return (schema.members ?? [:]).sorted { $0.key < $1.key }.flatMap { keyword, value -> [String] in
            switch keyword {
            case "pattern", "keyPattern": value.text.map { [$0] } ?? patternSources(in: value)
            case "patternProperties": (value.members?.keys.sorted() ?? []) + patternSources(in: value)
            case "enum", "const", "default", "examples": []
            default: patternSources(in: value)
            }
        }
    }
}
