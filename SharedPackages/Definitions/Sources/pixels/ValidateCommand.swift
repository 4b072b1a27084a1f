import Foundation
import JSONSchema
import PixelDefinitions

/// `pixels validate`: judges folders of definitions.
enum ValidateCommand: Command {
    static let name = "validate"
    static let summary = "Judge the definitions in folders."
    static let usage = "validate [--compat] [--json] [--schema VERSION] [--owners FILE] DIR…"
    static let flags: Set = ["compat", "json"]
    static let options: Set = ["schema", "owners"]

    static func run(_ arguments: Arguments) throws -> ExitCode {
        guard !arguments.rest.isEmpty else { throw UsageError(message: "Name at least one folder.") }
        let options = try ValidationOptions(arguments)
        var errors = 0
        var output = OutputBuffer()
        for path in arguments.rest {
            let folder = try URL(definitions: path)
            for fault in DefinitionValidator(DefinitionFolder(reading: folder), options: options).faults() {
                if fault.severity == .error { errors += 1 }
                output.append(arguments.has("json") ? fault.json(in: path) + "\n" : "\(path.withSlash)\(fault)\n")
            }
        }
        output.flush()
        return errors == 0 ? .fine : .faults
    }
}

extension ValidationOptions {
    /// The options that commands share.
    init(_ arguments: Arguments) throws {
        self.init(mode: arguments.has("compat") ? .compat : .strict)
        if mode == .strict { today = Date.now.ISO8601Format(.iso8601.year().month().day()) }
        if let name = arguments.value("schema") {
            guard let version = SchemaVersion.all.first(where: { $0.name == name }) else {
                let known = SchemaVersion.all.map(\.name).joined(separator: ", ")
                throw UsageError(message: "There is no schema version '\(name)'. Known are: \(known).")
            }
            schemaVersion = version
        }
        if let path = arguments.value("owners") {
            do {
                owners = try OwnerMap.read(URL(filePath: path))
            } catch {
                throw UsageError(message: "The owners' file '\(path)' cannot be read.")
            }
        }
    }
}

extension URL {
    /// The folder at `path`.
    init(definitions path: String) throws(UsageError) {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
            throw UsageError(message: "'\(path)' is not a folder.")
        }
        self.init(filePath: path, directoryHint: .isDirectory)
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
