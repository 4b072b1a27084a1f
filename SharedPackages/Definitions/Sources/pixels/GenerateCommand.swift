import CommandLineKit
import Foundation
import JSONSchema
import PixelDefinitions
import PixelGeneration

/// `pixels generate`: writes the Swift types of definitions.
enum GenerateCommand {
    static let command: Command = Command(
        "generate", Argument(.folder("DIR")),
        summary: "Write the Swift types of pixels and wide events. The build plugin calls this.",
        options: [Option("--output", .folder("DIR"), help: "Write files into DIR instead of standard output.")]
    ) { try run($0) }

    private static func run(_ invocation: Invocation) throws -> ExitCode {
        let root = try URL(definitions: invocation.arguments[0])
        let generator = CodeGenerator(
            DefinitionFolder(reading: root), today: Date.now.ISO8601Format(.iso8601.year().month().day())
        )
        let faults = generator.faults()
        guard faults.isEmpty else {
            // Full paths, so that build logs lead to the definition.
            for fault in faults {
                if invocation.isJSON {
                    Output.write(fault.json(in: root.path) + "\n")
                } else {
                    Output.writeError("\(root.path)/\(fault)\n")
                }
            }
            return .failure
        }
        let outputs = generator.outputs()
        guard let path = invocation.value("--output") else {
            let files = outputs.map {
                "{\"file\":\(JSONValue.quoted($0.name)),\"text\":\(JSONValue.quoted($0.text))}\n"
            }
            Output.write(invocation.isJSON ? files.joined() : outputs.map(\.text).joined(separator: "\n"))
            return .success
        }
        try write(outputs, to: URL(filePath: path, directoryHint: .isDirectory))
        if invocation.isJSON {
            Output.write("[\(outputs.map { JSONValue.quoted($0.name) }.joined(separator: ","))]\n")
        }
        return .success
    }

    /// Leaves files alone that would not change, so that nothing is compiled again for them.
    private static func write(_ outputs: [CodeGenerator.Output], to folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let wanted = Set(outputs.map(\.name))
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
        where name.hasSuffix(".swift") && !wanted.contains(name) {
            try FileManager.default.removeItem(at: folder.appending(path: name))
        }
        for output in outputs {
            let file = folder.appending(path: output.name)
            let data = Data(output.text.utf8)
            if (try? Data(contentsOf: file)) != data { try data.write(to: file, options: .atomic) }
        }
    }
}
