import CommandLineKit
import Foundation
import PixelDefinitions

@main
struct Main {
    private static let syntax = Syntax(
        "pixels", summary: "Validates definitions of pixels and wide events, and works with them.",
        commands: [
            Commands.validate, Commands.check, Commands.catalog, Commands.explain, Commands.new, Commands.generate,
        ],
        options: [Option("--json", help: "Print JSON, one object per line.")],
        notes: "Exit codes: 0 success, 1 faults, 64 wrong command line.")

    static func main() async {
        let environment = ProcessInfo.processInfo.environment
        let words = Array(CommandLine.arguments.dropFirst())
        let status = await Program(syntax).run(
            words, environment: environment, console: .standard(environment: environment))
        exit(words.isEmpty ? ExitCode.usage.rawValue : status)
    }
}

/// The commands of the tool. Each has a file of its own.
enum Commands {
    static let definitionsOption = Option(
        "--definitions", .folder("DIR"), isRequired: true, help: "The folder of the definitions.")
    static let compatOption = Option("--compat", help: "Give the verdicts of the reference validator.")
    static let schemaOption = Option(
        "--schema", .word(SchemaVersion.all.map(\.name)), help: "The version of the pixel schema. By default 2.1.")

    /// Today as `YYYY-MM-DD`.
    static var today: String { Date.now.ISO8601Format(.iso8601.year().month().day()) }
}

extension DefinitionFolder {
    /// Reads the folder at `path`.
    init(at path: String) throws(UsageError) {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
            throw UsageError("'\(path.printable)' is not a folder.")
        }
        self.init(reading: URL(filePath: path, directoryHint: .isDirectory))
    }
}

extension ValidationOptions {
    /// The options that commands share.
    init(_ invocation: Invocation) {
        self.init(mode: invocation.has("--compat") ? .compat : .strict)
        if mode == .strict { today = Commands.today }
        if let name = invocation.value("--schema") {
            schemaVersion = SchemaVersion.all.first { $0.name == name } ?? schemaVersion
        }
    }
}

extension Fault {
    /// The fault as a line of text. Editors and build logs link it to the file in `folder`.
    func line(in folder: String) -> String {
        let suggestion = unknown.map { CommandLineKit.suggestion(for: $0.name, in: $0.known) } ?? ""
        let place = "\(folder)/\(file)\(line.map { ":\($0)" } ?? "")"
        let subject = pixel.map { "\($0): " } ?? ""
        return "\(place): \(severity.rawValue): \(subject)\(message)\(suggestion) [\(code.rawValue)]".printable
    }

    /// The fault as a line of JSON.
    func json(in folder: String) -> JSONLine {
        let suggestion = unknown.map { CommandLineKit.suggestion(for: $0.name, in: $0.known) } ?? ""
        return [
            "file": "\(folder)/\(file)", "line": line, "pixel": pixel, "code": code.rawValue,
            "severity": severity.rawValue, "message": message + suggestion,
        ]
    }
}

extension Invocation {
    /// Prints the faults of a folder: as JSON to standard output if `--json` was given, otherwise as text.
    ///
    /// - Parameter isError: Whether text goes to standard error.
    func report(_ faults: [Fault], in folder: String, isError: Bool = true) {
        let folder = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
        let lines = faults.map { isJSON ? $0.json(in: folder).description : $0.line(in: folder) }
        guard !lines.isEmpty else { return }
        let text = lines.joined(separator: "\n") + "\n"
        if isJSON || !isError { console.write(text) } else { console.writeError(text) }
    }
}
