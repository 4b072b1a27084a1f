import CommandLineKit
import Foundation
import PixelDefinitions
import PixelGeneration

/// `pixels catalog`: writes a page of all pixels.
enum CatalogCommand {
    private static let forms = ["--html", "--markdown", "--json"]

    static let command: Command = Command(
        "catalog", Argument(.folder("DIR")), summary: "Write a page of all pixels.",
        options: [
            Option("--html", help: "Write HTML."), Option("--markdown", help: "Write Markdown, the default."),
        ]
    ) { try run($0) }

    private static func run(_ invocation: Invocation) throws -> ExitCode {
        guard forms.filter(invocation.has).count <= 1 else {
            throw UsageError("Only one of \(forms.alternatives) can be given.")
        }
        let folder = DefinitionFolder(reading: try URL(definitions: invocation.arguments[0]))
        let catalog = Catalog(folder)
        if invocation.isJSON {
            Output.write(catalog.pixels.map { $0.json + "\n" }.joined())
        } else {
            Output.write(invocation.has("--html") ? catalog.html : catalog.markdown)
        }
        for fault in folder.faults { Output.writeError("pixels catalog: \(fault)\n") }
        return folder.faults.contains { $0.severity == .error } ? .failure : .success
    }
}
