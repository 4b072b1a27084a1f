public import Foundation

/// An HTTP address in the canonical form that filters are written for.
///
/// It follows the canonicalisation of Google Safe Browsing:
///
/// - The host is a ``CanonicalHost``. User name, password, port and fragment are left out.
/// - Path and query are decoded until they do not change, then bytes ≤ 32, bytes ≥ 127, `#` and `%` are escaped.
/// - `.` and `..` segments and repeated slashes of the path are resolved.
///
/// Beyond that, the path has no trailing slash and the whole text is in lower case. The text is for matching. It is not an
/// address to load.
///
/// An address of any length and any depth of encoding takes linear time.
public struct CanonicalURL: Hashable, Sendable, CustomStringConvertible {
    /// The canonical host. It is also in ``text``.
    public let host: CanonicalHost
    /// The canonical form: printable ASCII in lower case.
    public let text: String
    private let scheme: String
    private let pathAndQuery: String

    /// The canonical form.
    public var description: String { text }

    /// Reads an address, or returns `nil` if it is not an HTTP or HTTPS address with a host.
    public init?(_ text: String) {
        guard let address = WebAddress(text), let host = CanonicalHost(address) else { return nil }
        self.init(address, host: host)
    }

    /// Reads an address, or returns `nil` if it is not an HTTP or HTTPS address with a host.
    public init?(_ url: URL) { self.init(url.absoluteString) }

    init(_ address: WebAddress, host: CanonicalHost) {
        let decodedPath = percentDecoded(address.resolvedPath[...])
        let path = WebAddress.resolvingDotSegments(of: decodedPath[...]).split(separator: Ascii.slash)
        let slash = CollectionOfOne(Ascii.slash)
        let rest = [Ascii.slash] + path.joined(separator: slash) + percentDecoded(address.query)
        self.init(scheme: address.scheme, host: host, pathAndQuery: escaped(rest))
    }

    private init(scheme: String, host: CanonicalHost, pathAndQuery: String) {
        self.scheme = scheme
        self.host = host
        self.pathAndQuery = pathAndQuery
        text = "\(scheme)://\(host.name)\(pathAndQuery)"
    }

    /// The same address under another host.
    func with(_ host: CanonicalHost) -> CanonicalURL {
        CanonicalURL(scheme: scheme, host: host, pathAndQuery: pathAndQuery)
    }
}

// MARK: - Percent encoding

/// Decodes percent-escapes until none is left.
///
/// The result equals that of decoding the whole text again and again: a byte that completes an escape replaces it, and may
/// itself complete the one before. Every replacement shortens the output, so the cost is linear at any depth.
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

/// The value of a hexadecimal digit in either case.
func hexValue(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
}

/// Decoded bytes as lower-case text. Control characters, spaces, bytes of Unicode characters, `#` and `%` become escapes.
func escaped(_ bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.underestimatedCount)
    for byte in bytes {
        if isEscaped(byte) {
            text.append(Ascii.percent)
            text.append(contentsOf: byte.hexDigits.utf8)
        } else {
            text.append(Ascii.lowercased(byte))
        }
    }
    return String(decoding: text, as: UTF8.self)
}

/// Whether a byte is an escape in canonical addresses.
func isEscaped(_ byte: UInt8) -> Bool {
    byte <= Ascii.space || byte >= 127 || byte == Ascii.hash || byte == Ascii.percent
}
