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
