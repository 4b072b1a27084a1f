import JSONSchema
import PixelDefinitions

extension Catalog {
    /// One page of HTML without outside resources, with a field that filters the pixels.
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
        let list = facts.map { "<dt>\($0)</dt><dd>\(Self.escaped($1))</dd>" }.joined()
        let rows = parameters.map { item in
            "<tr><td><code>\(Self.escaped(item.name))</code></td><td>\(Self.escaped(item.values))</td>"
                + "<td>\(Self.escaped(item.description))</td></tr>"
        }
        let table =
            rows.isEmpty
            ? "" : "<table><tr><th>Parameter</th><th>Values</th><th>Meaning</th></tr>\(rows.joined())</table>"
        let name = Self.escaped(name)
        return "<section id=\"\(name)\"><h2><a href=\"#\(name)\">\(name)</a></h2>"
            + "<p>\(Self.escaped(description))</p><dl>\(list)</dl>\(table)</section>"
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }
}

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
