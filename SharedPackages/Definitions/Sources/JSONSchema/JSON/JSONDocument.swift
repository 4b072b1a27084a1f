package import Foundation

/// A JSON or JSON5 text: its value, and the positions of its parts.
package struct JSONDocument: Sendable {
    /// A key that one object gives more than once. The last one counts.
    package struct RepeatedKey: Sendable {
        package var key: String
        /// The line of the earlier one, from 1.
        package var line: Int
    }

    package let value: JSONValue
    package let source: JSONSource
    package let repeatedKeys: [RepeatedKey]

    /// Reads `data` as JSON5.
    package init(_ data: Data) throws(JSONSyntaxError) { try self.init(data, as: .json5) }

    /// Reads `text` as plain JSON; nil if it is not.
    package init?(strict text: String) {
        var text = text
        guard let document = text.withUTF8({ bytes in try? JSONDocument(bytes, as: .json) }) else { return nil }
        self = document
    }

    private init(_ data: Data, as grammar: JSONParser.Grammar) throws(JSONSyntaxError) {
        let result = data.withUnsafeBytes { buffer in
            Result { () throws(JSONSyntaxError) in
                try JSONDocument(buffer.bindMemory(to: UInt8.self), as: grammar)
            }
        }
        self = try result.get()
    }

    private init(_ bytes: UnsafeBufferPointer<UInt8>, as grammar: JSONParser.Grammar) throws(JSONSyntaxError) {
        var parser = JSONParser(bytes, as: grammar)
        let lines = JSONSource.lineStarts(of: bytes)
        do {
            let (value, root) = try parser.document()
            let source = JSONSource(root: root, lineStarts: lines)
            self.value = value
            self.source = source
            let places = parser.repeatedKeys.sorted { $0.offset < $1.offset }
            repeatedKeys = places.map { RepeatedKey(key: $0.key, line: source.line(of: $0.offset)) }
        } catch {
            let line = JSONSource.line(of: error.offset, in: lines)
            throw JSONSyntaxError(line: line, message: error.message)
        }
    }
}

/// The reason why a text is not JSON or JSON5.
package struct JSONSyntaxError: Error, Equatable {
    /// The line, from 1.
    package var line: Int
    package var message: String
}

/// The positions of the members and elements of a text.
package struct JSONSource: Sendable {
    /// A member of an object.
    package struct Member: Sendable {
        package var key: String
        /// The offset of the key.
        package var start: Int
        package var node: Node
    }

    /// A value: its byte range, and its parts if it has any.
    package struct Node: Sendable {
        package var start: Int
        package var end: Int
        package var parts: Parts?
    }

    /// The members of an object or the elements of a list.
    package final class Parts: Sendable {
        package let members: [Member]
        package let elements: [Node]
        /// The last member of each key. Empty for few members, which are searched one by one.
        private let index: [String: Int]

        init(members: [Member], index: [String: Int]?) {
            self.members = members
            elements = []
            let pairs = members.count > 16 ? members.enumerated().map { ($1.key, $0) } : []
            self.index = index ?? Dictionary(pairs) { _, last in last }
        }

        init(elements: [Node]) {
            self.elements = elements
            members = []
            index = [:]
        }

        package func member(_ key: String) -> Member? {
            index.isEmpty ? members.last { $0.key == key } : index[key].map { members[$0] }
        }
    }

    package let root: Node
    private let lineStarts: [Int]

    init(root: Node, lineStarts: [Int]) {
        self.root = root
        self.lineStarts = lineStarts
    }

    /// The line, from 1, of the key or element at `path`, or of its nearest known parent.
    package func line(at path: [String]) -> Int {
        var node = root
        var offset = root.start
        for step in path {
            if let member = node.parts?.member(step) {
                (offset, node) = (member.start, member.node)
            } else if let index = Int(step), let elements = node.parts?.elements, elements.indices.contains(index) {
                node = elements[index]
                offset = node.start
            } else {
                break
            }
        }
        return line(of: offset)
    }

    /// The keys of the object at `path` in the order of the text, each once.
    package func keys(at path: [String]) -> [String] {
        var node = root
        for step in path {
            guard let member = node.parts?.member(step) else { return [] }
            node = member.node
        }
        var seen: Set<String> = []
        return (node.parts?.members ?? []).map(\.key).filter { seen.insert($0).inserted }
    }

    func line(of offset: Int) -> Int { Self.line(of: offset, in: lineStarts) }

    static func line(of offset: Int, in lineStarts: [Int]) -> Int {
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return low + 1
    }

    static func lineStarts(of bytes: UnsafeBufferPointer<UInt8>) -> [Int] {
        var starts = [0]
        for offset in bytes.indices where bytes[offset] == UInt8(ascii: "\n") { starts.append(offset + 1) }
        return starts
    }
}
