import Foundation

/// A JSON object on one line, its keys in the order written.
package struct JSONLine: ExpressibleByDictionaryLiteral, CustomStringConvertible {
    private let pairs: [(String, any Encodable)]

    package init(dictionaryLiteral elements: (String, any Encodable)...) { pairs = elements }

    package var description: String {
        "{" + pairs.map { "\(Self.json($0.0)):\(Self.json($0.1))" }.joined(separator: ",") + "}"
    }

    private static func json(_ value: any Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(value) else { return "null" }
        return String(decoding: data, as: UTF8.self)
    }
}
