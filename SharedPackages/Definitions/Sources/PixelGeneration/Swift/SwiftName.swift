/// Turns words of definitions into Swift identifiers.
enum SwiftName {
    /// The words of `text`: runs of letters and digits, split where lower case turns to upper.
    static func words(_ text: String) -> [String] {
        var words: [String] = []
        var word = ""
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            if isPart(scalar, isFirst: word.isEmpty) {
                if scalar.properties.isUppercase, previous?.properties.isLowercase == true, !word.isEmpty {
                    words.append(word)
                    word = ""
                }
                word.unicodeScalars.append(scalar)
            } else {
                if !word.isEmpty { words.append(word) }
                word = ""
                if let spoken = spoken[scalar] { words.append(spoken) }
            }
            previous = scalar
        }
        return word.isEmpty ? words : words + [word]
    }

    /// Whether a Swift identifier may contain the character. Swift allows more than these.
    private static func isPart(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
        if scalar.isASCII { return scalar.properties.isXIDContinue && scalar != "_" }
        let isMark = scalar.properties.generalCategory == .nonspacingMark || scalar.properties.generalCategory == .spacingMark
        return isMark ? !isFirst : scalar.properties.isXIDStart
    }

    /// Signs that distinguish values.
    private static let spoken: [Unicode.Scalar: String] = [
        "+": "plus", "<": "lessThan", ">": "moreThan", "%": "percent",
    ]

    /// `lowerCamelCase`. Keywords are not escaped.
    static func lower(_ words: [String]) -> String {
        guard let first = words.first else { return "" }
        return joined(
            [first.isUppercased ? first.lowercased() : first.loweringFirst] + words.dropFirst().map(\.capitalizedWord))
    }

    /// `UpperCamelCase`. Keywords are not escaped.
    static func upper(_ words: [String]) -> String { joined(words.map(\.capitalizedWord)) }

    /// Separates adjacent numbers with an underscore.
    private static func joined(_ words: [String]) -> String {
        words.reduce(into: "") { name, word in
            if name.last?.isNumber == true, word.first?.isNumber == true { name += "_" }
            name += word
        }
    }

    /// The name of a case or label. A reserved name gets `extra` appended, a leading digit `value` before it.
    static func member(_ words: [String], reserved: Set<String> = [], extra: String = "Value") -> String {
        let name = lower(words)
        if name.isEmpty { return "empty" }
        if name.first?.isNumber == true { return "value\(name)" }
        return reserved.union(ambiguous).contains(name) ? name + extra : name
    }

    /// The name of a nested type. A name that would hide one of Swift or PixelKit gets `Value` appended.
    static func type(_ words: [String]) -> String {
        let name = upper(words)
        if name.isEmpty { return "Value" }
        if name.first?.isNumber == true { return "Value\(name)" }
        return hiding.contains(name) ? name + "Value" : name
    }

    /// `name` with backticks if it is a keyword.
    static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    /// Names with another meaning behind a dot, members that Swift derives, and a variable of generated code.
    private static let ambiguous: Set = [
        "none", "some", "self", "init", "rawValue", "allCases", "hashValue", "parameters",
    ]

    private static let hiding: Set = [
        "Any", "AnyObject", "Array", "Bool", "CaseIterable", "CodingKey", "CodingKeys", "Double", "Encodable", "Error",
        "Frequency", "Int", "Never", "Optional", "Patterns", "Pixel", "PixelError", "PixelParameters", "PixelPattern",
        "PixelRule", "PixelSuffix", "PixelValue", "Protocol", "Rules", "Self", "Sendable", "Set", "StandardParameters",
        "String", "Swift", "Type", "Void", "WideEventDefinition", "WideEventSchema",
    ]

    private static let keywords = Set(
        """
        Any Self Type as associatedtype await break case catch class continue default defer deinit do else enum extension \
        fallthrough false fileprivate for func guard if import in init inout internal is let nil operator precedencegroup \
        private protocol public repeat rethrows return self static struct subscript super switch throw throws true try \
        typealias var where while
        """.split(separator: " ").map(String.init)
    )
}

/// Names that are taken.
struct UniqueNames {
    private var taken: Set<String>
    /// The next number for a name that is taken.
    private var numbers: [String: Int] = [:]

    init(_ taken: Set<String> = []) { self.taken = taken }

    /// Takes `name`, or `name2` and so on if it is taken.
    mutating func take(_ name: String) -> String {
        if taken.insert(name).inserted { return name }
        let stem = name.last?.isNumber == true ? name + "_" : name
        var number = numbers[name] ?? 2
        while !taken.insert("\(stem)\(number)").inserted { number += 1 }
        numbers[name] = number + 1
        return "\(stem)\(number)"
    }
}

/// Names the enums of definition files and their cases.
enum CaseNames {
    /// The names for `literals`, without the words that all of them begin with.
    static func names(of literals: [String], file: String) -> [String] {
        let all = literals.map(SwiftName.words)
        let shared = literals.count > 1 ? commonPrefix(all) : fileWords(all.first ?? [], file)
        return all.map { words in
            let rest = Array(words.dropFirst(max(0, min(shared, words.count - 1))))
            return SwiftName.member(rest, reserved: reserved, extra: "Pixel")
        }
    }

    /// The name of the enum for a definition file.
    static func typeName(of file: String, isAmbiguous: Bool) -> String {
        let path = file.split(separator: "/").map(String.init)
        let parts = isAmbiguous ? path : Array(path.suffix(1))
        let words = parts.flatMap { part in SwiftName.words(String(part.prefix { $0 != "." })) }
        return SwiftName.type(words) + "Pixel"
    }

    private static func commonPrefix(_ all: [[String]]) -> Int {
        let shortest = all.map(\.count).min() ?? 0
        let shared = (0..<shortest).prefix { index in all.allSatisfy { $0[index] == all[0][index] } }
        return min(shared.count, shortest - 1)
    }

    /// For a single pixel, the number of leading words that the file's name or a product's names contain too.
    private static func fileWords(_ words: [String], _ file: String) -> Int {
        let stem = file.split(separator: "/").last.map { String($0.prefix { $0 != "." }) } ?? ""
        let known = Set(SwiftName.words(stem) + ["m", "mac", "ios", "android"])
        return words.dropLast().prefix { known.contains($0) }.count
    }

    /// Members of `Pixel`.
    private static let reserved: Set = [
        "name", "frequency", "allowedFrequencies", "suffixes", "parameters", "standardParameters", "error",
        "isGenerated",
    ]
}

extension String {
    fileprivate var isUppercased: Bool { self == uppercased() }
    fileprivate var loweringFirst: String { prefix(1).lowercased() + dropFirst() }
    fileprivate var capitalizedWord: String {
        isUppercased && count > 1 ? prefix(1) + dropFirst().lowercased() : prefix(1).uppercased() + dropFirst()
    }
}
