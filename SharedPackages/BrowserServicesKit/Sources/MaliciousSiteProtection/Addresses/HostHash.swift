/// The SHA-256 of a canonical host.
public struct HostHash: Hashable, Sendable, CustomStringConvertible {
    /// The digest as four big-endian words.
    let words: SIMD4<UInt64>

    /// Hashes a host.
    public init(_ host: CanonicalHost) {
        var name = host.name
        words = name.withUTF8 { sha256(UnsafeRawBufferPointer($0)) }
    }

    init(words: SIMD4<UInt64>) { self.words = words }

    /// Reads 64 hexadecimal digits, or returns `nil`.
    public init?(hex: String) {
        let digits = Array(hex.utf8)
        guard digits.count == 64 else { return nil }
        var words = SIMD4<UInt64>()
        for index in 0..<4 {
            guard let word = UInt64(hexDigits: digits[index * 16..<index * 16 + 16]) else { return nil }
            words[index] = word
        }
        self.words = words
    }

    /// The digest in 64 lower-case hexadecimal digits.
    public var description: String { (0..<4).map { words[$0].hexDigits }.joined() }

    /// The first eight hexadecimal digits as a number. The local prefix sets contain such numbers.
    var prefix: UInt32 { UInt32(truncatingIfNeeded: words[0] >> 32) }

    /// The first four hexadecimal digits. Nothing else leaves the device, and thousands of hosts share each.
    var requestPrefix: String { String(words[0].hexDigits.prefix(4)) }
}

extension FixedWidthInteger where Self: UnsignedInteger {
    /// Reads exactly as many hexadecimal digits as the type has, without a sign.
    init?(hexDigits: some Collection<UInt8>) {
        guard hexDigits.count == Self.bitWidth / 4 else { return nil }
        var value: Self = 0
        for digit in hexDigits {
            guard let digit = hexValue(digit) else { return nil }
            value = value << 4 | Self(digit)
        }
        self = value
    }

    /// All hexadecimal digits, in lower case, with leading zeros.
    var hexDigits: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: Self.bitWidth / 4 - digits.utf8.count) + digits
    }
}
