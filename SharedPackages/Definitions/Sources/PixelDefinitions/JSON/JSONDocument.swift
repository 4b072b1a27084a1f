import Foundation

/// A JSON5 text: its value, and where its parts stand.
package struct JSONDocument: Sendable {
    /// A key that one object gives twice; the last one counts.
    struct RepeatedKey: Sendable {
        var key: String
        var line: Int
    }

    /// Why a text could not be read.
    struct SyntaxError: Error {
        var line: Int?
        var detail: String
    }

    package let value: JSONValue
    let outline: SourceOutline
    let repeatedKeys: [RepeatedKey]

    /// Decodes `data` as JSON5.
    init(_ data: Data) throws(SyntaxError) {
        var text = [UInt8](data)
        outline = SourceOutline(text)
        let replaced = outline.replacedMembers()
        // Foundation keeps the first of two equal keys, JSON parsers of the web the last: blank out all but the last.
        for member in replaced {
            for offset in member.range where text[offset] != UInt8(ascii: "\n") { text[offset] = UInt8(ascii: " ") }
        }
        let outline = outline
        repeatedKeys = replaced.map { RepeatedKey(key: $0.key, line: outline.line(of: $0.range.lowerBound)) }
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        do {
            value = try decoder.decode(JSONValue.self, from: Data(JSON5Spelling.respelled(text)))
        } catch {
            throw Self.syntaxError(error, in: outline)
        }
    }

    /// Decodes `text` as plain JSON; nil if it is not.
    init?(strict text: String) {
        let data = Data(text.utf8)
        // What plain JSON accepts JSON5 reads alike, and the way through it lets the last of two equal keys win.
        guard (try? JSONDecoder().decode(JSONValue.self, from: data)) != nil, let document = try? JSONDocument(data)
        else {
            return nil
        }
        self = document
    }

    private static func syntaxError(_ error: any Error, in outline: SourceOutline) -> SyntaxError {
        switch error as? DecodingError {
        case .dataCorrupted:
            // Foundation does not say where.
            let line = outline.lostAt.map(outline.line(of:))
            return SyntaxError(line: line, detail: line.map { "What line \($0) holds is not expected." } ?? "")
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context):
            let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
            return SyntaxError(line: outline.line(at: path), detail: "A value is not valid JSON5, or out of range.")
        case nil: return SyntaxError(line: nil, detail: "")
        @unknown default: return SyntaxError(line: nil, detail: "")
        }
    }
}
