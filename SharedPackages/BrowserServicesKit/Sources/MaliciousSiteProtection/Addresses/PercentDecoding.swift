/// Decodes percent-escapes until none is left.
///
/// A byte that completes an escape replaces it, and may itself complete the one before. Escapes never overlap, so the
/// result is that of decoding the whole text again and again; every replacement shortens the output, so the cost is
/// linear however deeply escapes are nested.
func percentDecoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    guard bytes.contains(Ascii.percent) else { return Array(bytes) }
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    for byte in bytes {
        output.append(byte)
        while let decoded = escape(endingIn: output) {
            output.removeLast(3)
            output.append(decoded)
        }
    }
    return output
}

/// The byte that the last three bytes stand for, if they are an escape.
private func escape(endingIn bytes: [UInt8]) -> UInt8? {
    guard bytes.count >= 3, bytes[bytes.count - 3] == Ascii.percent,
        let high = hexValue(bytes[bytes.count - 2]), let low = hexValue(bytes[bytes.count - 1])
    else { return nil }
    return high << 4 | low
}

/// The value of a hexadecimal digit of either case.
func hexValue(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
}

/// Reads bytes as UTF-8; a byte that is none is written as an escape, so that no two addresses become the same text.
func textEscapingInvalidUTF8(_ bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var text = ""
    var parser = Unicode.UTF8.ForwardParser()
    var input = bytes.makeIterator()
    var position = 0
    while true {
        switch parser.parseScalar(from: &input) {
        case .valid(let scalar):
            text.unicodeScalars.append(Unicode.UTF8.decode(scalar))
            position += scalar.count
        case .error(let length):
            for byte in bytes[position..<position + length] {
                text += "%\(byte.hexDigits)"
            }
            position += length
        case .emptyInput:
            return text
        }
    }
}
