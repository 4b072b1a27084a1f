package import Foundation

/// Adds a pixel to a folder of definitions.
package struct DefinitionWriter {
    /// A pixel to be written.
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

    /// A parameter of a draft: a dictionary name, or a key with a type and a description.
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

    /// Why nothing was written.
    package enum Failure: Error {
        /// With it the definitions would have these faults.
        case faults([Fault])
        case unwritable(String)
    }

    private let root: URL
    private let options: ValidationOptions

    package init(root: URL, options: ValidationOptions) {
        self.root = root
        self.options = options
    }

    /// Appends `draft` to `file` within `pixels/definitions`, or begins the file. If the definitions would have faults
    /// that they do not have now, nothing changes.
    ///
    /// Comments and layout of an existing file stay as they are.
    package func add(_ draft: Draft, to file: String) throws(Failure) {
        let before = faults()
        let url = root.appending(path: "pixels/definitions/\(file)")
        let original = try? String(contentsOf: url, encoding: .utf8)
        let text = original.map { Self.inserting(draft.text, into: $0) } ?? "{\n\(draft.text)\n}\n"
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

    private func write(_ text: String, to url: URL) throws(Failure) {
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url, options: .atomic)
        } catch {
            throw .unwritable("\(url.path) cannot be written: \(error.localizedDescription)")
        }
    }

    /// Puts `member` behind the last member of the object in `text`.
    static func inserting(_ member: String, into text: String) -> String {
        let bytes = Array(text.utf8)
        guard let root = SourceOutline(bytes).root, root.end > 0, let last = root.members.last else {
            return "{\n\(member)\n}\n"
        }
        let head = String(decoding: bytes[..<last.node.end], as: UTF8.self)
        let tail = String(decoding: bytes[last.node.end...], as: UTF8.self)
        let rest = tail.hasPrefix(",") ? String(tail.dropFirst()) : tail
        return "\(head),\n\(member)\(rest)"
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
