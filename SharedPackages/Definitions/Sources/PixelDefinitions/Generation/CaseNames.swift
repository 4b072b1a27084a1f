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
