/// Judges live pixels against a folder of definitions.
///
/// Made once, it is a value that any number of threads may use.
public struct PixelChecker: Sendable {
    private struct Entry: Sendable {
        var name: String
        /// Nil for a definition that has faults of its own.
        var schemas: PixelSchemas?
    }

    private let entries: [Entry]
    private let table: NameTable
    private let experiments: ExperimentChecker
    private let product: Product
    private let isCompat: Bool

    /// Compiles the definitions of `folder`.
    public init(_ folder: DefinitionFolder, options: ValidationOptions = ValidationOptions()) {
        product = Product(folder.product)
        isCompat = options.mode == .compat
        let builder = PixelSchemaBuilder(folder, mode: options.mode)
        var entries: [Entry] = []
        for file in folder.pixels where !file.path.hasPrefix(folder.pixelFolder + "TEMPLATE") {
            for (name, definition) in file.entries {
                entries.append(Entry(name: name, schemas: try? builder.schemas(of: definition)))
            }
        }
        self.entries = entries
        table = NameTable(entries.map(\.name))
        experiments = ExperimentChecker(folder, builder: builder)
    }

    /// Judges one request.
    ///
    /// - Parameters:
    ///   - name: The pixel's name as sent, without `/t/`.
    ///   - query: The raw query, without `?`.
    public func check(name: String, query: String) -> CheckResult {
        if name.hasPrefix("experiment_") { return experiments.check(name: name, query: query) }
        var name = name
        guard let match = name.withUTF8({ table.match($0, backtracks: !isCompat) }) else { return .undocumented }
        if isCompat, Self.endsAtObjectMember(name, after: match.length) { return .undocumented }
        let entry = entries[match.definition]
        guard let schemas = entry.schemas else { return .failed(["The definition of '\(entry.name)' has faults."]) }
        let parameters = QueryParameters(query, lowercasingKeys: product.forcesLowerCase)
        return check(parameters, suffixes: name.utf8.count > match.length ? rest(of: name, after: match.length) : nil, schemas)
    }

    /// The name of the definition that `name` belongs to, if there is one.
    package func definition(of name: String) -> String? {
        var name = name
        return name.withUTF8 { table.match($0, backtracks: !isCompat) }.map { entries[$0.definition].name }
    }

    /// The reference looks name parts up in a JavaScript object, which has these members without being asked.
    private static let objectMembers = [
        "constructor", "toString", "valueOf", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString",
    ].map { Array($0.utf8) }

    private static func endsAtObjectMember(_ name: String, after length: Int) -> Bool {
        let rest = name.utf8.dropFirst(length + 1).prefix { $0 != UInt8(ascii: "_") }
        return objectMembers.contains { $0.elementsEqual(rest) }
    }

    /// The suffixes of a name. The reference takes only what stands between the first and the second occurrence of the
    /// definition's name in it.
    private func rest(of name: String, after length: Int) -> Substring {
        let start = name.utf8.index(name.startIndex, offsetBy: length + 1)
        let rest = name[start...]
        guard isCompat, rest.utf8.count > length else { return rest }
        let prefix = name[..<start].utf8
        var candidate = rest.utf8
        while candidate.count >= prefix.count {
            if candidate.starts(with: prefix) { return rest[..<candidate.startIndex] }
            candidate = candidate.dropFirst()
        }
        return rest
    }

    private func check(_ query: QueryParameters, suffixes: Substring?, _ schemas: PixelSchemas) -> CheckResult {
        guard let members = schemas.parameters.members else { return .passed }
        if isOutdated(query, members) { return .oldVersion }
        var evaluation = SchemaEvaluation(coerces: true)
        for entry in query.entries {
            if let node = members.properties[entry.key], !members.overlaps {
                var value = decode(entry.value, for: node)
                _ = evaluation.check(&value, at: entry.key, against: node)
            } else {
                var value = members.node(for: entry.key).map { decode(entry.value, for: $0) } ?? .null
                _ = evaluation.checkMember(entry.key, &value, against: members)
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

    private func isOutdated(_ query: QueryParameters, _ members: ObjectMembers) -> Bool {
        guard let key = product.versionKey, let target = product.targetVersion else { return false }
        guard let entry = query.entries.first(where: { $0.key == key }) else { return members.properties[key] != nil }
        // A version that the pixel does not declare is an undeclared parameter like any other.
        guard let text = members.node(for: key).flatMap({ decode(entry.value, for: $0).text }) else { return false }
        if text.isEmpty { return members.properties[key] != nil }
        return AppVersion(text)?.precedes(target) ?? false
    }

    /// Values are decoded a second time; one that cannot be is taken as it is.
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

extension ObjectMembers {
    /// The schema that says how the value of `key` is decoded.
    func node(for key: String) -> SchemaNode? {
        properties[key] ?? patterns.first { $0.pattern.matches(key) }?.node
    }
}
