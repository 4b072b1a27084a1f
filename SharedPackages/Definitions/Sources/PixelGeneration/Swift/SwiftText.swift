import JSONSchema

// Everything that definitions contribute to generated Swift goes through one of these, or through `SwiftName`.

extension String {
    /// A Swift string literal.
    var swiftLiteral: String {
        var literal = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"", "\\": literal += "\\\(scalar)"
            case "\n": literal += "\\n"
            case "\r": literal += "\\r"
            case "\t": literal += "\\t"
            case _ where scalar.isControl: literal += scalar.swiftEscape
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }

    /// The text as part of a comment of one line.
    var swiftComment: String {
        var comment = ""
        for scalar in unicodeScalars {
            switch scalar {
            case _ where Character(scalar).isNewline: comment += " "
            case _ where scalar.isControl && scalar != "\t": comment += scalar.swiftEscape
            default: comment.unicodeScalars.append(scalar)
            }
        }
        return comment
    }

    /// The text as documentation, a line for each of its lines that is not blank.
    func swiftDocumentation(indent: Int) -> [String] {
        split(whereSeparator: \.isNewline).map { line in
            String(repeating: "    ", count: indent) + "/// "
                + String(line.trimmingPrefix { $0.isWhitespace }).swiftComment
        }
    }
}

extension Unicode.Scalar {
    fileprivate var swiftEscape: String { "\\u{\(String(value, radix: 16))}" }
}
