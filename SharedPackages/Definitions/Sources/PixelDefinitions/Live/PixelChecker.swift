import JSONSchema

/// Checks live pixels against a folder of definitions.
///
/// Compiles the definitions once. Any number of threads may use one checker.
///
/// ```swift
/// import Foundation
///
/// let checker = PixelChecker(DefinitionFolder(reading: URL(filePath: "PixelDefinitions")))
/// print(checker.check(name: "m_error_shown_daily", query: "category=phishing"))
/// ```
public struct PixelChecker: Sendable {
    private final class Entry: Sendable {
        let name: String
        /// Nil for a definition with faults.
        let schemas: PixelSchemas?
        /// The schema of the version parameter, if the pixel declares one.
        let version: SchemaNode?
        /// Whether the version is declared by its key and not by a pattern.
        let requiresVersion: Bool

        init(name: String, schemas: PixelSchemas?, versionKey: String?) {
            self.name = name
            self.schemas = schemas
            let members = schemas?.parameters.members
            version = versionKey.flatMap { members?.node(for: $0) }
            requiresVersion = versionKey.map { members?.properties[$0] != nil } ?? false
        }
    }

    private let entries: [Entry]
    private let index: NameIndex
    private let experiments: ExperimentChecker
    private let product: Product
    private let isCompat: Bool

    /// Compiles the definitions of `folder`.
    public init(_ folder: DefinitionFolder, options: ValidationOptions = ValidationOptions()) {
        product = Product(folder.product, targetVersion: options.targetVersion)
        isCompat = options.mode == .compat
        let builder = PixelSchemaBuilder(folder, mode: options.mode)
        var entries: [Entry] = []
        for file in folder.pixels where !folder.isTemplate(file) {
            for (name, definition) in file.entries {
                let schemas = try? builder.schemas(of: definition)
                entries.append(Entry(name: name, schemas: schemas, versionKey: product.versionKey))
            }
        }
        self.entries = entries
        index = NameIndex(entries.map(\.name))
        experiments = ExperimentChecker(folder, builder: builder, isCompat: isCompat)
    }

    /// Checks one request.
    ///
    /// - Parameters:
    ///   - name: The pixel's name as sent, without `/t/`.
    ///   - query: The raw query, without `?`.
    /// - Returns: The verdict, with a reason for each difference.
    public func check(name: String, query: String) -> CheckResult {
        if name.hasPrefix("experiment_") { return experiments.check(name: name, query: query) }
        guard let match = index.match(name, backtracks: !isCompat) else { return .undocumented }
        // Behind the underscore. Bytes are counted, since a character may be an underscore and an accent.
        let rest = Substring(name.utf8[match.end...].dropFirst())
        if isCompat, Self.beginsWithObjectMember(rest) { return .undocumented }
        let entry = entries[match.definition]
        guard let schemas = entry.schemas else { return .failed(["The definition of '\(entry.name)' has faults."]) }
        let hasSuffixes = match.end < name.endIndex
        let suffixes = isCompat ? Self.cut(rest, before: entry.name) : rest
        var parameters = QueryParameters(query, lowercasingKeys: product.forcesLowerCase)
        // An assignment to this member of an object has no effect in the reference.
        if isCompat { _ = parameters.remove("__proto__") }
        if isOutdated(parameters, entry) { return .oldVersion }
        return check(parameters, suffixes: hasSuffixes ? suffixes : nil, schemas)
    }

    /// The name of the definition that matches the name of a request.
    package func definition(of name: String) -> String? {
        index.match(name, backtracks: !isCompat).map { entries[$0.definition].name }
    }

    /// Whether the first part of `rest` is a member that every object has. The reference looks the parts up in an object.
    private static func beginsWithObjectMember(_ rest: Substring) -> Bool {
        // All that have no underscore begin with one of these letters.
        guard let first = rest.utf8.first, firstLetters.contains(first) else { return false }
        return ScriptObject.members.contains(String(Substring(rest.utf8.prefix { $0 != UInt8(ascii: "_") })))
    }

    private static let firstLetters = Array("chiptv".utf8)

    /// The part of `rest` before the next occurrence of `name` and an underscore. The reference takes only that part for
    /// suffixes.
    private static func cut(_ rest: Substring, before name: String) -> Substring {
        let length = name.utf8.count + 1
        var start = rest.utf8[...]
        while start.count >= length {
            if start.starts(with: name.utf8), start.dropFirst(length - 1).first == UInt8(ascii: "_") {
                return rest[..<start.startIndex]
            }
            start = start.dropFirst()
        }
        return rest
    }

