/// Decoding of queries, byte by byte.
enum PercentDecoding {
    /// Decodes one key or value of a form: `+` is a blank, a malformed escape stays, invalid UTF-8 becomes U+FFFD.
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
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
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
        return String(validating: decoded, as: UTF8.self)
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

extension String {
    /// The text with its percent escapes decoded where they are well formed.
    var removingPercentEscapes: String { PercentDecoding.component(self) ?? self }
}
