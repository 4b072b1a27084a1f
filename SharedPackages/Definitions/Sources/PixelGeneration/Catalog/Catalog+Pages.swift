import JSONSchema

extension Catalog {
    /// One page of HTML without external resources. A field filters the pixels.
    package var html: String {
        let sections = pixels.map(\.html).joined(separator: "\n")
        return """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Pixels</title>
            <style>
            body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem }
            input { font: inherit; width: 100%; padding: .5rem; box-sizing: border-box; position: sticky; top: 0 }
            section { border-top: 1px solid #8885; padding: .5rem 0 } h2 { font: 600 1rem ui-monospace, monospace; margin: .5rem 0 }
            table { border-collapse: collapse; width: 100% } td, th { border: 1px solid #8885; padding: .2rem .5rem; text-align: left; vertical-align: top }
            dt { float: left; clear: left; min-width: 6rem; opacity: .7 } dd { margin-left: 7rem } code { font-family: ui-monospace, monospace }
            :root { color-scheme: light dark }
            </style>
            <h1>Pixels</h1>
            <p>\(pixels.count) pixels.</p>
            <input id="filter" type="search" placeholder="Filter by name, owner, parameter …" autofocus>
            \(sections)
            <script>
            const sections = [...document.querySelectorAll("section")]
            const texts = sections.map(section => section.textContent.toLowerCase())
            document.getElementById("filter").addEventListener("input", event => {
              const words = event.target.value.toLowerCase().split(/\\s+/)
              sections.forEach((section, index) => { section.hidden = !words.every(word => texts[index].includes(word)) })
            })
            </script>
            </html>

            """
    }
}

extension Catalog.Pixel {
    fileprivate var html: String {
        var facts = [("Triggers", triggers.joined(separator: ", ")), ("Owners", owners.joined(separator: ", "))]
        if let expires { facts.append(("Expires", expires)) }
        facts.append(("File", file + (line.map { ":\($0)" } ?? "")))
        for (index, sequence) in suffixes.enumerated() {
            let names = sequence.map { "\($0.name) (\($0.values))" }.joined(separator: " → ")
            facts.append((index == 0 ? "Suffixes" : "or", names))
        }
        let list = facts.map { "<dt>\($0)</dt><dd>\($1.html)</dd>" }.joined()
        let rows = parameters.map { item in
            "<tr><td><code>\(item.name.html)</code></td><td>\(item.values.html)</td>"
                + "<td>\(item.description.html)</td></tr>"
        }
        let table =
            rows.isEmpty
            ? "" : "<table><tr><th>Parameter</th><th>Values</th><th>Meaning</th></tr>\(rows.joined())</table>"
        let name = self.name.html
        return "<section id=\"\(name)\"><h2><a href=\"#\(name)\">\(name)</a></h2>"
            + "<p>\(description.html)</p><dl>\(list)</dl>\(table)</section>"
    }
}

extension String {
    /// The text for HTML, in elements and in quoted attributes.
    fileprivate var html: String {
        var html = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": html += "&amp;"
            case "<": html += "&lt;"
            case ">": html += "&gt;"
            case "\"": html += "&quot;"
            case "'": html += "&#39;"
            case "\n", "\t": html.unicodeScalars.append(scalar)
            default: html.unicodeScalars.append(scalar.isControl ? "\u{FFFD}" : scalar)
            }
        }
        return html
    }

    /// The text for a line of Markdown, without HTML.
    fileprivate var markdown: String {
        var markdown = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "<": markdown += "\\<"
            case _ where Character(scalar).isNewline || scalar == "\t": markdown += " "
            default: markdown.unicodeScalars.append(scalar.isControl ? "\u{FFFD}" : scalar)
            }
        }
        return markdown
    }

    /// The text as inline code of Markdown, where nothing can be escaped.
    fileprivate var markdownCode: String {
        let text = String(unicodeScalars.map { Character($0.isControl ? "\u{FFFD}" : $0 == "`" ? "'" : $0) })
        return "`\(text)`"
    }

    /// Markdown for a cell of a table.
    fileprivate var cell: String { replacing("|", with: "\\|") }
}

extension Catalog {
    /// One page in Markdown: a table of contents, then each pixel.
    package var markdown: String {
        let contents = pixels.map { pixel in
            "- [\(pixel.name.markdownCode)](#\(Self.anchor(pixel.name))) — \(Self.firstLine(pixel.description).markdown)"
        }
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
        var lines = ["## \(name.markdownCode)", "", description.markdown, ""]
        lines.append("- Triggers: \(triggers.joined(separator: ", ").markdown)")
        lines.append("- Owners: \(owners.joined(separator: ", ").markdown)")
        if let expires { lines.append("- Expires: \(expires.markdown)") }
        lines += links.map { "- <\($0.markdown)>" }
        lines.append("- Defined in: \(file.markdown)\(line.map { ":\($0)" } ?? "")")
        for (index, sequence) in suffixes.enumerated() {
            let names = sequence.map { "\($0.name) (\($0.values))".markdown }.joined(separator: " → ")
            lines.append("- \(index == 0 ? "Suffixes" : "or"): \(names)")
        }
        guard !parameters.isEmpty else { return lines.joined(separator: "\n") + "\n" }
        lines += ["", "| parameter | values | meaning |", "|---|---|---|"]
        lines += parameters.map { item in
            "| \(item.name.markdownCode.cell) | \(item.values.markdown.cell) | \(item.description.markdown.cell) |"
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension Catalog.Pixel {
    /// The pixel as a JSON object.
    package var json: String {
        let fields: [(String, JSONValue?)] = [
            ("name", .string(name)), ("description", .string(description)), ("triggers", Self.list(triggers)),
            ("owners", Self.list(owners)), ("expires", expires.map(JSONValue.string)), ("file", .string(file)),
            ("line", line.map { .number(Double($0)) }), ("links", Self.list(links)),
            ("parameters", .array(parameters.map(Self.object))),
            ("suffixes", .array(suffixes.map { .array($0.map(Self.object)) })),
        ]
        return "{" + fields.compactMap { name, value in value.map { "\"\(name)\":\($0.json)" } }.joined(separator: ",")
            + "}"
    }

    private static func list(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }

    private static func object(_ item: Catalog.Item) -> JSONValue {
        .object([
            "name": .string(item.name), "description": .string(item.description), "values": .string(item.values),
            "examples": list(item.examples),
        ])
    }
}
