public import Foundation

/// A host in the one spelling that data sets are keyed by.
///
/// The name is in lower case, without leading, trailing or repeated dots, and reduced to its six rightmost labels. A
/// Unicode label becomes its Punycode form. An IPv4 address in any notation becomes a dotted quad. An IPv6 address takes
/// its shortest form in brackets, or becomes a dotted quad if it stands for an IPv4 address.
public struct CanonicalHost: Hashable, Sendable, CustomStringConvertible {
    /// The number of labels that are kept, so that made-up subdomains of one domain share one hash.
    static let labelLimit = 6

    /// The canonical spelling. It is not empty.
    public let name: String

    /// The canonical spelling.
    public var description: String { name }

    /// Reads the host of an address, or returns `nil` if the address is not an HTTP or HTTPS address with a host.
    public init?(of url: URL) {
        guard let address = WebAddress(url.absoluteString) else { return nil }
        self.init(address)
    }

    init?(_ address: WebAddress) {
        if address.host.first == Ascii.openingBracket {
            guard address.host.last == Ascii.closingBracket, let name = ipv6Name(address.host.dropFirst().dropLast())
            else { return nil }
            self.name = name
            return
        }
        let bytes = canonicalBytes(address.host)
        if bytes.isEmpty { return nil }
        name = ipv4Name(bytes) ?? String(decoding: Self.rightmostLabels(of: bytes), as: UTF8.self)
    }

    private init(name: String) { self.name = name }

    /// The same site with `www.` added or removed. `nil` for an IP address, a single label, and a name of six labels,
    /// which has no room for another.
    var sibling: CanonicalHost? {
        let bytes = name.utf8
        let dots = bytes.count { $0 == Ascii.dot }
        let lastLabel = bytes.reversed().prefix { $0 != Ascii.dot }
        if dots == 0 || bytes.first == Ascii.openingBracket || lastLabel.allSatisfy(Ascii.isDigit) { return nil }
        if bytes.starts(with: "www.".utf8) { return dots > 1 ? CanonicalHost(name: String(name.dropFirst(4))) : nil }
        return dots < Self.labelLimit - 1 ? CanonicalHost(name: "www." + name) : nil
    }

    private static func rightmostLabels(of name: [UInt8]) -> ArraySlice<UInt8> {
        var dots = 0
        var start = name.endIndex
        while start > name.startIndex {
            if name[start - 1] == Ascii.dot { dots += 1 }
            if dots == labelLimit { break }
            start -= 1
        }
        return name[start...]
    }
}

/// A decoded host in lower-case ASCII without stray dots. Control characters and bytes that are not UTF-8 become escapes.
private func canonicalBytes(_ host: ArraySlice<UInt8>) -> [UInt8] {
    let ascii = host.contains { $0 >= 0x80 } ? asciiHost(host) : host
    var name: [UInt8] = []
    name.reserveCapacity(ascii.count)
    for byte in ascii {
        if byte == Ascii.dot, name.isEmpty || name.last == Ascii.dot { continue }
        if isEscaped(byte) {
            name.append(contentsOf: escaped(CollectionOfOne(byte)).utf8)
        } else {
            name.append(Ascii.lowercased(byte))
        }
    }
    if name.last == Ascii.dot { name.removeLast() }
    return name
}

/// A host with its Unicode labels in Punycode. A host that is not UTF-8 stays as it is.
private func asciiHost(_ host: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let text = String(bytes: host, encoding: .utf8) else { return host }
    // The ideographic full stops separate labels, too.
    let labels = text.split { ".\u{3002}\u{FF0E}\u{FF61}".contains($0) }
    return ArraySlice(
        labels.map { $0.utf8.allSatisfy { $0 < 0x80 } ? String($0) : asciiLabel($0) }.joined(separator: ".").utf8)
}

// MARK: - IP addresses

/// The dotted quad that a name of one to four numbers stands for, or `nil` if it is not an IPv4 address.
///
/// Each number may be decimal, octal (leading `0`) or hexadecimal (leading `0x`). The last number fills the remaining
/// bytes, as in `inet_aton`. If a number is too large, the name is an ordinary name.
private func ipv4Name(_ name: [UInt8]) -> String? {
    guard name.first.map(Ascii.isDigit) == true else { return nil }
    let parts = name.split(separator: Ascii.dot)
    guard parts.count <= 4 else { return nil }
    var address: UInt64 = 0
    for (index, digits) in parts.enumerated() {
        guard let part = ipv4Part(digits) else { return nil }
        let isLast = index == parts.count - 1
        let bits = isLast ? 8 * UInt64(4 - index) : 8
        guard part >> bits == 0 else { return nil }
        address = address << bits | part
    }
    return dottedQuad(UInt32(truncatingIfNeeded: address))
}

private func ipv4Part(_ label: ArraySlice<UInt8>) -> UInt64? {
    guard label.first.map(Ascii.isDigit) == true else { return nil }  // Number initialisers would accept a sign.
    if label.starts(with: "0x".utf8) {
        let digits = label.dropFirst(2)
        guard digits.first != UInt8(ascii: "+"), digits.first != UInt8(ascii: "-") else { return nil }
        return digits.isEmpty ? 0 : UInt64(String(decoding: digits, as: UTF8.self), radix: 16)
    }
    let radix = label.first == UInt8(ascii: "0") ? 8 : 10
    return UInt64(String(decoding: label, as: UTF8.self), radix: radix)
}

private func dottedQuad(_ address: UInt32) -> String {
    "\(address >> 24).\(address >> 16 & 0xFF).\(address >> 8 & 0xFF).\(address & 0xFF)"
}

/// The prefixes under which an IPv6 address stands for the IPv4 address in its last four bytes.
private let ipv4Prefixes: [[UInt8]] = [
    [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF],  // Mapped, RFC 4291: ::ffff:0:0/96.
    [0x00, 0x64, 0xFF, 0x9B] + [UInt8](repeating: 0, count: 8),  // NAT64, RFC 6052: 64:ff9b::/96.
]

/// The shortest form of an IPv6 address in brackets, without its zone, or the dotted quad of one that stands for an IPv4
/// address. `nil` if it is not an IPv6 address.
private func ipv6Name(_ bytes: ArraySlice<UInt8>) -> String? {
    let digits = String(decoding: bytes.prefix { $0 != Ascii.percent }, as: UTF8.self)
    var address = in6_addr()
    guard !digits.utf8.contains(0), inet_pton(AF_INET6, digits, &address) == 1 else { return nil }
    let octets = withUnsafeBytes(of: address) { Array($0) }
    if ipv4Prefixes.contains(where: octets.starts(with:)) {
        return dottedQuad(octets.suffix(4).reduce(0) { $0 << 8 | UInt32($1) })
    }
    var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_ntop(AF_INET6, &address, &buffer, socklen_t(buffer.count)) != nil else { return nil }
    return "[" + String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self) + "]"
}
