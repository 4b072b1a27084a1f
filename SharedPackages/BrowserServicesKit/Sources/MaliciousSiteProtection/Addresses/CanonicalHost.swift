public import Foundation

/// A host in the one spelling that data sets are keyed by.
///
/// Lower-case printable ASCII without stray dots, reduced to its six rightmost labels. A Unicode name becomes its
/// Punycode form; IPv4 addresses in decimal, octal, hexadecimal or shortened notation become dotted quads; IPv6
/// addresses become their shortest form in brackets, or a dotted quad where they only wrap an IPv4 address.
public struct CanonicalHost: Hashable, Sendable, CustomStringConvertible {
    /// How many labels are kept, so that endless made-up subdomains of one domain share one hash.
    static let labelLimit = 6

    /// The canonical spelling; never empty.
    public let name: String

    /// The canonical spelling.
    public var description: String { name }

    /// Reads the host of an address, or returns `nil` if the address is not one of the web or nothing is left of it.
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
        let printable = Self.printableName(address.host)
        if printable.isEmpty { return nil }
        name = ipv4Name(printable) ?? String(decoding: Self.rightmostLabels(of: printable), as: UTF8.self)
    }

    /// The lower-case printable ASCII of a name without stray dots, after a Unicode name has become Punycode.
    private static func printableName(_ host: ArraySlice<UInt8>) -> [UInt8] {
        var source = host
        if host.contains(where: { $0 >= 0x80 }), let punycode = punycode(host) { source = punycode }
        var name: [UInt8] = []
        name.reserveCapacity(source.count)
        for byte in source where (0x21...0x7E).contains(byte) {
            if byte == Ascii.dot, name.isEmpty || name.last == Ascii.dot { continue }
            name.append(Ascii.lowercased(byte))
        }
        if name.last == Ascii.dot { name.removeLast() }
        return name
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

    /// What Foundation makes of a Unicode name, or `nil` if it makes nothing of it.
    private static func punycode(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let delimiters = "/\\?#@:[]%".utf8
        guard !bytes.contains(where: { delimiters.contains($0) }),
            let text = String(validating: bytes, as: UTF8.self),
            let address = URL(string: "http://\(text)/").flatMap({ WebAddress($0.absoluteString) })
        else { return nil }
        return address.host.contains { $0 >= 0x80 } ? nil : address.host
    }
}