    private func check(_ query: QueryParameters, suffixes: Substring?, _ schemas: PixelSchemas) -> CheckResult {
        guard let members = schemas.parameters.members else { return .passed }
        var evaluation = SchemaEvaluation(coerces: true)
        for entry in query.entries {
            if let node = members.properties[entry.key], !members.overlaps {
                var value = decode(entry.value, for: node)
                evaluation.check(&value, at: entry.key, against: node)
            } else {
                var value = members.node(for: entry.key).map { decode(entry.value, for: $0) } ?? .null
                evaluation.check(&value, ofMember: entry.key, against: members)
            }
        }
        let parameterIssues = evaluation.issues
        evaluation.issues = []
        if let suffixes { schemas.suffixes.check(suffixes, &evaluation) }
        var missing: [String] = []
        for key in schemas.required where !query.entries.contains(where: { $0.key == key }) { missing.append(key) }
        if parameterIssues.isEmpty, evaluation.issues.isEmpty, missing.isEmpty { return .passed }
        let reasons = IssueText.reasons(parameters: parameterIssues, suffixes: evaluation.issues, isCompat: isCompat)
        let all = missing.map { "Parameter '\($0)' is missing." } + reasons
        return all.isEmpty ? .passed : .failed(all)
    }

    private func isOutdated(_ query: QueryParameters, _ entry: Entry) -> Bool {
        guard let key = product.versionKey, let target = product.targetVersion else { return false }
        guard let sent = query.entries.first(where: { $0.key == key }) else { return entry.requiresVersion }
        // A version that the pixel does not declare is an undeclared parameter like any other.
        guard let text = entry.version.flatMap({ decode(sent.value, for: $0).text }) else { return false }
        if text.isEmpty { return entry.requiresVersion }
        return AppVersion(text)?.precedes(target) ?? false
    }

    /// Decodes a value for the second time. A value that cannot be decoded stays as it is.
    private func decode(_ text: String, for node: SchemaNode) -> JSONValue {
        var text = PercentDecoding.component(text) ?? text
        if node.isBase64 { text = LenientBase64.decode(text) }
        if product.forcesLowerCase { text = text.lowercased() }
        if node.types == [.object] || node.types == [.array], let document = JSONDocument(strict: text) {
            return document.value
        }
        return .string(text)
    }
}

/// Finds the definition of a pixel's name.
///
/// The reference keeps a tree of the parts between underscores. Here the names and all their beginnings are keys of one
/// dictionary, and a name is shortened part by part until it is a key.
private struct NameIndex: Sendable {
    struct Match {
        /// The index of the definition.
        var definition: Int
        /// The end of the definition's name within the pixel's name.
        var end: String.Index
    }

    /// The definition of each name; nil for the beginning of a longer name.
    private var definitions: [Substring: Int?] = [:]
    private var longest = 0

    /// Indexes `names`. Of equal names the last one counts.
    init(_ names: [String]) {
        for (definition, name) in names.enumerated() {
            for end in name.utf8.indices where name.utf8[end] == UInt8(ascii: "_") {
                let beginning = name[..<end]
                if definitions[beginning] == nil { definitions[beginning] = .some(nil) }
            }
            definitions[name[...]] = definition
            longest = max(longest, name.utf8.count)
        }
    }

    /// The definition whose name is the longest beginning of `name`.
    ///
    /// - Parameter backtracks: Whether a name that leads past a definition to the mere beginning of a longer one falls back
    ///   to that definition. The reference does not fall back.
    func match(_ name: String, backtracks: Bool) -> Match? {
        var rest = name[...]
        if name.utf8.count > longest {
            let beginning = name.utf8.prefix(longest + 1)
            guard let end = beginning.lastIndex(of: UInt8(ascii: "_")) else { return nil }
            rest = name[..<end]
        }
        while true {
            if let definition = definitions[rest] {
                if let definition { return Match(definition: definition, end: rest.endIndex) }
                if !backtracks { return nil }
            }
            guard let end = rest.utf8.lastIndex(of: UInt8(ascii: "_")) else { return nil }
            rest = name[..<end]
        }
    }
}
