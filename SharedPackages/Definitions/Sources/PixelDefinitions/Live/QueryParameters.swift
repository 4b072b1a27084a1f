/// The parameters of a request.
struct QueryParameters {
    struct Entry {
        var key: String
        var value: String
    }

    /// In order; of several with one key only the last is kept.
    private(set) var entries: [Entry] = []

    /// Parses `query` as application/x-www-form-urlencoded.
    init(_ query: String, lowercasingKeys: Bool) {
        var query = query
        query.withUTF8 { bytes in
            var rest = bytes[...]
            if rest.first == UInt8(ascii: "?") { rest = rest.dropFirst() }
            while !rest.isEmpty {
                let end = rest.firstIndex(of: UInt8(ascii: "&")) ?? rest.endIndex
                append(rest[..<end], lowercasingKeys)
                rest = end < rest.endIndex ? rest[(end + 1)...] : rest[end...]
            }
        }
    }

    private mutating func append(_ pair: UnsafeBufferPointer<UInt8>.SubSequence, _ lowercasingKeys: Bool) {
        guard !pair.isEmpty else { return }
        let mark = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
        var key = PercentDecoding.form(pair[..<mark])
        if lowercasingKeys { key = key.lowercased() }
        let value = PercentDecoding.form(mark < pair.endIndex ? pair[(mark + 1)...] : pair[mark...])
        if let index = entries.firstIndex(where: { $0.key == key }) {
            entries[index].value = value
        } else {
            entries.append(Entry(key: key, value: value))
        }
    }

    /// Takes the value of `key` out of the parameters.
    mutating func remove(_ key: String) -> String? {
        guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
        return entries.remove(at: index).value
    }
}
