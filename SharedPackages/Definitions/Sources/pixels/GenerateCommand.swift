import CommandLineKit
import Foundation
import JSONSchema
import PixelDefinitions
import PixelGeneration

extension Commands {
    static let generate = Command(
        "generate", Argument(.folder("DIR")), summary: "Write the Swift types of pixels and wide events.",
        details: "The build plugin calls this command. Without --output, prints the source.",
        options: [Option("--output", .folder("DIR"), help: "The folder for the files. Other Swift files in it are removed.")]
    ) { invocation in
        let folder = try DefinitionFolder(at: invocation.arguments[0])
        let generator = CodeGenerator(folder, today: today)
        let faults = generator.faults()
        guard faults.isEmpty else {
            // Absolute paths, so that build logs link to the definitions.
            invocation.report(faults, in: folder.root.path)
            return .failure
        }
        let outputs = generator.outputs()
        guard let path = invocation.value("--output") else {
            let texts = outputs.map { output -> String in
                invocation.isJSON ? "\(["file": output.name, "text": output.text] as JSONLine)\n" : output.text
            }
            invocation.console.write(texts.joined(separator: invocation.isJSON ? "" : "\n"))
            return .success
        }
        try write(outputs, to: URL(filePath: path, directoryHint: .isDirectory))
        if invocation.isJSON {
            invocation.console.print("[\(outputs.map { JSONValue.quoted($0.name) }.joined(separator: ","))]")
        }
        return .success
    }

    /// Leaves files alone that would not change, so that they are not compiled again.
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
