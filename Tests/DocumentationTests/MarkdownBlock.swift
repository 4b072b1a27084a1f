import Foundation
import TestSupport
import Testing

/// A fenced block of code in a document.
struct MarkdownBlock: Hashable, Sendable {
    let document: String
    /// The line of its first line of code in the document, from 1.
    let line: Int
    /// The first word after the fence.
    let language: String
    let code: String
}

extension MarkdownBlock: CustomTestStringConvertible {
    var testDescription: String { "\(document):\(line)" }
}

extension MarkdownBlock {
    /// The blocks of a document in their order. A fence that is never closed takes the rest of the document, as in a
    /// renderer.
    static func all(in text: String, of document: String) -> [MarkdownBlock] {
        var blocks: [MarkdownBlock] = []
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().makeIterator()
        while let (index, line) = lines.next() {
            guard let fence = Fence(line) else { continue }
            var code = ""
            while let (_, line) = lines.next(), !fence.isClosed(by: line) {
                code += fence.dedent(line) + "\n"
            }
            blocks.append(
                MarkdownBlock(document: document, line: index + 2, language: fence.language, code: code)
            )
        }
        return blocks
    }

    /// The blocks of all documents for users.
    static func all(language: String) throws -> [MarkdownBlock] {
        try documents().flatMap { document in
            all(in: try Repository.text(of: document), of: document).filter { $0.language == language }
        }
    }

    private static func documents() -> [String] {
        let files = FileManager.default
        let guides = files.enumerator(atPath: Repository.root.appending(path: "Docs").path())?
            .compactMap { $0 as? String }.filter { $0.hasSuffix(".md") }.map { "Docs/" + $0 }
        return ["README.md", "CONTRIBUTING.md"].filter {
            files.fileExists(atPath: Repository.root.appending(path: $0).path())
        } + (guides ?? []).sorted()
    }
}

/// The line that opens a block.
private struct Fence {
    let indentation: Int
    let marker: Substring
    let language: String

    init?(_ line: Substring) {
        let text = line.drop { $0 == " " }
        guard let character = text.first, character == "`" || character == "~" else { return nil }
        marker = text.prefix { $0 == character }
        let info = text.dropFirst(marker.count)
        guard marker.count >= 3, character == "~" || !info.contains("`") else { return nil }
        indentation = line.count - text.count
        language = info.split(separator: " ").first.map(String.init) ?? ""
    }

    func isClosed(by line: Substring) -> Bool {
        let text = line.drop { $0 == " " }
        return text.hasPrefix(marker) && text.allSatisfy { $0 == marker.first || $0 == " " }
    }

    func dedent(_ line: Substring) -> Substring {
        line.dropFirst(min(indentation, line.prefix { $0 == " " }.count))
    }
}
