import Foundation
import PixelDefinitions

/// The entry point: finds the command and turns its outcome into an exit code.
@main
enum PixelsTool {
    static let commands: [any Command.Type] = [
        ValidateCommand.self, CheckCommand.self, CatalogCommand.self, ExplainCommand.self, NewCommand.self,
        GenerateCommand.self, SQLCommand.self, QueryCommand.self,
    ]

    static func main() {
        exit(run(Array(CommandLine.arguments.dropFirst())).rawValue)
    }

    static func run(_ arguments: [String]) -> ExitCode {
        guard let name = arguments.first, !["help", "--help", "-h"].contains(name) else {
            Output.write(usage)
            return arguments.isEmpty ? .usage : .fine
        }
        guard let command = commands.first(where: { $0.name == name }) else {
            let hint = SimilarNames.hint(for: name, among: commands.map { $0.name })
            Output.writeError("pixels: there is no command '\(name)'.\(hint)\n\n\(usage)")
            return .usage
        }
        if arguments.contains("--help") || arguments.contains("-h") {
            Output.write("\(command.summary)\n\nUsage: pixels \(command.usage)\n")
            return .fine
        }
        do {
            let parsed = try Arguments(Array(arguments.dropFirst()), flags: command.flags, options: command.options)
            return try command.run(parsed)
        } catch let error as UsageError {
            Output.writeError("pixels \(name): \(error.message)\nUsage: pixels \(command.usage)\n")
            return .usage
        } catch {
            Output.writeError("pixels \(name): \(error.localizedDescription)\n")
            return .faults
        }
    }

    private static var usage: String {
        let list = commands.map { "  \($0.name.padding(toLength: 10, withPad: " ", startingAt: 0))\($0.summary)" }
        return "Usage: pixels COMMAND …\n\n\(list.joined(separator: "\n"))\n\n'pixels COMMAND --help' tells more.\n"
    }
}
