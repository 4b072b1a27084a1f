import CommandLineKit
import Foundation
import PixelDefinitions

/// The entry point of the tool.
@main
enum PixelsTool {
    static let syntax = Syntax(
        "pixels", summary: "Works with the definitions of pixels and wide events.",
        commands: [
            ValidateCommand.command, CheckCommand.command, CatalogCommand.command, ExplainCommand.command,
            NewCommand.command, GenerateCommand.command, SQLCommand.command, QueryCommand.command,
        ],
        options: [Option("--json", help: "Print JSON for programs.")],
        notes: "Exit codes: 0 success, 1 faults were found, 64 the command line is wrong.")

    static func main() async {
        let environment = ProcessInfo.processInfo.environment
        let words = Array(CommandLine.arguments.dropFirst())
        let console = Console.standard(environment: environment)
        let code = await Program(syntax).run(words, environment: environment, console: console)
        // Help that was not asked for is the answer to a wrong command line.
        exit(words.isEmpty ? ExitCode.usage.rawValue : code)
    }
}

extension ValidationOptions {
    /// The syntax of the options that commands share.
    static let schemaOption = Option(
        "--schema", .word(SchemaVersion.all.map(\.name)), help: "Use this version of the schema of definitions.")
    static let compatOption = Option("--compat", help: "Accept what the reference accepts.")

    init(_ invocation: Invocation) throws {
        self.init(mode: invocation.has("--compat") ? .compat : .strict)
        if mode == .strict { today = Date.now.ISO8601Format(.iso8601.year().month().day()) }
        let name = invocation.value("--schema")
        if let version = SchemaVersion.all.first(where: { $0.name == name }) { schemaVersion = version }
        if let path = invocation.value("--owners") {
            do {
                owners = try OwnerMap.read(URL(filePath: path))
            } catch {
                throw UsageError("The owners' file '\(path)' cannot be read.")
            }
        }
    }
}

extension Option {
    /// The folder of definitions, for commands whose arguments are something else.
    static let definitions = Option(
        "--definitions", .folder("DIR"), isRequired: true, help: "The folder of definitions.")
}

extension URL {
    /// The folder at `path`.
    init(definitions path: String) throws(UsageError) {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
            throw UsageError("'\(path)' is not a folder.")
        }
        self.init(filePath: path, directoryHint: .isDirectory)
    }
}
