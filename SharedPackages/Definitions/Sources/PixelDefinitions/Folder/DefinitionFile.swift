import Foundation
package import JSONSchema

/// One file of a definitions folder.
package struct DefinitionFile: Sendable {
    /// The path relative to the definitions folder.
    package let path: String
    package let document: JSONDocument

    package var value: JSONValue { document.value }

    /// A fault of the value at `path` within the file.
    package func fault(
        _ code: FaultCode, _ message: String, at path: [String] = [], pixel: String? = nil,
        severity: Fault.Severity = .error
    ) -> Fault {
        let line = document.source.line(at: path)
        return Fault(code, message, file: self.path, line: line, pixel: pixel, severity: severity)
    }

    /// The fault of the definition at `path`.
    func fault(_ failure: DefinitionFailure, at path: [String], pixel: String?) -> Fault {
        var fault = fault(failure.code, failure.message, at: path + failure.path, pixel: pixel)
        fault.unknown = failure.unknown
        return fault
    }

    /// The members of the top-level object in the order of the text.
    package var entries: [(name: String, value: JSONValue)] {
        guard let members = value.members else { return [] }
        return document.source.keys(at: []).compactMap { name in members[name].map { (name, $0) } }
    }
}

extension DefinitionFile {
    /// Reads the file at `path` within `root`.
    static func read(_ path: String, in root: URL) throws(Fault) -> DefinitionFile {
        let url = root.appending(path: path)
        // Reading a pipe or a device might never end.
        let type = try? FileManager.default.attributesOfItem(atPath: url.resolvingSymlinksInPath().path)[.type]
        guard type == nil || type as? FileAttributeType == .typeRegular else {
            throw Fault(.unreadableFile, "The file is not a regular file. Remove it from the folder.", file: path)
        }
        let data: Data
        do {
            data = try Data(contentsOf: url)
        } catch {
            throw Fault(.unreadableFile, "The file cannot be read: \(error.localizedDescription).", file: path)
        }
        do {
            return DefinitionFile(path: path, document: try JSONDocument(data))
        } catch {
            let message = "The file is not JSON5. \(error.message) Correct it, or remove it from the folder."
            throw Fault(.invalidSyntax, message, file: path, line: error.line)
        }
    }

    /// Reads `name.json`, or `name.json5` if that is missing.
    static func read(named name: String, in root: URL) throws(Fault) -> DefinitionFile {
        for candidate in [name + ".json", name + ".json5"]
        where FileManager.default.fileExists(atPath: root.appending(path: candidate).path) {
            return try read(candidate, in: root)
        }
        throw Fault(
            .missingFile, "Neither \(name).json nor \(name).json5 exists. Create one. An empty object is enough: {}.",
            file: name)
    }
}
