import CommandLineKit
import Foundation
import PixelDefinitions

extension Commands {
    static let new = Command(
        "new", summary: "Add a pixel to the definitions.",
        details: "Asks for the name, file, description and owners if they are not given. Writes nothing if the "
            + "definitions would have new faults.",
        options: [
            definitionsOption, schemaOption,
            Option("--file", .text("FILE"), help: "The file in pixels/definitions, such as settings.json5."),
            Option("--name", .text("NAME"), help: "The name of the pixel."),
            Option("--description", .text("TEXT"), help: "When the pixel is sent."),
            Option("--owner", .text("NAME"), isRepeatable: true, help: "An account that owns the pixel."),
            Option("--trigger", .text("NAME"), isRepeatable: true, help: "A trigger."),
            Option("--suffix", .text("NAME"), isRepeatable: true, help: "A suffix of the dictionary."),
            Option(
                "--parameter", .text("NAME|KEY:TYPE:TEXT"), isRepeatable: true,
                help: "A parameter of the dictionary, or a key with a type and a description."),
            Option("--expires", .text("DATE"), help: "The day of expiry, as YYYY-MM-DD."),
        ], run: add)

    private static func add(_ invocation: Invocation) async throws -> ExitCode {
        let folder = try DefinitionFolder(at: invocation.value("--definitions") ?? "")
        let name = try await answer("--name", "Name", invocation)
        let file = try await answer("--file", "File in pixels/definitions, such as settings.json5", invocation)
        guard !file.isEmpty, !file.hasPrefix("/"), !file.split(separator: "/").contains("..") else {
            throw UsageError("--file is '\(file.printable)'. Use a file within pixels/definitions.")
        }
        let description = try await answer("--description", "When is it sent?", invocation)
        var owners = invocation.values("--owner")
        if owners.isEmpty {
            let answer = try await answer("--owner", "Owners, separated by blanks", invocation)
            owners = answer.split(separator: " ").map(String.init)
        }
        var draft = DefinitionWriter.Draft(name: name, description: description, owners: owners)
        draft.triggers = invocation.values("--trigger")
        draft.suffixes = invocation.values("--suffix")
        draft.parameters = invocation.values("--parameter").map { DefinitionWriter.Parameter($0) }
        draft.expires = invocation.value("--expires")
        do {
            try DefinitionWriter(root: folder.root, options: ValidationOptions(invocation)).add(draft, to: file)
        } catch {
            switch error {
            case .faults(let faults): invocation.report(faults, in: invocation.value("--definitions") ?? "")
            case .unwritable(let message): invocation.console.printError("pixels: \(message)".printable)
            }
            return .failure
        }
        let text = "Added '\(name)' to pixels/definitions/\(file).".printable
        invocation.print(["pixel": name, "file": file], or: text)
        return .success
    }

    /// The value of an option, or the answer to a question.
    private static func answer(_ option: String, _ question: String, _ invocation: Invocation) async throws -> String {
        if let value = invocation.value(option) { return value }
        guard isatty(STDIN_FILENO) == 1 else {
            throw UsageError("\(option) is missing, and standard input is not a terminal. Add \(option).")
        }
        invocation.console.writeError("\(question): ")
        guard let answer = await invocation.console.readLine(), !answer.isEmpty else {
            throw UsageError("The answer is empty. Add \(option).")
        }
        return answer
    }
}
