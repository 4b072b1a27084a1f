import Foundation
import JSONSchema
import PixelDefinitions
import PixelGeneration

/// `pixels explain`: what a pixel means.
enum ExplainCommand: Command {
    static let name = "explain"
    static let summary = "Say what a pixel means, by its declared or its sent name."
    static let usage = "explain NAME --definitions DIR [--json]"
    static let flags: Set = ["json"]
    static let options: Set = ["definitions"]

    static func run(_ arguments: Arguments) throws -> ExitCode {
        guard arguments.rest.count == 1 else { throw UsageError(message: "Name one pixel.") }
        let name = arguments.rest[0]
        let folder = DefinitionFolder(reading: try URL(definitions: try arguments.required("definitions")))
        let catalog = Catalog(folder)
        let defined = catalog.pixel(named: name) == nil ? PixelChecker(folder).definition(of: name) : name
        guard let pixel = defined.flatMap(catalog.pixel) else {
            let similar = catalog.suggestions(for: name)
            if arguments.has("json") {
                let list = similar.map(JSONValue.quoted).joined(separator: ",")
                Output.write("{\"pixel\":\(JSONValue.quoted(name)),\"suggestions\":[\(list)]}\n")
            }
            let hint = SimilarNames.hint(for: name, among: similar)
            Output.writeError("pixels explain: '\(name)' is not defined.\(hint)\n")
            return .faults
        }
        if arguments.has("json") {
            Output.write(pixel.json + "\n")
        } else {
            Output.write(pixel.markdown)
            if pixel.name != name {
                Output.write("\nIn '\(name)' the rest '\(name.dropFirst(pixel.name.count + 1))' is suffixes.\n")
            }
        }
        return .fine
    }
}
