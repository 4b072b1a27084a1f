/// Judges live pixels against a folder of definitions.
///
/// Made once, it is a value that any number of threads may use.
public struct PixelChecker: Sendable {
    private final class Entry: Sendable {
        let name: String
        /// Nil for a definition that has faults of its own.
        let schemas: PixelSchemas?

        init(name: String, schemas: PixelSchemas?) {
            self.name = name
            self.schemas = schemas
        }
    }

    private let entries: [Entry]
    private let table: NameTable
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
    /// - Returns: The verdict, with a reason for each difference.
    public func check(name: String, query: String) -> CheckResult {
        if name.hasPrefix("experiment_") { return experiments.check(name: name, query: query) }
        var name = name
        guard let place = name.withUTF8({ locate($0) }) else { return .undocumented }
        let entry = entries[place.definition]
        guard let schemas = entry.schemas else { return .failed(["The definition of '\(entry.name)' has faults."]) }
        let parameters = QueryParameters(query, lowercasingKeys: product.forcesLowerCase)
        return check(parameters, suffixes: place.suffixes.map { name.substring(utf8: $0) }, schemas)
    }

    /// Where a name belongs.
    private struct Place {
        var definition: Int
        /// The bytes of the suffixes, if there are any.
        var suffixes: Range<Int>?
    }

    private func locate(_ name: UnsafeBufferPointer<UInt8>) -> Place? {
        guard let match = table.match(name, backtracks: !isCompat) else { return nil }
        guard name.count > match.length else { return Place(definition: match.definition) }
        let start = match.length + 1
        guard isCompat else { return Place(definition: match.definition, suffixes: start..<name.count) }
        if Self.beginsWithObjectMember(name[start...]) { return nil }
        return Place(definition: match.definition, suffixes: start..<Self.repetition(of: start, in: name))
    }

    /// The name of the definition that `name` belongs to, if there is one.
    package func definition(of name: String) -> String? {
        var name = name
        return name.withUTF8 { table.match($0, backtracks: !isCompat) }.map { entries[$0.definition].name }
    }

    /// The reference looks name parts up in a JavaScript object, which has these members without being asked.
    private static let objectMembers = [
        "constructor", "toString", "valueOf", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable",
        "toLocaleString",
    ].map { Array($0.utf8) }

    private static func beginsWithObjectMember(_ rest: UnsafeBufferPointer<UInt8>.SubSequence) -> Bool {
        let first = rest.first ?? 0
        for member in objectMembers where member[0] == first {
            if rest.prefix(while: { $0 != UInt8(ascii: "_") }).elementsEqual(member) { return true }
        }
        return false
    }

    /// Where the first `length` bytes of `name` occur again, or else its end: the reference takes only what stands between
    /// the first and the second occurrence of the definition's name for suffixes.
    private static func repetition(of length: Int, in name: UnsafeBufferPointer<UInt8>) -> Int {
        var start = length
        while start + length <= name.count {
            if name[start] == name[0], name[start..<(start + length)].elementsEqual(name[..<length]) { return start }
            start += 1
        }
        return name.count
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

extension String {
    /// The characters whose UTF-8 stands at `range`.
    fileprivate func substring(utf8 range: Range<Int>) -> Substring {
        let start = utf8.index(startIndex, offsetBy: range.lowerBound)
        return self[start..<utf8.index(start, offsetBy: range.count)]
    }
}
