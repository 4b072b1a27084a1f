import Foundation
import TestSupport
import Testing

/// The Swift blocks in the documentation comments of one module.
struct CommentedModule: Sendable {
    let name: String
    let blocks: [MarkdownBlock]

    /// Every module below `SharedPackages` whose comments contain Swift blocks.
    static func all() throws -> [CommentedModule] {
        let folder = Repository.root.appending(path: "SharedPackages")
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path()).sorted()
        var blocks: [String: [MarkdownBlock]] = [:]
        for file in files where file.hasSuffix(".swift") {
            guard let module = file.firstMatch(of: /\bSources\/(\w+)\//)?.1 else { continue }
            let path = "SharedPackages/" + file
            let found = MarkdownBlock.all(inCommentsOf: try Repository.text(of: path), file: path)
            blocks[String(module), default: []] += found.filter { $0.language == "swift" }
        }
        return blocks.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
            .map { CommentedModule(name: $0.key, blocks: $0.value) }
    }
}

extension CommentedModule: CustomTestStringConvertible {
    var testDescription: String { name }
}

extension MarkdownBlock {
    /// The blocks in the `///` comments of a Swift source.
    static func all(inCommentsOf source: String, file: String) -> [MarkdownBlock] {
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        let comments = lines.map { $0.firstMatch(of: /^\s*\/\/\/ ?(.*)$/)?.1 }
        // One run of comment lines at a time: a fence that is never closed ends with its comment.
        var blocks: [MarkdownBlock] = []
        var index = 0
        while index < comments.count {
            let run = comments[index...].prefix { $0 != nil }.compactMap(\.self)
            blocks += all(in: run.joined(separator: "\n"), of: file).map { block in
                MarkdownBlock(document: file, line: block.line + index, language: block.language, code: block.code)
            }
            index += run.count + 1
        }
        return blocks
    }
}

/// The file that a block of a comment is compiled as.
///
/// A block imports its own module without saying so. A block that contains statements becomes a function. Its imports, types
/// and extensions stay outside, because a function cannot contain all of them. Declarations become private, so that two
/// blocks of one module may use the same names.
struct Snippet {
    private let block: MarkdownBlock
    private let module: String

    init(_ block: MarkdownBlock, of module: String) {
        self.block = block
        self.module = module
    }

    /// The source of the file. Errors in it are reported with the lines of the comment.
    var source: String {
        let chunks = Chunk.all(in: block)
        let hasStatements = chunks.contains { $0.kind == .statement }
        let isInside = { (chunk: Chunk) in chunk.kind == .statement || (hasStatements && chunk.kind == .function) }
        var source = "import \(module)\n"
        for chunk in chunks where !isInside(chunk) { source += chunk.source(in: block, isPrivate: true) }
        guard hasStatements else { return source }
        source += "private func snippet() async throws {\n"
        for chunk in chunks where isInside(chunk) { source += chunk.source(in: block, isPrivate: false) }
        return source + "}\n"
    }
}

/// A declaration or statement of a block, with the comments and attributes before it.
private struct Chunk {
    enum Kind { case `import`, type, function, statement }

    /// The first line, counted from the start of the block.
    let start: Int
    var lines: [Substring]

    /// The chunks of a block whose nested lines are indented, as the formatter leaves them.
    static func all(in block: MarkdownBlock) -> [Chunk] {
        var chunks: [Chunk] = []
        for (index, line) in block.code.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let begins = line.first.map { !$0.isWhitespace && !"})].".contains($0) } ?? false
            if !begins || chunks.last?.declarationLine == nil, !chunks.isEmpty {
                chunks[chunks.count - 1].lines.append(line)
            } else {
                chunks.append(Chunk(start: index, lines: [line]))
            }
        }
        return chunks
    }

    /// The index of the first line that is neither a comment nor only an attribute.
    private var declarationLine: Int? {
        lines.firstIndex { line in
            line.firstMatch(of: /^(?:\/\/.*|@\w+(?:\(.*\))?)?\s*$/) == nil
        }
    }

    /// The parts of the declaration line: attributes, modifiers and the keyword.
    private var head: Regex<(Substring, attributes: Substring, modifiers: Substring, keyword: Substring)>.Match? {
        guard let declarationLine else { return nil }
        let pattern =
            /^(?<attributes>(?:@\w+(?:\([^)]*\))?\s+)*)(?<modifiers>(?:(?:public|package|internal|private|fileprivate|final|open|indirect|nonisolated)\s+)*)(?<keyword>\w+)\b/
        return lines[declarationLine].firstMatch(of: pattern)
    }

    var kind: Kind {
        switch head?.keyword {
        case "import": .import
        case "struct", "class", "enum", "actor", "protocol", "extension", "typealias": .type
        case "func": .function
        case nil where declarationLine == nil: .import  // Only comments.
        default: .statement
        }
    }

    func source(in block: MarkdownBlock, isPrivate: Bool) -> String {
        var lines = lines
        if isPrivate, let declarationLine, let head, needsPrivate(head.modifiers, head.keyword, lines[declarationLine])
        {
            lines[declarationLine].insert(contentsOf: "private ", at: head.modifiers.startIndex)
        }
        let location = "#sourceLocation(file: \"\(block.document)\", line: \(block.line + start))\n"
        return location + lines.joined(separator: "\n") + "\n#sourceLocation()\n"
    }

    private func needsPrivate(_ modifiers: Substring, _ keyword: Substring, _ line: Substring) -> Bool {
        if modifiers.contains(/public|package|internal|private|open/) { return false }
        if kind == .import { return false }
        // An extension that declares a conformance cannot be private.
        return keyword != "extension" || !line.contains(/^[^{]*:/)
    }
}
