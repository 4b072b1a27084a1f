import JSONSchema

/// Chooses the Swift type of a parameter or suffix.
enum ValueKinds {
    /// The kind for `schema`. Nested enums and patterns that it needs are added to `file`.
    ///
    /// - Parameter isSuffix: Whether the value is part of the name, where it is in lower case.
    static func kind(
        of schema: JSONValue, named words: [String], in caseName: String, isSuffix: Bool = false,
        _ file: inout GeneratedFile
    ) -> GeneratedFile.Kind {
        if schema["encoding"] == .string("base64") { return .base64 }
        let types = schema["type"]?.jsonTypes ?? [.string]
        if let values = schema["enum"]?.elements {
            let kind = enumKind(values, types, words, caseName, isSuffix: isSuffix, &file)
            if let kind { return kind }
        }
        switch types {
        case [.boolean]: return .bool
        case [.integer]: return intKind(schema)
        case [.number]: return doubleKind(schema)
        case [.object]: return .checked(patternName("^\\s*\\{", &file))
        case [.array]: return .checked(patternName("^\\s*\\[", &file))
        default: return types.contains(.string) ? textKind(schema, &file) : .string
        }
    }

    /// Bounds are rounded inwards to the range of Int. A bound outside of it is left out, or excludes every value.
    private static func intKind(_ schema: JSONValue) -> GeneratedFile.Kind {
        let minimum = schema["minimum"]?.number.flatMap { bound -> Int? in
            bound <= -0x1p63 ? nil : Int(exactly: bound.rounded(.up)) ?? .max
        }
        let maximum = schema["maximum"]?.number.flatMap { bound -> Int? in
            bound >= 0x1p63 ? nil : Int(exactly: bound.rounded(.down)) ?? .min
        }
        return minimum == nil && maximum == nil ? .int : .boundedInt(minimum: minimum, maximum: maximum)
    }

    private static func doubleKind(_ schema: JSONValue) -> GeneratedFile.Kind {
        let (minimum, maximum) = (schema["minimum"]?.number, schema["maximum"]?.number)
        return minimum == nil && maximum == nil ? .double : .boundedDouble(minimum: minimum, maximum: maximum)
    }

    private static func textKind(_ schema: JSONValue, _ file: inout GeneratedFile) -> GeneratedFile.Kind {
        if let pattern = schema["pattern"]?.text { return .checked(patternName(pattern, &file)) }
        if let pattern = schema["format"]?.text.flatMap({ TextRules.formats[$0] }) {
            return .checked(patternName(pattern, &file))
        }
        return lengthPattern(schema).map { .checked(patternName($0, &file)) } ?? .string
    }

    /// A pattern for the lengths that `schema` allows; nil if it allows any.
    static func lengthPattern(_ schema: JSONValue) -> String? {
        let (shortest, longest) = (schema["minLength"]?.count, schema["maxLength"]?.count)
        guard shortest != nil || longest != nil else { return nil }
        // Requests are shorter, and Foundation refuses larger counts.
        let most = 65_535
        return "^[^]{\(min(shortest ?? 0, most)),\(longest.flatMap { $0 > most ? nil : String($0) } ?? "")}$"
    }

    /// The name of the constant that holds `pattern`.
    static func patternName(_ pattern: String, _ file: inout GeneratedFile) -> String {
        file.patternName((try? PatternParser.parse(pattern)).map(PatternTranslator.expression(for:)) ?? "")
    }

    // MARK: Enums

    /// The kind for a list of values; nil if the list says nothing about text.
    private static func enumKind(
        _ values: [JSONValue], _ types: [JSONType], _ words: [String], _ caseName: String, isSuffix: Bool,
        _ file: inout GeneratedFile
    ) -> GeneratedFile.Kind? {
        var seen: Set<String> = []
        // Numbers that are not equal have different texts. Null is the empty text where the schema allows null.
        let texts = values.compactMap { value -> String? in
            if value.elements != nil || value.members != nil { return nil }
            return value.scriptText ?? (types.contains(.null) ? "" : nil)
        }.map { isSuffix ? $0.lowercased() : $0 }.filter { seen.insert($0).inserted }
        switch Set(texts) {
        case []: return nil
        case ["true", "false"]: return .bool
        case ["0", "1"]: return .boolText("1", "0")
        case ["true"] where !isSuffix: return .flag("true")
        default: break
        }
        let isNumber = types == [.integer] && values.allSatisfy { $0.integer != nil }
        let choice = GeneratedFile.Choice(
            name: SwiftName.type(words), isNumber: isNumber, cases: cases(for: texts))
        let name = file.add(choice, qualifiedName: SwiftName.type(SwiftName.words(caseName)) + choice.name)
        return isNumber ? .numberChoice(name) : .choice(name)
    }

    /// The cases of an enum for different values.
    static func cases(for texts: [String]) -> [(name: String, literal: String)] {
        var taken = UniqueNames()
        return texts.map { text in
            let words = SwiftName.words(text)
            let isNegative = text.hasPrefix("-") && words.first?.first?.isNumber == true
            return (taken.take(SwiftName.member(isNegative ? ["minus"] + words : words)), text)
        }
    }
}

/// The parameters that together are one error: `d` and `e`, and `ud` and `ue` for the underlying errors.
struct ErrorKeys {
    private let keys: Set<String>
    /// The number of errors of a chain that are declared; nil unless both `d` and `e` are.
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

    /// Whether the parameter is part of the error.
    func covers(_ schema: JSONValue) -> Bool {
        guard let depth, let key = (schema["key"] ?? schema["keyPattern"])?.text else { return false }
        if key == "d" || key == "e" { return true }
        return depth == 10 ? key == "^ud[0-9]?$" || key == "^ue[0-9]?$" : depth == 2 && (key == "ud" || key == "ue")
    }
}

/// The frequencies that a definition's name allows, derived from the words of its schedule suffix.
struct FrequencyChoice: Equatable {
    /// The expressions of the allowed frequencies. The first is the default.
    let allowed: [String]

    static let standard = Self(allowed: [".standard"])

    /// The frequencies with the words of their legs, in order of preference.
    private static let known: [(expression: String, words: Set<String>)] = [
        (".dailyAndCount", ["daily", "count"]), (".dailyAndStandard", ["daily", ""]),
        (".legacyDailyAndCount", ["d", "c"]),
        (".daily", ["daily"]), (".legacyDaily", ["d"]), (".monthly", ["monthly"]), (".standard", [""]),
        (leg("count", "unlimited"), ["count"]), (leg("c", "unlimited"), ["c"]), (leg("first", "install"), ["first"]),
        (leg("unique", "install"), ["unique"]), (leg("u", "install"), ["u"]),
    ]

    private static func leg(_ suffix: String, _ window: String) -> String {
        "Frequency(legs: [Frequency.Leg(suffix: \"\(suffix)\", window: .\(window))])"
    }

    private static let words = known.reduce(into: Set<String>()) { $0.formUnion($1.words) }

    /// Whether a suffix with these values declares the frequency of the pixel.
    static func isSchedule(_ values: [String]) -> Bool {
        values.contains { !$0.isEmpty } && Set(values).isSubset(of: words)
    }

    /// The frequencies whose words are all among `values`; nil if there are none.
    init?(values: Set<String>) {
        allowed = Self.known.filter { $0.words.isSubset(of: values) }.map(\.expression)
        if allowed.isEmpty { return nil }
    }

    private init(allowed: [String]) { self.allowed = allowed }
}
