import JSONSchema
import PixelDefinitions

/// The Swift enum of one definition file, as data.
struct GeneratedFile {
    /// A pixel.
    struct Pixel {
        var caseName: String
        var literal: String
        var description: String
        /// The date after which it is deprecated, if that is past.
        var expired: String?
        var suffixes: [Suffix]
        var frequency: FrequencyChoice
        var values: [Value]
        var standard: [String]
        /// How many errors of a chain may travel; nil for none.
        var errorDepth: Int?
        /// The payload struct, where there are too many values for a readable case.
        var payload: String?

        var errorLabel = "error"
    }

    /// A part of the name.
    enum Suffix: Equatable {
        case frequency, platform, formFactor
        case text(String)
        /// The text of an associated value.
        case value(label: String)
    }

    /// Something that is passed when the pixel is fired.
    struct Value {
        var label: String
        var description: String
        var kind: Kind
        /// The key, or the key pattern of an open value; nil for a suffix.
        var key: String?
        /// Whether it must be given.
        var isRequired: Bool
        /// The rule for what its kind leaves unsaid.
        var rule: String?
    }

    /// What a value is in Swift, and how it is written.
    enum Kind: Equatable {
        case string, int, double, bool
        /// A Bool that travels as the first text for true, the second for false.
        case boolText(String, String)
        /// A Bool of which only true may travel, as this text.
        case flag(String)
        case choice(String)
        case numberChoice(String)
        /// Text that must match the pattern of this name.
        case checked(String)
        case boundedInt(minimum: Double?, maximum: Double?)
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

    var source: String
    var typeName: String
    var pixels: [Pixel] = []
    var choices: [Choice] = []
    /// Pattern expressions in Foundation's dialect by the name of their constant.
    var patterns: [(name: String, expression: String)] = []
    /// Rules as expressions of PixelKit by the name of their constant.
    private(set) var rules: [(name: String, expression: String)] = []

    /// The name of the constant that holds the rule `expression`.
    mutating func ruleName(_ expression: String) -> String {
        if let known = rules.first(where: { $0.expression == expression }) { return known.name }
        let name = "rule\(rules.count + 1)"
        rules.append((name, expression))
        return name
    }
}
