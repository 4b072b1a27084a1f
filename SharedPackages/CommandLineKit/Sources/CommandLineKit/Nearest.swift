/// The word of a list that somebody who mistyped most likely meant.
package func nearest(to word: String, in words: [String]) -> String? {
    let ranked = words.map { (word: $0, distance: editDistance(word, $0)) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
    // Farther than that, a guess would only confuse.
    return best.distance <= max(2, word.count / 3) ? best.word : nil
}

/// A question that asks whether the nearest word of a list was meant, to follow a complaint; empty when none is near.
package func suggestion(for word: String, in words: [String]) -> String {
    nearest(to: word, in: words).map { " Did you mean '\($0)'?" } ?? ""
}

/// How many characters must be inserted, removed or replaced to turn one word into the other.
private func editDistance(_ first: String, _ second: String) -> Int {
    let target = Array(second)
    var row = Array(0...target.count)
    for (index, character) in first.enumerated() {
        var diagonal = row[0]
        row[0] = index + 1
        for column in target.indices {
            let replaced = diagonal + (target[column] == character ? 0 : 1)
            diagonal = row[column + 1]
            row[column + 1] = min(replaced, row[column] + 1, row[column + 1] + 1)
        }
    }
    return row[target.count]
}
