import Foundation
import Primitives

/// An event as an object of a JSON log.
struct JSONLine: Encodable {
    struct Link: Encodable {
        let domain: String
        let code: Int
    }

    /// An attribute under its JSON type; a duration is its seconds.
    struct Value: Encodable {
        let value: Attribute.Value

        init(_ value: Attribute.Value) { self.value = value }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch value {
            case .string(let value): try container.encode(value)
            case .integer(let value): try container.encode(value)
            case .number(let value): try container.encode(value)
            case .boolean(let value): try container.encode(value)
            case .duration(let value): try container.encode(value.seconds)
            }
        }
    }

    let timestamp: String?
    let level: String
    let category: String
    let name: String
    let attributes: [String: Value]?
    let error: [Link]?
    let flow: String?

    static func encode(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        // Texts and numbers always encode, and numbers that JSON lacks are texts by the strategy above.
        let line = String(decoding: (try? encoder.encode(value)) ?? Data("{}".utf8), as: UTF8.self)
        // JSON leaves some line ends and controls as they are; they occur within texts only.
        return line.replacingControls { "\\u" + String(0x1_0000 + $0.value, radix: 16).dropFirst() }
    }
}
