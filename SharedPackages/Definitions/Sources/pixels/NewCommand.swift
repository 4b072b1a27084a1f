import CommandLineKit
import Foundation
import JSONSchema
import PixelDefinitions

/// `pixels new`: adds a definition.
enum NewCommand {
    static let command: Command = Command(
        "new", summary: "Add a definition. Asks for missing values in a terminal.",
        options: [
            .definitions, ValidationOptions.schemaOption,
            Option("--file", .text("FILE"), help: "A file in pixels/definitions, such as settings.json5."),
            Option("--name", .text("NAME"), help: "The name of the pixel."),
            Option("--description", .text("TEXT"), help: "When it is sent."),
            Option("--owner", .text("NAME"), isRepeatable: true, help: "An owner."),
            Option("--trigger", .text("NAME"), isRepeatable: true, help: "A trigger."),
            Option("--suffix", .text("NAME"), isRepeatable: true, help: "A suffix of the dictionary."),
            Option(
                "--parameter", .text("NAME|KEY:TYPE:TEXT"), isRepeatable: true,
                help: "A parameter of the dictionary, or a new one."),
            Option("--expires", .text("DATE"), help: "The date on which it expires."),
        ]
    ) { try run($0) }

    private static func run(_ invocation: Invocation) throws -> ExitCode {
        let root = try URL(definitions: invocation.value("--definitions") ?? "")
        let name = try invocation.value("--name") ?? ask("Name")
        let file = try invocation.value("--file") ?? ask("File in pixels/definitions, such as settings.json5")
        guard !file.isEmpty, !file.hasPrefix("/"), !file.split(separator: "/").contains("..") else {
            throw UsageError("'\(file)' lies outside pixels/definitions. Name a file within it.")
        }
        var owners = invocation.values("--owner")
        var draft = DefinitionWriter.Draft(
            name: name, description: try invocation.value("--description") ?? ask("When is it sent?"), owners: []
        )
        if owners.isEmpty { owners = try ask("Owners, separated by blanks").split(separator: " ").map(String.init) }
        draft.owners = owners
        draft.triggers = invocation.values("--trigger")
        draft.suffixes = invocation.values("--suffix")
        draft.parameters = invocation.values("--parameter").map { DefinitionWriter.Parameter($0) }
        draft.expires = invocation.value("--expires")
        do {
            try DefinitionWriter(root: root, options: try ValidationOptions(invocation)).add(draft, to: file)
        } catch let failure as DefinitionWriter.Failure {
            return report(failure, invocation)
        }
        let message = "Added '\(name)' to pixels/definitions/\(file)."
        Output.write(
            invocation.isJSON
                ? "{\"pixel\":\(JSONValue.quoted(name)),\"file\":\(JSONValue.quoted(file))}\n" : message + "\n")
        return .success
    }

    private static func report(_ failure: DefinitionWriter.Failure, _ invocation: Invocation) -> ExitCode {
        switch failure {
        case .faults(let faults) where invocation.isJSON:
            let folder = invocation.value("--definitions") ?? ""
            for fault in faults { Output.write(fault.json(in: folder) + "\n") }
        case .faults(let faults): for fault in faults { Output.writeError("\(fault)\n") }
        case .unwritable(let message): Output.writeError("pixels new: \(message)\n")
        }
        return .failure
    }

    private static func ask(_ question: String) throws(UsageError) -> String {
        guard Output.inputIsTerminal else {
            throw UsageError("A value is missing and there is no terminal to ask. Give every option.")
        }
        Output.writeError("\(question): ")
        guard let answer = readLine(), !answer.isEmpty else { throw UsageError("An answer is missing.") }
        return answer
    }
}
