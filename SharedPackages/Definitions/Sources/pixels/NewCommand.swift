import Foundation
import JSONSchema
import PixelDefinitions

/// `pixels new`: adds a definition.
enum NewCommand: Command {
    static let name = "new"
    static let summary = "Add a definition; asks for what no option gives."
    static let usage = """
        new --definitions DIR --file FILE [--name NAME] [--description TEXT] [--owner NAME]… [--trigger NAME]… \
        [--suffix NAME]… [--parameter NAME|KEY:TYPE:TEXT]… [--expires DATE] [--json]
        """
    static let flags: Set = ["json"]
    static let options: Set = [
        "definitions", "file", "name", "description", "owner", "trigger", "suffix", "parameter", "expires", "schema",
    ]

    static func run(_ arguments: Arguments) throws -> ExitCode {
        let root = try URL(definitions: try arguments.required("definitions"))
        let name = try arguments.value("name") ?? ask("Name")
        let file = try arguments.value("file") ?? ask("File in pixels/definitions, such as settings.json5")
        guard !file.isEmpty, !file.hasPrefix("/"), !file.split(separator: "/").contains("..") else {
            throw UsageError(message: "'\(file)' lies outside pixels/definitions. Name a file within it.")
        }
        var owners = arguments.values("owner")
        var draft = DefinitionWriter.Draft(
            name: name, description: try arguments.value("description") ?? ask("When is it sent?"), owners: []
        )
        if owners.isEmpty { owners = try ask("Owners, separated by blanks").split(separator: " ").map(String.init) }
        draft.owners = owners
        draft.triggers = arguments.values("trigger")
        draft.suffixes = arguments.values("suffix")
        draft.parameters = arguments.values("parameter").map { DefinitionWriter.Parameter($0) }
        draft.expires = arguments.value("expires")
        do {
            try DefinitionWriter(root: root, options: try ValidationOptions(arguments)).add(draft, to: file)
        } catch let failure as DefinitionWriter.Failure {
            return report(failure, arguments)
        }
        let message = "Added '\(name)' to pixels/definitions/\(file)."
        Output.write(
            arguments.has("json")
                ? "{\"pixel\":\(JSONValue.quoted(name)),\"file\":\(JSONValue.quoted(file))}\n" : message + "\n")
        return .fine
    }

    private static func report(_ failure: DefinitionWriter.Failure, _ arguments: Arguments) -> ExitCode {
        switch failure {
        case .faults(let faults) where arguments.has("json"):
            let folder = arguments.value("definitions") ?? ""
            for fault in faults { Output.write(fault.json(in: folder) + "\n") }
        case .faults(let faults): for fault in faults { Output.writeError("\(fault)\n") }
        case .unwritable(let message): Output.writeError("pixels new: \(message)\n")
        }
        return .faults
    }

    private static func ask(_ question: String) throws(UsageError) -> String {
        guard Output.inputIsTerminal else { throw UsageError(message: "Nobody can be asked: give every option.") }
        Output.writeError("\(question): ")
        guard let answer = readLine(), !answer.isEmpty else { throw UsageError(message: "An answer is needed.") }
        return answer
    }
}
