import Foundation

/// Lines of a file or of standard input, read piece by piece, so that memory stays constant.
struct LineReader {
    /// Longer lines are cut: no request is that long.
    private static let longestLine = 1 << 20
    private static let pieceSize = 1 << 16

    private let input: FileHandle

    /// Opens `path`; `-` is standard input.
    init(path: String) throws {
        if path == "-" {
            input = .standardInput
        } else {
            input = try FileHandle(forReadingFrom: URL(filePath: path))
        }
    }

    /// Calls `body` with each line, without its line break.
    func forEachLine(_ body: (String) throws -> Void) throws {
        var pending: [UInt8] = []
        while let piece = try input.read(upToCount: Self.pieceSize), !piece.isEmpty {
            try piece.withUnsafeBytes { buffer in
                var rest = buffer[...]
                while let end = rest.firstIndex(of: 0xA) {
                    if pending.isEmpty {
                        try body(Self.line(UnsafeRawBufferPointer(rebasing: rest[..<end])))
                    } else {
                        pending += rest[..<end]
                        try pending.withUnsafeBytes { try body(Self.line($0)) }
                        pending.removeAll(keepingCapacity: true)
                    }
                    rest = rest[(end + 1)...]
                }
                pending += rest.prefix(max(0, Self.longestLine - pending.count))
            }
        }
        if !pending.isEmpty { try pending.withUnsafeBytes { try body(Self.line($0)) } }
    }

    private static func line(_ bytes: UnsafeRawBufferPointer) -> String {
        let text = bytes.last == 0xD ? UnsafeRawBufferPointer(rebasing: bytes.dropLast()) : bytes
        return String(decoding: text, as: UTF8.self)
    }
}
