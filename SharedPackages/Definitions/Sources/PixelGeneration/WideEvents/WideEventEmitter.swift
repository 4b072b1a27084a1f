import JSONSchema
import PixelDefinitions

/// Writes the enums for the wide events of a definition file.
struct WideEventEmitter {
    private var lines: [String] = []

    /// The Swift source for the events of one file.
    static func text(of events: [WideEventModel], source: String) -> String {
        var emitter = Self(lines: ["// Generated from \(source.swiftComment). Edit that file, not this one."])
        if !events.isEmpty { emitter.lines += ["", "public import WideEvent"] }
        for event in events { emitter.emit(event) }
        return emitter.lines.joined(separator: "\n") + "\n"
    }

    private mutating func emit(_ event: WideEventModel) {
        lines.append("")
        comment(event.description, else: "`\(event.type.swiftComment)`", indent: 0)
        lines += [
            "///", "/// Sent as `\(event.type.swiftComment)`, version \(event.version.swiftComment).",
            "public enum \(event.typeName): WideEventDefinition {",
        ]
        emit(event.ext, description: "The value of `feature.data.ext`.", indent: 1)
        for (name, value) in [("type", event.type), ("version", event.version), ("feature", event.feature)] {
            lines += ["", "    public static let \(name) = \(value.swiftLiteral)"]
        }
        lines += ["", "    public static let schema = WideEventSchema(json: \(Self.raw(event.schema)))", "}"]
    }

    private mutating func emit(_ object: WideEventModel.Object, description: String, indent: Int) {
        let margin = String(repeating: "    ", count: indent)
        lines.append("\(margin)/// \(description)")
        lines.append("\(margin)public struct \(object.name): Encodable, Sendable {")
        for choice in object.choices { emit(choice, indent: indent + 1) }
        for object in object.objects {
            emit(object, description: "An object of the definition.", indent: indent + 1)
            lines.append("")
        }
        for field in object.fields {
            comment(field.description, else: "`\(field.key.swiftComment)`.", indent: indent + 1)
            lines.append("\(margin)    public var \(SwiftName.escaped(field.label)): \(field.type)?")
        }
        emitInitialiser(object, margin)
        emitKeys(object, margin)
        lines.append("\(margin)}")
    }

    private mutating func emitInitialiser(_ object: WideEventModel.Object, _ margin: String) {
        let parameters = object.fields.map { "\(SwiftName.escaped($0.label)): \($0.type)? = nil" }
        if !object.fields.isEmpty { lines.append("") }
        lines.append("\(margin)    /// Creates a value. Only what is given is sent.")
        let head = "\(margin)    public init(\(parameters.joined(separator: ", "))) {"
        guard !object.fields.isEmpty else { return lines.append(head + "}") }
        lines.append(head)
        for field in object.fields {
            let label = SwiftName.escaped(field.label)
            lines.append("\(margin)        self.\(label) = \(label)")
        }
        lines.append("\(margin)    }")
    }

    private mutating func emitKeys(_ object: WideEventModel.Object, _ margin: String) {
        guard !object.fields.isEmpty else { return }
        lines += ["", "\(margin)    private enum CodingKeys: String, CodingKey {"]
        for field in object.fields {
            lines.append("\(margin)        case \(SwiftName.escaped(field.label)) = \(field.key.swiftLiteral)")
        }
        lines.append("\(margin)    }")
    }

    private mutating func emit(_ choice: WideEventModel.Choice, indent: Int) {
        let margin = String(repeating: "    ", count: indent)
        lines.append("\(margin)/// The values that the definition allows.")
        lines.append("\(margin)public enum \(choice.name): \(choice.isNumber ? "Int" : "String"), Encodable, Sendable, CaseIterable {")
        for (name, literal) in choice.cases {
            lines.append("\(margin)    /// `\(literal.swiftComment)`.")
            let value = choice.isNumber ? literal : literal.swiftLiteral
            lines.append("\(margin)    case \(SwiftName.escaped(name)) = \(value)")
        }
        lines += ["\(margin)}", ""]
    }

    private mutating func comment(_ text: String, else fallback: String, indent: Int) {
        let documentation = text.swiftDocumentation(indent: indent)
        lines += documentation.isEmpty
            ? [String(repeating: "    ", count: indent) + "/// \(fallback)"] : documentation
    }

    /// A raw literal of JSON, which is one line without control characters.
    private static func raw(_ text: String) -> String {
        var signs = "#"
        while text.contains("\"\(signs)") || text.contains("\\\(signs)") { signs += "#" }
        return "\(signs)\"\(text)\"\(signs)"
    }
}
