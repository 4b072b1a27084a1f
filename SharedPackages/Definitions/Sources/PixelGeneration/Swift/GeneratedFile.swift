/// The model of the Swift enum for one definition file.
struct GeneratedFile {
    struct Pixel {
        var caseName: String
        var literal: String
        var description: String
        /// The date of expiry, if it is past.
        var expired: String?
        var suffixes: [Suffix]
        var frequency: FrequencyChoice
        var values: [Value]
        var standard: [String]
        /// The number of errors of a chain that are sent; nil for none.
        var errorDepth: Int?
        /// The name of the payload struct, if there are too many values for one case.
        var payload: String?
    }

    /// A part of the name.
    enum Suffix: Equatable {
        case frequency, platform, formFactor
        case text(String)
        /// The text of an associated value.
        case value(label: String)
    }

    /// An associated value of a case.
    struct Value {
        var label: String
        var description: String
        var kind: Kind
        /// The key, or the key pattern of an open value; nil for a suffix.
        var key: String?
        var isRequired: Bool
        /// The rule for the constraints that `kind` does not express.
        var rule: String?
    }

    /// The Swift type of a value, and its text in a request.
    enum Kind: Equatable {
        case string, int, double, bool
        /// A Bool that is sent as the first text for true, the second for false.
        case boolText(String, String)
        /// A Bool of which only true is sent, as this text.
        case flag(String)
        case choice(String)
        case numberChoice(String)
        /// Text that must match the pattern of this name.
        case checked(String)
        case boundedInt(minimum: Int?, maximum: Int?)
        case boundedDouble(minimum: Double?, maximum: Double?)
        case base64
        /// Values by keys that must match the pattern of this name.
        case open(String)
    }

    /// A nested enum.
    struct Choice: Equatable {
        var name: String
        var isNumber: Bool
        var cases: [(name: String, literal: String)]

        static func == (left: Self, right: Self) -> Bool {
            left.isNumber == right.isNumber && left.cases.map(\.literal) == right.cases.map(\.literal)
        }
    }

    let source: String
    let typeName: String
    var pixels: [Pixel] = []
    private(set) var choices: [Choice] = []
    private var choiceIndices: [String: Int] = [:]
    private(set) var patterns: [String] = []
    private var patternIndices: [String: Int] = [:]
    private(set) var rules: [String] = []
    private var ruleIndices: [String: Int] = [:]
    private var typeNames = UniqueNames()

    init(source: String, typeName: String) {
        self.source = source
        self.typeName = typeName
    }

    /// Takes the name of a nested type.
    mutating func takeTypeName(_ name: String) -> String { typeNames.take(name) }

    /// Adds a nested enum, or reuses one with the same values.
    ///
    /// - Parameter qualifiedName: The name for an enum whose plain name is taken.
    /// - Returns: The name of the enum.
    mutating func add(_ choice: Choice, qualifiedName: String) -> String {
        for name in [choice.name, qualifiedName] {
            guard let known = choiceIndices[name] else { continue }
            if choices[known] == choice { return choices[known].name }
        }
        let isTaken = choiceIndices[choice.name] != nil
        let wanted = isTaken ? qualifiedName : choice.name
        var choice = choice
        choice.name = typeNames.take(wanted)
        choiceIndices[wanted] = choiceIndices[wanted] ?? choices.count
        choices.append(choice)
        return choice.name
    }

    /// The name of the constant that holds a pattern in Foundation's dialect.
    mutating func patternName(_ expression: String) -> String {
        "pattern\(Self.index(of: expression, in: &patterns, &patternIndices) + 1)"
    }

    /// The name of the constant that holds a rule, an expression of PixelKit.
    mutating func ruleName(_ expression: String) -> String {
        "rule\(Self.index(of: expression, in: &rules, &ruleIndices) + 1)"
    }

    private static func index(of text: String, in list: inout [String], _ indices: inout [String: Int]) -> Int {
        if let index = indices[text] { return index }
        indices[text] = list.count
        list.append(text)
        return list.count - 1
    }
}
