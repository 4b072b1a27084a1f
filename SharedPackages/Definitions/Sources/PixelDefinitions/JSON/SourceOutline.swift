/// Where the members and elements of a JSON5 text stand.
///
/// Foundation's decoder gives neither line numbers nor the order of keys, so this scanner notes the offset of each key
/// and element. It judges nothing: what it cannot follow it leaves out, and the decoder says what is wrong.
package struct SourceOutline: Sendable {
    struct Member: Sendable {
        var key: String
        var start: Int
        var node: Node
    }

    struct Node: Sendable {
        var start: Int
        var end: Int
        var members: [Member] = []
        var elements: [Node] = []
    }

    let root: Node?
    /// The first offset that makes no sense; nil if all of the text does, as far as the scanner sees.
    let lostAt: Int?
    private let lineStarts: [Int]

    /// Scans `text`; a text that is not JSON5 gives a partial outline.
    init(_ text: [UInt8]) {
        var scanner = OutlineScanner(text: text)
        root = scanner.document()
        lostAt = scanner.lostAt
        var starts = [0]
        for (offset, byte) in text.enumerated() where byte == UInt8(ascii: "\n") { starts.append(offset + 1) }
        lineStarts = starts
    }

    /// The line, from 1, of the key or element that `path` leads to; of its nearest known parent if it is absent.
    func line(at path: [String]) -> Int? {
        guard var node = root else { return nil }
        var offset = node.start
        for step in path {
            if let member = node.members.last(where: { $0.key == step }) {
                (offset, node) = (member.start, member.node)
            } else if let index = Int(step), node.elements.indices.contains(index) {
                node = node.elements[index]
                offset = node.start
            } else {
                break
            }
        }
        return line(of: offset)
    }

    /// The keys of the object at `path` in the order of the text, each once.
    func keys(at path: [String]) -> [String] {
        guard var node = root else { return [] }
        for step in path {
            guard let member = node.members.last(where: { $0.key == step }) else { return [] }
            node = member.node
        }
        var seen: Set<String> = []
        return node.members.map(\.key).filter { seen.insert($0).inserted }
    }

    func line(of offset: Int) -> Int {
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return low + 1
    }

    /// The members that a later one of the same object and name replaces, as byte ranges up to the comma that follows.
    func replacedMembers() -> [(key: String, range: Range<Int>)] {
        guard let root else { return [] }
        var found: [(key: String, range: Range<Int>)] = []
        var waiting = [root]
        while let node = waiting.popLast() {
            var seen: Set<String> = []
            for (index, member) in node.members.enumerated().reversed() where !seen.insert(member.key).inserted {
                found.append((member.key, member.start..<node.members[index + 1].start))
            }
            waiting += node.members.map(\.node) + node.elements
        }
        return found.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }
}
