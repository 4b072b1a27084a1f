import JSONSchema
import PixelDefinitions

/// Writes the enum for a definition file.
struct SwiftEmitter {
    private let file: GeneratedFile
    private var lines: [String] = []

    private init(_ file: GeneratedFile) { self.file = file }

    /// The Swift source for `file`.
    static func text(of file: GeneratedFile) -> String {
        var emitter = Self(file)
        emitter.emit()
        return emitter.lines.joined(separator: "\n") + "\n"
    }

    private mutating func emit() {
        let source = file.source.swiftComment
        lines = ["// Generated from \(source). Edit that file, not this one."]
        guard !file.pixels.isEmpty else { return }
        lines += ["", "public import PixelKit", "", "/// The pixels of \(source)."]
        lines.append("public enum \(file.typeName): Pixel {")
        for pixel in file.pixels { emitCase(pixel) }
        for pixel in file.pixels where pixel.payload != nil { emitPayload(pixel) }
        for choice in file.choices { emitChoice(choice) }
        lines += ["", "    public static var isGenerated: Bool { true }"]
        emitProperty("name", "String") { $0.literal.swiftLiteral }
        emitProperty("frequency", "Frequency") { $0.frequency.allowed[0] }
        emitProperty("allowedFrequencies", "[Frequency]?") { "[\($0.frequency.allowed.joined(separator: ", "))]" }
        emitProperty("standardParameters", "StandardParameters") { pixel in
            "[\(pixel.standard.map { ".\($0)" }.joined(separator: ", "))]"
        }
        emitSuffixes()
        emitParameters()
        emitError()
        emitPatterns()
        lines.append("}")
    }

    // MARK: Declarations

    private mutating func emitCase(_ pixel: GeneratedFile.Pixel) {
        lines.append("")
        let name = "`\(pixel.literal.swiftComment)`"
        let documentation = pixel.description.swiftDocumentation(indent: 1)
        lines += documentation.isEmpty ? ["    /// \(name)"] : documentation
        lines.append("    ///")
        lines.append("    /// Sent as \(name).")
        if pixel.payload == nil { lines += Self.comment(of: pixel.values, indent: 1) }
        if let expired = pixel.expired {
            let message = "The pixel expired on \(expired).".swiftLiteral
            lines.append("    @available(*, deprecated, message: \(message))")
        }
        var associated = pixel.payload.map { ["\($0)"] } ?? pixel.values.map { Self.declaration(of: $0, forCase: true) }
        if pixel.errorDepth != nil { associated.append("error: (any Error)? = nil") }
        let list = associated.isEmpty ? "" : "(\(associated.joined(separator: ", ")))"
        lines.append("    case \(SwiftName.escaped(pixel.caseName))\(list)")
    }

    private mutating func emitPayload(_ pixel: GeneratedFile.Pixel) {
        guard let payload = pixel.payload else { return }
        lines += ["", "    /// The parameters of ``\(pixel.caseName)(_:\(pixel.errorDepth == nil ? "" : "error:"))``."]
        lines.append("    public struct \(payload): Sendable {")
        for value in pixel.values {
            let documentation = value.description.swiftDocumentation(indent: 2)
            lines += documentation.isEmpty ? ["        /// `\((value.key ?? value.label).swiftComment)`."] : documentation
            lines.append("        public var \(SwiftName.escaped(value.label)): \(Self.type(of: value))")
        }
        let parameters = pixel.values.map { Self.declaration(of: $0, forCase: false) }.joined(separator: ", ")
        lines += ["", "        /// Creates the parameters. Only those that are given are sent."]
        lines.append("        public init(\(parameters)) {")
        for value in pixel.values {
            let label = SwiftName.escaped(value.label)
            lines.append("            self.\(label) = \(label)")
        }
        lines += ["        }", "    }"]
    }

    private mutating func emitChoice(_ choice: GeneratedFile.Choice) {
        lines += ["", "    /// The values that the definition allows."]
        lines.append("    public enum \(choice.name): \(choice.isNumber ? "Int" : "String"), Sendable, CaseIterable {")
        for (name, literal) in choice.cases {
            lines.append("        /// `\(literal.swiftComment)`.")
            lines.append(
                "        case \(SwiftName.escaped(name)) = \(choice.isNumber ? literal : literal.swiftLiteral)")
        }
        lines.append("    }")
    }

