extension Catalog {
    /// One page in Markdown: a table of contents, then each pixel.
    package var markdown: String {
        let contents = pixels.map { "- [`\($0.name)`](#\(Self.anchor($0.name))) — \(Self.firstLine($0.description))" }
        let head = "# Pixels\n\n\(pixels.count) pixels.\n\n" + contents.joined(separator: "\n") + "\n"
        return head + pixels.map { "\n" + $0.markdown }.joined()
    }

    private static func firstLine(_ text: String) -> String {
        String(text.split(whereSeparator: \.isNewline).first ?? "")
    }

    private static func anchor(_ name: String) -> String {
        String(name.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" })
    }
}

extension Catalog.Pixel {
    /// The pixel as a section in Markdown.
    package var markdown: String {
        var lines = ["## `\(name)`", "", description, ""]
        lines.append("- Triggers: \(triggers.joined(separator: ", "))")
        lines.append("- Owners: \(owners.joined(separator: ", "))")
        if let expires { lines.append("- Expires: \(expires)") }
        lines += links.map { "- <\($0)>" }
        lines.append("- Defined in: \(file)\(line.map { ":\($0)" } ?? "")")
        for (index, sequence) in suffixes.enumerated() {
            let names = sequence.map { "\($0.name) (\($0.values))" }.joined(separator: " → ")
            lines.append("- \(index == 0 ? "Suffixes" : "or"): \(names)")
        }
        guard !parameters.isEmpty else { return lines.joined(separator: "\n") + "\n" }
        lines += ["", "| parameter | values | meaning |", "|---|---|---|"]
        lines += parameters.map { item in
            "| `\(Self.cell(item.name))` | \(Self.cell(item.values)) | \(Self.cell(item.description)) |"
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func cell(_ text: String) -> String {
        text.replacing("|", with: "\\|").replacing("\n", with: " ")
    }
}
