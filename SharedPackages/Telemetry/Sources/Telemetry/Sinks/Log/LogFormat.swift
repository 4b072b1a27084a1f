import Foundation
import Primitives

/// What a line of a log looks like.
public enum LogFormat: String, CaseIterable, Sendable {
    /// For people: time, level, category, name, then details as `key=value`.
    case text
    /// For programs: one JSON object a line.
    case json

    /// Renders an event.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - shown: The privacies whose attributes are shown; of the others only the names and privacies are.
    /// - Returns: One line, without its line break.
    public func line(_ event: TelemetryEvent, showing shown: Set<Attribute.Privacy>) -> String {
        let details = event.attributes.byName.mapValues { attribute in
            shown.contains(attribute.privacy) ? attribute.value : .string("<\(attribute.privacy.rawValue)>")
        }
        return switch self {
        case .text: Self.text(event, details)
        case .json: Self.json(event, details)
        }
    }

    /// Renders the attributes of one privacy, such as `host=example.com`; nothing when there are none.
    public func details(_ event: TelemetryEvent, of privacy: Attribute.Privacy) -> String {
        let details = event.attributes.byName.filter { $0.value.privacy == privacy }.mapValues(\.value)
        if details.isEmpty { return "" }
        return switch self {
        case .text: Self.text(details).joined(separator: " ")
        case .json: JSONLine.encode(details.mapValues(JSONLine.Value.init))
        }
    }

    private static func text(_ event: TelemetryEvent, _ details: [String: Attribute.Value]) -> String {
        let level = event.level.rawValue.padding(toLength: 6, withPad: " ", startingAt: 0)
        var words = [timestamp(event), level, "[\(escaped(event.category))]", escaped(event.name)].compactMap(\.self)
        words += text(details)
        if let error = event.error { words.append("error=\(quoted(error.description))") }
        if let flow = event.flowID { words.append("flow=\(quoted(flow))") }
        return words.joined(separator: " ")
    }

    private static func text(_ details: [String: Attribute.Value]) -> [String] {
        details.sorted { $0.key < $1.key }.map { "\(quoted($0))=\(quoted($1.description))" }
    }

    private static func json(_ event: TelemetryEvent, _ details: [String: Attribute.Value]) -> String {
        JSONLine.encode(
            JSONLine(
                timestamp: timestamp(event),
                level: event.level.rawValue,
                category: event.category,
                name: event.name,
                attributes: details.isEmpty ? nil : details.mapValues(JSONLine.Value.init),
                error: event.error?.links.map { JSONLine.Link(domain: $0.domain, code: $0.code) },
                flow: event.flowID
            )
        )
    }

    private static func timestamp(_ event: TelemetryEvent) -> String? {
        event.timestamp?.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    /// Puts a word in quotes if it would not be read back as one word.
    private static func quoted(_ word: String) -> String {
        let isPlain = word.unicodeScalars.allSatisfy { !$0.isControl && !" \"=\\".unicodeScalars.contains($0) }
        if isPlain && !word.isEmpty { return word }
        return "\"\(escaped(word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")))\""
    }

    /// Replaces what would break the line or command a terminal.
    private static func escaped(_ text: String) -> String {
        text.replacingControls { $0.escaped(asASCII: true) }
    }
}

extension String {
    /// Replaces the scalars that control a terminal or end a line.
    func replacingControls(_ replacement: (Unicode.Scalar) -> String) -> String {
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

extension Attribute.Value: CustomStringConvertible {
    /// The value as text; a duration in seconds.
    public var description: String {
        switch self {
        case .string(let value): value
        case .integer(let value): "\(value)"
        case .number(let value): "\(value)"
        case .boolean(let value): "\(value)"
        case .duration(let value): "\(value.seconds)s"
        }
    }
}
