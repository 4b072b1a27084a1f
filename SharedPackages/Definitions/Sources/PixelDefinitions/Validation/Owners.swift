public import Foundation
import JSONSchema

/// The file that lists the accounts that may own pixels.
public enum OwnerMap: Sendable {
    /// Returns the accounts in the file at `url`: one `account: value` per line, as in YAML. An account without a value
    /// is left out.
    ///
    /// - Throws: If the file cannot be read.
    public static func read(_ url: URL) throws -> Set<String> {
        let text = try String(contentsOf: url, encoding: .utf8)
        let pairs = text.split(whereSeparator: \.isNewline).compactMap { line -> String? in
            let line = line.firstIndex(of: "#").map { line[..<$0] } ?? line
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = unquoted(line[line.index(after: colon)...])
            return ["", "null", "~", "false", "0"].contains(value) ? nil : unquoted(line[..<colon])
        }
        return Set(pairs)
    }

    private static func unquoted(_ text: Substring) -> String {
        text.trimmingCharacters(in: .whitespaces).trimmingCharacters(in: CharacterSet(charactersIn: "\"'"))
    }
}

/// Compares the owners of a pixel or wide event with the known accounts.
struct OwnerCheck {
    /// The known accounts; nil if any account may own a pixel.
    private let known: Set<String>?

    init(_ options: ValidationOptions) {
        // The reference looks accounts up in an object.
        known = options.mode == .compat ? options.owners?.union(ScriptObject.members) : options.owners
    }

    func faults(_ owners: JSONValue?, of name: String, in file: DefinitionFile) -> [Fault] {
        guard let known, let owners = owners?.elements else { return [] }
        return owners.compactMap(\.text).enumerated().compactMap { index, owner in
            guard !known.contains(owner) else { return nil }
            let message = "Owner '\(owner)' is not a known account. Correct it, or add the account."
            return file.fault(.unknownOwner, message, at: [name, "owners", String(index)], pixel: name)
        }
    }
}