    private static func declaration(of value: GeneratedFile.Value, forCase: Bool) -> String {
        let label = forCase ? value.label : SwiftName.escaped(value.label)
        let standard =
            switch value.kind {
            case .flag: " = false"
            case .open: " = [:]"
            default: value.isRequired ? "" : " = nil"
            }
        return "\(SwiftName.escaped(label.replacing("`", with: ""))): \(type(of: value))\(standard)"
    }

    private static func type(of value: GeneratedFile.Value) -> String {
        let name =
            switch value.kind {
            case .string, .checked, .base64: "String"
            case .int, .boundedInt: "Int"
            case .double, .boundedDouble: "Double"
            case .bool, .boolText, .flag: "Bool"
            case .choice(let name), .numberChoice(let name): name
            case .open: "[String: PixelValue]"
            }
        switch value.kind {
        case .flag, .open: return name
        default: return value.isRequired ? name : "\(name)?"
        }
    }

    private static func comment(of values: [GeneratedFile.Value], indent: Int) -> [String] {
        let described = values.filter { !$0.description.isEmpty }
        guard !described.isEmpty else { return [] }
        let items = described.map { value in
            "///   - \(value.label): \(value.description.swiftComment)"
        }
        return (["///", "/// - Parameters:"] + items).map { String(repeating: "    ", count: indent) + $0 }
    }

    // MARK: Properties

    /// A property whose value depends only on the case. Cases with the same value share a branch.
    private mutating func emitProperty(_ name: String, _ type: String, _ value: (GeneratedFile.Pixel) -> String) {
        emitProperty(name, type, branches: file.pixels.map { (".\($0.caseName)", value($0)) })
    }

    private mutating func emitProperty(_ name: String, _ type: String, branches: [(pattern: String, value: String)]) {
        lines += ["", "    public var \(name): \(type) {"]
        let values = branches.map(\.value)
        if Set(values).count == 1, !branches.contains(where: { $0.pattern.contains("let ") }) {
            lines += ["        \(values[0])", "    }"]
            return
        }
        lines.append("        switch self {")
        var groups: [(patterns: [String], value: String)] = []
        var places: [String: Int] = [:]
        for (pattern, value) in branches {
            // A pattern that binds values needs a branch of its own.
            if !pattern.contains("let "), let place = places[value] {
                groups[place].patterns.append(pattern)
            } else {
                if !pattern.contains("let ") { places[value] = groups.count }
                groups.append(([pattern], value))
            }
        }
        lines += groups.map { "        case \($0.patterns.joined(separator: ", ")): \($0.value)" }
        lines += ["        }", "    }"]
    }

    private mutating func emitSuffixes() {
        emitProperty(
            "suffixes", "[PixelSuffix]",
            branches: file.pixels.map { pixel in
                let items = pixel.suffixes.map { suffix in
                    switch suffix {
                    case .frequency: ".frequency"
                    case .platform: ".platform"
                    case .formFactor: ".formFactor"
                    case .text(let text): ".text(\(text.swiftLiteral))"
                    case .value(let label): ".text(\(Self.text(of: label, in: pixel)))"
                    }
                }
                let labels = pixel.suffixes.compactMap { if case .value(let label) = $0 { label } else { nil } }
                return (Self.pattern(for: pixel, binding: Set(labels)), "[\(items.joined(separator: ", "))]")
            })
    }

    private static func text(of label: String, in pixel: GeneratedFile.Pixel) -> String {
        let name = pixel.payload == nil ? SwiftName.escaped(label) : "payload.\(label)"
        return switch pixel.values.first(where: { $0.label == label })?.kind {
        case .choice: "\(name).rawValue"
        case .numberChoice: "String(\(name).rawValue)"
        case .boolText(let yes, let no): "\(name) ? \(yes.swiftLiteral) : \(no.swiftLiteral)"
        case .int, .double, .bool, .flag, .boundedInt, .boundedDouble: "String(\(name))"
        case .string, .checked, .base64, .open, nil: name
        }
    }

    /// A pattern for the case that binds the values with these labels.
    private static func pattern(for pixel: GeneratedFile.Pixel, binding labels: Set<String>) -> String {
        let name = ".\(pixel.caseName)"
        guard !labels.isEmpty else { return name }
        var parts =
            pixel.payload != nil
            ? [pixel.values.contains { labels.contains($0.label) } ? "let payload" : "_"]
            : pixel.values.map { labels.contains($0.label) ? "let \(SwiftName.escaped($0.label))" : "_" }
        if pixel.errorDepth != nil { parts.append(labels.contains("error") ? "let error" : "_") }
        return "\(name)(\(parts.joined(separator: ", ")))"
    }

    private mutating func emitError() {
        guard file.pixels.contains(where: { $0.errorDepth != nil }) else { return }
        emitProperty(
            "error", "(any Error)?",
            branches: file.pixels.map { pixel in
                guard let depth = pixel.errorDepth else { return (".\(pixel.caseName)", "nil") }
                let value = depth == 10 ? "error" : "error.map { PixelError.prefix(\(depth), of: $0) }"
                return (Self.pattern(for: pixel, binding: ["error"]), value)
            })
    }

    private mutating func emitParameters() {
        lines += ["", "    public var parameters: PixelParameters {"]
        let empty = file.pixels.filter { !$0.values.contains(where: Self.isInParameters) }
        if empty.count == file.pixels.count {
            lines += ["        PixelParameters()", "    }"]
            return
        }
        lines += ["        var parameters = PixelParameters()", "        switch self {"]
        for pixel in file.pixels {
            let values = pixel.values.filter(Self.isInParameters)
            guard !values.isEmpty else { continue }
            lines.append("        case \(Self.pattern(for: pixel, binding: Set(values.map(\.label)))):")
            for value in values {
                lines += Self.additions(of: value, in: pixel).map { "            parameters.\($0)" }
            }
        }
        if !empty.isEmpty {
            lines.append("        case \(empty.map { ".\($0.caseName)" }.joined(separator: ", ")): break")
        }
        lines += ["        }", "        return parameters", "    }"]
    }

    /// Whether `parameters` adds or checks the value. It checks parts of the name too.
    private static func isInParameters(_ value: GeneratedFile.Value) -> Bool {
        if case .checked = value.kind { return true }
        return value.key != nil || value.rule != nil
    }

    private static func additions(of value: GeneratedFile.Value, in pixel: GeneratedFile.Pixel) -> [String] {
        var additions = [append(value, in: pixel)].compactMap { $0 }
        if let rule = value.rule {
            if case .open = value.kind {
                return additions + ["require(\(name(value, pixel)), by: Rules.\(rule))"]
            }
            var plain = value
            // The rule applies to the text before it is encoded.
            if value.kind == .base64 { plain.kind = .string }
            let text = expression(plain, name(value, pixel))
            additions.append("require(\(text), \((value.key ?? value.label).swiftLiteral), by: Rules.\(rule))")
        }
        return additions
    }

    private static func name(_ value: GeneratedFile.Value, _ pixel: GeneratedFile.Pixel) -> String {
        pixel.payload == nil ? SwiftName.escaped(value.label) : "payload.\(value.label)"
    }

    /// The statement that adds a parameter or checks a part of the name; nil for a part that needs no check.
    private static func append(_ value: GeneratedFile.Value, in pixel: GeneratedFile.Pixel) -> String? {
        let name = name(value, pixel)
        guard let key = value.key?.swiftLiteral else {
            guard case .checked(let pattern) = value.kind else { return nil }
            return "require(\(name), \(value.label.swiftLiteral), matching: Patterns.\(pattern))"
        }
        switch value.kind {
        case .flag(let text): return "append(\(key), \(name) ? .string(\(text.swiftLiteral)) : nil)"
        case .open(let pattern): return "append(\(name), keysMatching: Patterns.\(pattern))"
        case .checked(let pattern): return "append(\(key), \(name), matching: Patterns.\(pattern))"
        case .boundedInt(let minimum, let maximum):
            return append(key, value, name, from: minimum.map(String.init), to: maximum.map(String.init))
        case .boundedDouble(let minimum, let maximum):
            return append(key, value, name, from: minimum.map { "\($0)" }, to: maximum.map { "\($0)" })
        case .string, .int, .double, .bool, .boolText, .choice, .numberChoice, .base64:
            return "append(\(key), \(expression(value, name)))"
        }
    }

    /// An expression of type `PixelValue` for a value, or `PixelValue?` if the value may be absent.
    private static func expression(_ value: GeneratedFile.Value, _ name: String) -> String {
        func given(_ name: String) -> String {
            switch value.kind {
            case .string, .checked, .flag, .open: ".string(\(name))"
            case .int, .boundedInt: ".int(\(name))"
            case .double, .boundedDouble: ".double(\(name))"
            case .bool: ".bool(\(name))"
            case .boolText(let yes, let no): ".string(\(name) ? \(yes.swiftLiteral) : \(no.swiftLiteral))"
            case .choice: ".string(\(name).rawValue)"
            case .numberChoice: ".int(\(name).rawValue)"
            case .base64: ".base64(\(name))"
            }
        }
        return value.isRequired ? given(name) : "\(name).map { \(given("$0")) }"
    }

    private static func append(
        _ key: String, _ value: GeneratedFile.Value, _ name: String, from minimum: String?, to maximum: String?
    ) -> String {
        let number = value.isRequired ? name : "$0"
        let test = [minimum.map { "\(number) >= \($0)" }, maximum.map { "\(number) <= \($0)" }]
            .compactMap { $0 }.joined(separator: " && ")
        let isDeclared = value.isRequired ? test : "\(name).map { \(test) } ?? true"
        return "append(\(key), \(expression(value, name)), isDeclared: \(isDeclared))"
    }

    private mutating func emitPatterns() {
        if !file.patterns.isEmpty {
            lines += ["", "    private enum Patterns {"]
            lines += file.patterns.enumerated().map {
                "        static let pattern\($0 + 1) = PixelPattern(\($1.swiftLiteral))"
            }
            lines.append("    }")
        }
        guard !file.rules.isEmpty else { return }
        lines += ["", "    private enum Rules {"]
        lines += file.rules.enumerated().map { "        static let rule\($0 + 1): PixelRule = \($1)" }
        lines.append("    }")
    }
}
