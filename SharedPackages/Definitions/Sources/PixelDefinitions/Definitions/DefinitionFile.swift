import Foundation

/// One file of a definitions folder, read.
package struct DefinitionFile: Sendable {
    /// The path relative to the definitions folder.
    package let path: String
    package let document: JSONDocument

    package var value: JSONValue { document.value }

    func fault(
        _ code: FaultCode, _ message: String, at path: [String] = [], pixel: String? = nil,
        severity: Fault.Severity = .error
    ) -> Fault {
        let line = document.outline.line(at: path)
        return Fault(code, message, file: self.path, line: line, pixel: pixel, severity: severity)
    }

    /// The members of the top-level object in the order of the text.
    package var entries: [(name: String, value: JSONValue)] {
        guard let members = value.members else { return [] }
        let ordered = document.outline.keys(at: [])
        // A key that the outline missed, such as one written with odd escapes, comes last.
        let missed = Set(members.keys).subtracting(ordered).sorted()
        return (ordered + missed).compactMap { name in members[name].map { (name, $0) } }
    }
}

extension DefinitionFile {
    /// Reads the file at `path` within `root`.
    static func read(_ path: String, in root: URL) throws(Fault) -> DefinitionFile {
        let data: Data
        do {
            data = try Data(contentsOf: root.appending(path: path))
        } catch {
            throw Fault(.unreadableFile, "The file cannot be read: \(error.localizedDescription).", file: path)
        }
        do {
            return DefinitionFile(path: path, document: try JSONDocument(data))
        } catch {
            let parts = ["The file is not JSON5.", error.detail, "Correct it, or remove it from the folder."]
            let message = parts.filter { !$0.isEmpty }.joined(separator: " ")
            throw Fault(.invalidSyntax, message, file: path, line: error.line)
        }
    }

    /// Reads `name.json`, or `name.json5` where that is missing.
    static func read(named name: String, in root: URL) throws(Fault) -> DefinitionFile {
        for candidate in [name + ".json", name + ".json5"]
        where FileManager.default.fileExists(atPath: root.appending(path: candidate).path) {
            return try read(candidate, in: root)
        }
        throw Fault(.missingFile, "Neither \(name).json nor \(name).json5 exists. Create one; {} will do.", file: name)
    }
}
