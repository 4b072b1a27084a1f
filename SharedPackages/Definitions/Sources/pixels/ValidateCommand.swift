import CommandLineKit
import Foundation
import JSONSchema
import PixelDefinitions

/// `pixels validate`: validates folders of definitions.
enum ValidateCommand {
    static let command: Command = Command(
        "validate", Argument(.folder("DIR"), isRepeatable: true), summary: "Validate folders of definitions.",
        options: [
            ValidationOptions.compatOption, ValidationOptions.schemaOption,
            Option("--owners", .file("FILE"), help: "Accept the owners in FILE alone."),
        ]
    ) { try run($0) }

    private static func run(_ invocation: Invocation) throws -> ExitCode {
        let options = try ValidationOptions(invocation)
        var errors = 0
        var output = OutputBuffer()
        for path in invocation.arguments {
            let folder = try URL(definitions: path)
            for fault in DefinitionValidator(DefinitionFolder(reading: folder), options: options).faults() {
                if fault.severity == .error { errors += 1 }
                output.append(invocation.isJSON ? fault.json(in: path) + "\n" : "\(path.withSlash)\(fault)\n")
            }
        }
        output.flush()
        return errors == 0 ? .success : .failure
    }
}

extension String {
    fileprivate var withSlash: String { hasSuffix("/") ? self : self + "/" }
}

extension Fault {
    /// The fault as one line of JSON.
    func json(in folder: String) -> String {
        let fields = [
            "\"file\":\(JSONValue.quoted(folder.withSlash + file))", "\"line\":\(line.map(String.init) ?? "null")",
            "\"pixel\":\(pixel.map(JSONValue.quoted) ?? "null")", "\"code\":\(JSONValue.quoted(code.rawValue))",
            "\"severity\":\(JSONValue.quoted(severity.rawValue))", "\"message\":\(JSONValue.quoted(message))",
        ]
        return "{\(fields.joined(separator: ","))}"
    }
}
