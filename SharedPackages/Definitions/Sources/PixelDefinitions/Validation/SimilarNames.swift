import JSONSchema

/// Finds what somebody may have meant by a name that does not exist.
package enum SimilarNames {
    /// Names that differ from `name` in few characters, the most similar first; else those that contain it. Five at most.
    package static func of(_ name: String, among names: [String]) -> [String] {
        let text = Array(name.lowercased().utf8)
        let limit = max(text.count < 4 ? 1 : 2, text.count / 4)  // Two letters change places in two edits.
        let near = names.map { ($0, distance(text, Array($0.lowercased().utf8))) }.filter { $0.1 <= limit }
            .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
        guard let best = near.first?.1 else {
            return Array(names.filter { !name.isEmpty && $0.contains(name) }.sorted().prefix(5))
        }
        return near.filter { $0.1 <= best + 1 }.prefix(5).map(\.0)
    }

    /// "Did you mean …?" with a blank before it; empty if nothing is similar.
    package static func hint(for name: String, among names: [String]) -> String {
        let similar = of(name, among: names)
        return similar.isEmpty ? "" : " Did you mean \(similar.map { "'\($0)'" }.joined(separator: ", "))?"
    }

    /// How many characters must be inserted, deleted or replaced.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var row = Array(0...right.count)
        for (index, character) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (column, other) in right.enumerated() {
                let replaced = diagonal + (character == other ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
            }
        }
        return row[right.count]
    }
}
