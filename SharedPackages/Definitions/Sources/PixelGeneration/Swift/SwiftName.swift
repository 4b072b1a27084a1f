/// Turns words of definitions into Swift identifiers.
enum SwiftName {
    /// The words of `text`: runs of letters and digits, split where lower case turns to upper.
    static func words(_ text: String) -> [String] {
        var words: [String] = []
        var word = ""
        var previous: Character?
        for character in text {
            if character.isLetter || character.isNumber {
                if character.isUppercase, previous?.isLowercase == true, !word.isEmpty {
                    words.append(word)
                    word = ""
                }
                word.append(character)
            } else {
                if !word.isEmpty { words.append(word) }
                word = ""
                if let spoken = spoken[character] { words.append(spoken) }
            }
            previous = character
        }
        return word.isEmpty ? words : words + [word]
    }

    /// Signs that tell values apart.
    private static let spoken: [Character: String] = ["+": "plus", "<": "lessThan", ">": "moreThan", "%": "percent"]

    /// `lowerCamelCase`, not yet safe from keywords.
    static func lower(_ words: [String]) -> String {
        guard let first = words.first else { return "" }
        return joined(
            [first.isUppercased ? first.lowercased() : first.loweringFirst] + words.dropFirst().map(\.capitalizedWord))
    }

    /// `UpperCamelCase`, not yet safe from keywords.
    static func upper(_ words: [String]) -> String { joined(words.map(\.capitalizedWord)) }

    /// Keeps numbers apart that stand side by side.
    private static func joined(_ words: [String]) -> String {
        words.reduce(into: "") { name, word in
            if name.last?.isNumber == true, word.first?.isNumber == true { name += "_" }
            name += word
        }
    }

    /// A case or label: what Swift reserves gets `extra` appended, a leading digit `value` before it.
    static func member(_ words: [String], reserved: Set<String> = [], extra: String = "Value") -> String {
        let name = lower(words)
        if name.isEmpty { return "empty" }
        if name.first?.isNumber == true { return "value\(name)" }
        return reserved.union(ambiguous).contains(name) ? name + extra : name
    }

    /// A nested type: names that would hide one of Swift's or PixelKit's get `Value` appended.
    static func type(_ words: [String]) -> String {
        let name = upper(words)
        if name.isEmpty { return "Value" }
        if name.first?.isNumber == true { return "Value\(name)" }
        return hiding.contains(name) ? name + "Value" : name
    }

    /// `name`, or `name2` and so on if it is taken; takes it.
    static func unique(_ name: String, in taken: inout Set<String>) -> String {
        var candidate = name
        var number = 2
        while !taken.insert(candidate).inserted {
            candidate = "\(name)\(name.last?.isNumber == true ? "_" : "")\(number)"
            number += 1
        }
        return candidate
    }

    /// `name` with backticks if it is a keyword.
    static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    /// `.none` would read as that of `Optional`; `self` and `init` mean something else behind a dot.
    private static let ambiguous: Set = ["none", "some", "self", "init", "rawValue", "allCases", "hashValue"]

    private static let hiding: Set = [
        "Any", "AnyObject", "Array", "Bool", "Double", "Error", "Frequency", "Int", "Never", "Optional", "Patterns",
        "Pixel",
        "PixelError", "PixelParameters", "PixelPattern", "PixelRule", "Rules", "PixelSuffix", "PixelValue", "Protocol",
        "Self", "Sendable",
        "Set",
        "StandardParameters", "String", "Type", "Void", "CaseIterable",
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

/// Names the cases of a file's enum.
enum CaseNames {
    /// The names for `literals`: the words that all have in common at the beginning go.
    static func names(of literals: [String], file: String) -> [String] {
        let all = literals.map(SwiftName.words)
        let shared = literals.count > 1 ? commonPrefix(all) : fileWords(all.first ?? [], file)
        return all.map { words in
            SwiftName.member(Array(words.dropFirst(min(shared, words.count - 1))), reserved: reserved, extra: "Pixel")
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

    /// For a lone pixel: its leading words that the file's name, or every name of a product, has too.
    private static func fileWords(_ words: [String], _ file: String) -> Int {
        let stem = file.split(separator: "/").last.map { String($0.prefix { $0 != "." }) } ?? ""
        let known = Set(SwiftName.words(stem) + ["m", "mac", "ios", "android"])
        return words.dropLast().prefix { known.contains($0) }.count
    }

    /// Members of `Pixel`.
    private static let reserved: Set = [
        "name", "frequency", "allowedFrequencies", "suffixes", "parameters", "standardParameters", "error",
    ]
}

extension String {
    fileprivate var isUppercased: Bool { self == uppercased() }
    fileprivate var loweringFirst: String { prefix(1).lowercased() + dropFirst() }
    fileprivate var capitalizedWord: String {
        isUppercased && count > 1 ? prefix(1) + dropFirst().lowercased() : prefix(1).uppercased() + dropFirst()
    }

    /// A Swift string literal.
    var swiftLiteral: String {
        var literal = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"", "\\": literal += "\\\(scalar)"
            case "\n": literal += "\\n"
            case "\r": literal += "\\r"
            case "\t": literal += "\\t"
            case "\0"..<" ", "\u{7F}", "\u{2028}"..."\u{202E}": literal += "\\u{\(String(scalar.value, radix: 16))}"
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }
}
