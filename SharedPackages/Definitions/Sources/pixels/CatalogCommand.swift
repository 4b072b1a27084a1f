import Foundation
import PixelDefinitions
import PixelGeneration

/// `pixels catalog`: a page of all pixels.
enum CatalogCommand: Command {
    static let name = "catalog"
    static let summary = "Write a page of all pixels."
    static let usage = "catalog DIR [--html|--markdown|--json]"
    static let flags: Set = ["html", "markdown", "json"]
    static let options: Set<String> = []

    static func run(_ arguments: Arguments) throws -> ExitCode {
        guard arguments.rest.count == 1 else { throw UsageError(message: "Name one folder.") }
        guard flags.filter(arguments.has).count <= 1 else { throw UsageError(message: "Choose one form.") }
        let folder = DefinitionFolder(reading: try URL(definitions: arguments.rest[0]))
        let catalog = Catalog(folder)
        if arguments.has("json") {
            Output.write(catalog.pixels.map { $0.json + "\n" }.joined())
        } else {
            Output.write(arguments.has("html") ? catalog.html : catalog.markdown)
        }
        for fault in folder.faults { Output.writeError("pixels catalog: \(fault)\n") }
        return folder.faults.contains { $0.severity == .error } ? .faults : .fine
    }
}
