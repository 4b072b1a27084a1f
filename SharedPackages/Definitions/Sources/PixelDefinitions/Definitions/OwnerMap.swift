public import Foundation

/// The file that lists who may own pixels.
public enum OwnerMap: Sendable {
    /// The accounts in the file at `url`: one `account: value` a line, as in YAML; an account without a value is none.
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
