import CommandLineKit
import Foundation
import JSONSchema
import PixelDefinitions
import PixelGeneration

/// `pixels explain`: explains a pixel.
enum ExplainCommand {
    static let command: Command = Command(
        "explain", Argument(.text("NAME")), summary: "Explain a pixel by its declared or its sent name.",
        options: [.definitions]
    ) { try run($0) }

    private static func run(_ invocation: Invocation) throws -> ExitCode {
        let name = invocation.arguments[0]
        let folder = DefinitionFolder(reading: try URL(definitions: invocation.value("--definitions") ?? ""))
        let catalog = Catalog(folder)
        let defined = catalog.pixel(named: name) == nil ? PixelChecker(folder).definition(of: name) : name
        guard let pixel = defined.flatMap(catalog.pixel) else {
            let similar = catalog.suggestions(for: name)
            if invocation.isJSON {
                let list = similar.map(JSONValue.quoted).joined(separator: ",")
                Output.write("{\"pixel\":\(JSONValue.quoted(name)),\"suggestions\":[\(list)]}\n")
            }
            let hint = SimilarNames.hint(for: name, among: similar)
            Output.writeError("pixels explain: '\(name)' is not defined.\(hint)\n")
            return .failure
        }
        if invocation.isJSON {
            Output.write(pixel.json + "\n")
        } else {
            Output.write(pixel.markdown)
            if pixel.name != name {
                Output.write("\nIn '\(name)' the rest '\(name.dropFirst(pixel.name.count + 1))' is suffixes.\n")
            }
        }
        return .success
    }
}
