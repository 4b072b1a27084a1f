package import Foundation
import JSONSchema

/// Adds a pixel to a folder of definitions.
package struct DefinitionWriter {
    /// A pixel to write.
    package struct Draft: Sendable {
        package var name: String
        package var description: String
        package var owners: [String]
        package var triggers: [String] = []
        /// Dictionary names.
        package var suffixes: [String] = []
        package var parameters: [Parameter] = []
        package var expires: String?

        package init(name: String, description: String, owners: [String]) {
            self.name = name
            self.description = description
            self.owners = owners
        }
    }

    /// A parameter: a dictionary name, or a key with a type and a description.
    package enum Parameter: Sendable, Equatable {
        case shortcut(String)
        case inline(key: String, type: String, description: String)

        /// Parses `name`, or `key:type:description`.
        package init(_ text: String) {
            let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
            self =
                parts.count == 1
                ? .shortcut(text) : .inline(key: parts[0], type: parts[1], description: parts.count > 2 ? parts[2] : "")
        }
    }

    /// The reason why nothing was written.
    package enum Failure: Error {
        /// The faults that the definitions would have with the pixel.
        case faults([Fault])
        case unwritable(String)
    }

    private let root: URL
    private let options: ValidationOptions

    package init(root: URL, options: ValidationOptions) {
        self.root = root
        self.options = options
    }

    /// Appends `draft` to `file` within `pixels/definitions`, or creates the file. Comments and layout of an existing file
    /// stay as they are.
    ///
    /// - Throws: If the definitions would have new faults. Nothing changes then.
    package func add(_ draft: Draft, to file: String) throws(Failure) {
        let before = faults()
        let url = root.appending(path: "pixels/definitions/\(file)")
        let original = FileManager.default.fileExists(atPath: url.path) ? try read(url) : nil
        guard let text = original.map({ Self.inserting(draft.text, into: $0) }) ?? "{\n\(draft.text)\n}\n" else {
            throw .unwritable("'\(url.path)' is not a JSON5 object. Correct it first.")
        }
        try write(text, to: url)
        let new = faults().filter { fault in
            fault.severity == .error && !before.contains { $0.code == fault.code && $0.message == fault.message }
        }
        guard !new.isEmpty else { return }
        if let original { try write(original, to: url) } else { try? FileManager.default.removeItem(at: url) }
        throw .faults(new)
    }

    private func faults() -> [Fault] {
        DefinitionValidator(DefinitionFolder(reading: root), options: options).faults()
    }

    private func read(_ url: URL) throws(Failure) -> String {
        do {
            return try String(contentsOf: url, encoding: .utf8)
        } catch {
            throw .unwritable("Cannot read '\(url.path)' as UTF-8: \(error.localizedDescription). Correct it first.")
        }
    }

    private func write(_ text: String, to url: URL) throws(Failure) {
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url, options: .atomic)
        } catch {
            throw .unwritable("Cannot write '\(url.path)': \(error.localizedDescription).")
        }
    }

    /// Inserts `member` as the last one of the object in `text`; nil if the text is not an object.
    static func inserting(_ member: String, into text: String) -> String? {
        let bytes = Data(text.utf8)
        guard let document = try? JSONDocument(bytes), document.value.members != nil else { return nil }
        let last = document.source.root.parts?.members.last
        let place = last?.node.end ?? document.source.root.start + 1
        let head = String(decoding: bytes[..<place], as: UTF8.self)
        let tail = String(decoding: bytes[place...], as: UTF8.self)
        guard last != nil else { return "\(head)\n\(member)\n\(tail)" }
        return "\(head),\n\(member)\(tail.hasPrefix(",") ? String(tail.dropFirst()) : tail)"
    }
}

extension DefinitionWriter.Draft {
    /// The pixel as a member of a definition file.
    var text: String {
        func list(_ texts: [String]) -> String { "[" + texts.map(JSONValue.quoted).joined(separator: ", ") + "]" }
        var fields = ["\"description\": \(JSONValue.quoted(description))", "\"owners\": \(list(owners))"]
        if !triggers.isEmpty { fields.append("\"triggers\": \(list(triggers))") }
        if !suffixes.isEmpty { fields.append("\"suffixes\": \(list(suffixes))") }
        if !parameters.isEmpty {
            fields.append("\"parameters\": [\(parameters.map(\.text).joined(separator: ", "))]")
        }
        if let expires { fields.append("\"expires\": \(JSONValue.quoted(expires))") }
        let body = fields.map { "        \($0)" }.joined(separator: ",\n")
        return "    \(JSONValue.quoted(name)): {\n\(body)\n    }"
    }
}

extension DefinitionWriter.Parameter {
    fileprivate var text: String {
        switch self {
        case .shortcut(let name): JSONValue.quoted(name)
        case .inline(let key, let type, let description):
            "{ \"key\": \(JSONValue.quoted(key)), \"type\": \(JSONValue.quoted(type)), "
                + "\"description\": \(JSONValue.quoted(description)) }"
        }
    }
}
