import CommandLineKit
import Foundation
import JSONSchema
import PixelDefinitions
import PixelGeneration

extension Commands {
    static let catalog = Command(
        "catalog", Argument(.folder("DIR")), summary: "Print a page of all pixels.",
        details: "The page is Markdown unless --html or --json is given.",
        options: [
            Option("--html", help: "Print a page of HTML with a search field."),
            Option("--markdown", help: "Print a page of Markdown."),
        ]
    ) { invocation in
        guard ["--html", "--markdown", "--json"].filter(invocation.has).count <= 1 else {
            throw UsageError("Use only one of --html, --markdown and --json.")
        }
        let folder = try DefinitionFolder(at: invocation.arguments[0])
        let catalog = Catalog(folder)
        if invocation.isJSON {
            invocation.console.write(catalog.pixels.map { $0.json + "\n" }.joined())
        } else {
            invocation.console.write(invocation.has("--html") ? catalog.html : catalog.markdown)
        }
        for fault in folder.faults { invocation.console.printError(fault.line(in: invocation.arguments[0])) }
        return folder.faults.contains { $0.severity == .error } ? .failure : .success
    }

    static let explain = Command(
        "explain", Argument(.text("NAME")), summary: "Describe a pixel, by its declared or its sent name.",
        options: [definitionsOption]
    ) { invocation in
        let name = invocation.arguments[0]
        let folder = try DefinitionFolder(at: invocation.value("--definitions") ?? "")
        let catalog = Catalog(folder)
        let declared = catalog.pixel(named: name) == nil ? PixelChecker(folder).definition(of: name) : name
        guard let pixel = declared.flatMap(catalog.pixel) else {
            let names = catalog.pixels.map(\.name)
            let similar = nearest(to: name, in: names).map { [$0] } ?? names.filter { $0.contains(name) }
            if invocation.isJSON {
                invocation.console.print(["pixel": name, "suggestions": Array(similar.prefix(5))] as JSONLine)
            }
            let question = similar.isEmpty ? "" : " Did you mean \(similar.prefix(5).map { "'\($0)'" }.alternatives)?"
            invocation.console.printError("pixels: '\(name)' is not defined.\(question)".printable)
            return .failure
        }
        if invocation.isJSON {
            invocation.console.print(pixel.json)
        } else {
            invocation.console.write(pixel.markdown)
            if pixel.name != name {
                let suffixes = name.dropFirst(pixel.name.count + 1)
                invocation.console.print("\n" + "'\(name)' has the suffixes '\(suffixes)'.".printable)
            }
        }
        return .success
    }
}
