import JSONSchema

/// The parameters of a request.
struct QueryParameters {
    struct Entry {
        var key: String
        var value: String
    }

    /// In order. Of several with the same key only the last value is kept.
    private(set) var entries: [Entry] = []
    /// The places of the keys. Empty for few entries, which are searched one by one.
    private var index: [String: Int] = [:]

    /// Parses `query` as application/x-www-form-urlencoded.
    init(_ query: String, lowercasingKeys: Bool) {
        var query = query
        query.withUTF8 { bytes in
            var rest = bytes[...]
            if rest.first == UInt8(ascii: "?") { rest = rest.dropFirst() }
            while !rest.isEmpty {
                let end = rest.firstIndex(of: UInt8(ascii: "&")) ?? rest.endIndex
                if end > rest.startIndex {
                    let mark = rest[..<end].firstIndex(of: UInt8(ascii: "=")) ?? end
                    let key = PercentDecoding.form(bytes[rest.startIndex..<mark])
                    let value = PercentDecoding.form(bytes[min(mark + 1, end)..<end])
                    set(lowercasingKeys ? key.lowercased() : key, to: value)
                }
                rest = rest[min(end + 1, rest.endIndex)...]
            }
        }
    }

    private mutating func set(_ key: String, to value: String) {
        if let place = place(of: key) {
            entries[place].value = value
        } else {
            if !index.isEmpty { index[key] = entries.count }
            entries.append(Entry(key: key, value: value))
            if entries.count == 32 { index = Dictionary(uniqueKeysWithValues: zip(entries.map(\.key), 0...)) }
        }
    }

    private func place(of key: String) -> Int? {
        index.isEmpty ? entries.firstIndex { $0.key == key } : index[key]
    }

    /// Removes `key` and returns its value.
    mutating func remove(_ key: String) -> String? {
        guard let place = place(of: key) else { return nil }
        index = [:]
        return entries.remove(at: place).value
    }
}

/// Decodes the percent escapes of queries.
enum PercentDecoding {
    /// Decodes one key or value of a form: `+` becomes a blank, a malformed escape stays, invalid UTF-8
    /// becomes U+FFFD.
    static func form(_ slice: UnsafeBufferPointer<UInt8>.SubSequence) -> String {
        let bytes = UnsafeBufferPointer(rebasing: slice)
        var isPlain = true
        for byte in bytes where byte == UInt8(ascii: "%") || byte == UInt8(ascii: "+") { isPlain = false }
        if isPlain { return String(decoding: bytes, as: UTF8.self) }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "%"), index + 2 < bytes.count,
                let value = value(bytes[index + 1], bytes[index + 2])
            {
                decoded.append(value)
                index += 3
            } else {
                decoded.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
                index += 1
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }

    /// `decodeURIComponent`; nil if an escape is malformed or does not give UTF-8.
    static func component(_ text: String) -> String? {
        var text = text
        let hasEscapes = text.withUTF8 { bytes in
            for byte in bytes where byte == UInt8(ascii: "%") { return true }
            return false
        }
        guard hasEscapes else { return text }
        let bytes = Array(text.utf8)
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%") {
                guard index + 2 < bytes.count, let value = value(bytes[index + 1], bytes[index + 2]) else { return nil }
                decoded.append(value)
                index += 3
            } else {
                decoded.append(bytes[index])
                index += 1
            }
        }
        guard decoded.withUnsafeBufferPointer({ $0.firstInvalidUTF8 }) == nil else { return nil }
        return String(decoding: decoded, as: UTF8.self)
    }

    private static func value(_ high: UInt8, _ low: UInt8) -> UInt8? {
        guard let high = digit(high), let low = digit(low) else { return nil }
        return high << 4 | low
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
}

/// Base64 as the reference decodes it: in either alphabet, up to the first `=`. Other characters are skipped.
enum LenientBase64 {
    static func decode(_ text: String) -> String {
        var bytes: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        for byte in text.utf8 {
            if byte == UInt8(ascii: "=") { break }
            guard let value = value(byte) else { continue }
            bits = bits << 6 | value
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func value(_ byte: UInt8) -> UInt32? {
        switch byte {
        case 0x41...0x5A: UInt32(byte) - 0x41
        case 0x61...0x7A: UInt32(byte) - 0x61 + 26
        case 0x30...0x39: UInt32(byte) - 0x30 + 52
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
