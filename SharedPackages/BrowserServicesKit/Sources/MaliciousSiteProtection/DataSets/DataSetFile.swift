import Foundation

/// One data set as bytes: a header, the entries, and the SHA-256 of both.
///
/// The header is the letters `MSPD`, the format's version (one byte), the kind and the category (one byte each), a zero,
/// the revision and the number of entries (eight bytes each). All numbers are little-endian.
enum DataSetFile {
    private static let magic = Array("MSPD".utf8)
    private static let version: UInt8 = 1
    private static let headerSize = 24
    private static let digestSize = 32

    static func bytes(of set: some DataSet, id: DataSetID) -> [UInt8] {
        var bytes = signature(of: id)
        bytes.append(littleEndian: UInt64(set.revision))
        bytes.append(littleEndian: UInt64(set.count))
        let entries = set.encoded
        bytes.reserveCapacity(headerSize + entries.count + digestSize)
        bytes.append(contentsOf: entries)
        let digest = bytes.withUnsafeBytes(sha256)
        for index in 0..<4 { bytes.append(littleEndian: digest[index]) }
        return bytes
    }

    static func read<Content: DataSet>(
        _ type: Content.Type,
        id: DataSetID,
        from data: Data
    ) throws(MaliciousSiteProtectionError) -> Content {
        let set = data.withUnsafeBytes { bytes -> Content? in
            guard bytes.count >= headerSize + digestSize, bytes.starts(with: signature(of: id)) else { return nil }
            let content = bytes[..<(bytes.count - digestSize)]
            var digest = ByteReader(bytes: bytes[content.endIndex...])
            let expected = sha256(.init(rebasing: content))
            for index in 0..<4 where digest.readInteger(UInt64.self) != expected[index] { return nil }
            var header = ByteReader(bytes: content.dropFirst(signature(of: id).count))
            guard let revision = header.readInteger(UInt64.self).flatMap({ Int(exactly: $0) }),
                let count = header.readInteger(UInt64.self).flatMap({ Int(exactly: $0) })
            else { return nil }
            return Content(revision: revision, count: count, encoded: .init(rebasing: header.bytes))
        }
        guard let set else { throw .corruptFile(id) }
        return set
    }

    private static func signature(of id: DataSetID) -> [UInt8] {
        let kind: UInt8 =
            switch id.type {
            case .hashPrefixSet: 1
            case .filterSet: 2
            }
        let category: UInt8 =
            switch id.category {
            case .phishing: 1
            case .malware: 2
            case .scam: 3
            }
        return magic + [version, kind, category, 0]
    }
}

/// Reads numbers and runs of bytes off the front of a buffer, never beyond its end.
struct ByteReader {
    private(set) var bytes: Slice<UnsafeRawBufferPointer>

    init(bytes: Slice<UnsafeRawBufferPointer>) { self.bytes = bytes }

    var isAtEnd: Bool { bytes.isEmpty }

    mutating func read(_ count: Int) -> Slice<UnsafeRawBufferPointer>? {
        guard bytes.count >= count else { return nil }
        defer { bytes = bytes.dropFirst(count) }
        return bytes.prefix(count)
    }

    mutating func readInteger<Number: FixedWidthInteger & BitwiseCopyable>(_ type: Number.Type) -> Number? {
        read(MemoryLayout<Number>.size).map {
            Number(littleEndian: UnsafeRawBufferPointer(rebasing: $0).loadUnaligned(as: Number.self))
        }
    }
}

extension [UInt8] {
    mutating func append(littleEndian number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}
