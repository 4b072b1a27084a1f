import JSONSchema
import PixelDefinitions

/// Decides what a parameter or suffix is in Swift.
enum ValueKinds {
    /// The kind for `schema`; nested enums and patterns that it needs are added to `file`.
    static func kind(
        of schema: JSONValue, named words: [String], in caseName: String, lowercasing: Bool = false,
        _ file: inout GeneratedFile
    ) -> GeneratedFile.Kind {
        if schema["encoding"] == .string("base64") { return .base64 }
        let type = schema["type"]?.jsonTypes ?? [.string]
        if let values = schema["enum"]?.elements, !values.isEmpty {
            return enumKind(values, type, words, caseName, lowercasing, &file)
        }
        switch type {
        case [.boolean]: return .bool
        case [.integer], [.number]: return numberKind(schema, isInteger: type == [.integer])
        case [.object]: return .checked(patternName("^\\s*\\{", &file))
        case [.array]: return .checked(patternName("^\\s*\\[", &file))
        default: return type.contains(.string) ? textKind(schema, &file) : .string
        }
    }

    private static func numberKind(_ schema: JSONValue, isInteger: Bool) -> GeneratedFile.Kind {
        let (minimum, maximum) = (schema["minimum"]?.number, schema["maximum"]?.number)
        if minimum == nil, maximum == nil { return isInteger ? .int : .double }
        return isInteger
            ? .boundedInt(minimum: minimum, maximum: maximum) : .boundedDouble(minimum: minimum, maximum: maximum)
    }

    private static func textKind(_ schema: JSONValue, _ file: inout GeneratedFile) -> GeneratedFile.Kind {
        if let pattern = schema["pattern"]?.text { return .checked(patternName(pattern, &file)) }
        if let pattern = schema["format"]?.text.flatMap({ TextRules.formats[$0] }) {
            return .checked(patternName(pattern, &file))
        }
        let (shortest, longest) = (schema["minLength"]?.count, schema["maxLength"]?.count)
        guard shortest != nil || longest != nil else { return .string }
        return .checked(patternName("^[^]{\(shortest ?? 0),\(longest.map(String.init) ?? "")}$", &file))
    }

    /// The name of the constant that holds `pattern`.
    static func patternName(_ pattern: String, _ file: inout GeneratedFile) -> String {
        let expression = (try? PatternParser.parse(pattern)).map(PatternTranslator.expression(for:)) ?? ""
        if let known = file.patterns.first(where: { $0.expression == expression }) { return known.name }
        let name = "pattern\(file.patterns.count + 1)"
        file.patterns.append((name, expression))
        return name
    }

    private static func enumKind(
        _ values: [JSONValue], _ types: [JSONType], _ words: [String], _ caseName: String, _ lowercasing: Bool,
        _ file: inout GeneratedFile
    ) -> GeneratedFile.Kind {
        let texts = values.compactMap(\.scriptText).map { lowercasing ? $0.lowercased() : $0 }
        switch Set(texts) {
        case ["true", "false"]: return .bool
        case ["0", "1"]: return .boolText("1", "0")
        case ["true"]: return .flag("true")
        default: break
        }
        let isNumber = types == [.integer] && values.allSatisfy { $0.fits(.integer) }
        var taken: Set<String> = []
        let cases = Array(Set(texts)).sorted { (texts.firstIndex(of: $0) ?? 0) < (texts.firstIndex(of: $1) ?? 0) }.map {
            text in
            (name: SwiftName.unique(SwiftName.member(valueWords(text)), in: &taken), literal: text)
        }
        let choice = GeneratedFile.Choice(name: SwiftName.type(words), isNumber: isNumber, cases: cases)
        let name = add(choice, caseName, &file)
        return isNumber ? .numberChoice(name) : .choice(name)
    }

    private static func valueWords(_ text: String) -> [String] {
        let words = SwiftName.words(text)
        return text.hasPrefix("-") && words.first?.first?.isNumber == true ? ["minus"] + words : words
    }

    /// Shares a nested enum among parameters of one name and the same values; others bear the pixel's name too.
    private static func add(_ choice: GeneratedFile.Choice, _ caseName: String, _ file: inout GeneratedFile) -> String {
        let qualified = SwiftName.type(SwiftName.words(caseName)) + choice.name
        for name in [choice.name, qualified] {
            guard let known = file.choices.first(where: { $0.name == name }) else {
                file.choices.append(.init(name: name, isNumber: choice.isNumber, cases: choice.cases))
                return name
            }
            if known == choice { return name }
        }
        var taken = Set(file.choices.map(\.name))
        let name = SwiftName.unique(qualified, in: &taken)
        file.choices.append(.init(name: name, isNumber: choice.isNumber, cases: choice.cases))
        return name
    }
}

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

/// Which frequencies a definition's name allows, derived from the words of its schedule suffix.
struct FrequencyChoice: Equatable {
    /// The expressions of the allowed frequencies; the first is the default.
    var allowed: [String]

    static let standard = Self(allowed: [".standard"])

    /// The frequencies in the order in which they are preferred as defaults, with the words of their legs.
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

    /// Whether a suffix with these values says how often the pixel is sent.
    static func isSchedule(_ values: [String]) -> Bool {
        values.contains { !$0.isEmpty } && Set(values).isSubset(of: words)
    }

    /// The frequencies whose legs all have one of `values` as their word.
    init?(values: Set<String>) {
        allowed = Self.known.filter { $0.words.isSubset(of: values) }.map(\.expression)
        if allowed.isEmpty { return nil }
    }

    private init(allowed: [String]) { self.allowed = allowed }
}
