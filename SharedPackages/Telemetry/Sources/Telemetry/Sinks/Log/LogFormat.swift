import Foundation
import Primitives

/// The format of a line of a log.
public enum LogFormat: String, CaseIterable, Sendable {
    /// For people: time, level, category and name, then attributes as `key=value`.
    case text
    /// For programs: one JSON object.
    case json

    /// Returns an event as one line, without a line break.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - shown: The privacies whose values are shown. Of other attributes only the names and privacies are shown.
    public func line(_ event: TelemetryEvent, showing shown: Set<Attribute.Privacy>) -> String {
        let values = event.attributes.byName.mapValues { attribute in
            shown.contains(attribute.privacy) ? attribute.value : .string("<\(attribute.privacy.rawValue)>")
        }
        return switch self {
        case .text: Self.text(event, values)
        case .json: JSONRecord(event, values, timestamp: Self.timestamp(event)).json
        }
    }

    /// Returns the attributes of one privacy, such as `host=example.com`. Empty if there are none.
    public func attributes(of event: TelemetryEvent, privacy: Attribute.Privacy) -> String {
        let values = event.attributes.byName.filter { $0.value.privacy == privacy }.mapValues(\.value)
        if values.isEmpty { return "" }
        return switch self {
        case .text: Self.text(values).joined(separator: " ")
        case .json: values.mapValues(JSONRecord.Value.init).json
        }
    }

    private static func text(_ event: TelemetryEvent, _ values: [String: Attribute.Value]) -> String {
        let level = event.level.rawValue.padding(toLength: 6, withPad: " ", startingAt: 0)
        var words = [timestamp(event), level, "[\(escaped(event.category))]", escaped(event.name)].compactMap(\.self)
        words += text(values)
        if let error = event.error { words.append("error=\(quoted(error.description))") }
        if let flow = event.flowID { words.append("flow=\(quoted(flow))") }
        return words.joined(separator: " ")
    }

    private static func text(_ values: [String: Attribute.Value]) -> [String] {
        values.sorted { $0.key < $1.key }.map { "\(quoted($0))=\(quoted($1.description))" }
    }

    private static func timestamp(_ event: TelemetryEvent) -> String? {
        event.timestamp?.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    /// Returns a word in quotes, unless a reader would take it for one word anyway.
    private static func quoted(_ word: String) -> String {
        let isPlain = word.unicodeScalars.allSatisfy { !$0.isControl && !" \"=\\".unicodeScalars.contains($0) }
        if isPlain && !word.isEmpty { return word }
        return "\"\(escaped(word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")))\""
    }

    /// Returns a text without characters that break the line or control a terminal.
    private static func escaped(_ text: String) -> String {
        text.replacingControls { $0.escaped(asASCII: true) }
    }
}

extension String {
    /// Returns the text without scalars that control a terminal or end a line.
    fileprivate func replacingControls(_ replacement: (Unicode.Scalar) -> String) -> String {
        guard unicodeScalars.contains(where: \.isControl) else { return self }
        return unicodeScalars.map { $0.isControl ? replacement($0) : String($0) }.joined()
    }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case _: false
        }
    }
}

/// An event as an object of a JSON log.
private struct JSONRecord: Encodable {
    /// An attribute under its JSON type. A duration is a number of seconds.
    struct Value: Encodable {
        let value: Attribute.Value

        init(_ value: Attribute.Value) { self.value = value }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch value {
            case .string(let value): try container.encode(value)
            case .int(let value): try container.encode(value)
            case .double(let value): try container.encode(value)
            case .bool(let value): try container.encode(value)
            case .duration(let value): try container.encode(value.seconds)
            }
        }
    }

    let timestamp: String?
    let level: TelemetryEvent.Level
    let category: String
    let name: String
    let attributes: [String: Value]?
    let error: [ErrorChain.Link]?
    let flow: String?

    init(_ event: TelemetryEvent, _ values: [String: Attribute.Value], timestamp: String?) {
        self.timestamp = timestamp
        level = event.level
        category = event.category
        name = event.name
        attributes = values.isEmpty ? nil : values.mapValues(Value.init)
        error = event.error?.links
        flow = event.flowID
    }
}

extension Encodable {
    /// The value as one line of JSON.
    fileprivate var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        // Texts and numbers always encode, and the strategy above turns numbers that JSON lacks into texts.
        let line = String(decoding: (try? encoder.encode(self)) ?? Data("{}".utf8), as: UTF8.self)
        // JSON allows some line ends and control characters, within texts only.
        return line.replacingControls { "\\u" + String(0x1_0000 + $0.value, radix: 16).dropFirst() }
    }
}
