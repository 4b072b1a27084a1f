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
            guard let name = ipv6Name(address.host.dropFirst().dropLast()) else { return nil }
            self.name = name
            return
        }
        var labels = Self.printableName(Array(address.host)).split(separator: Ascii.dot)
        if labels.isEmpty { return nil }
        if let quad = ipv4Name(labels) {
            name = quad
            return
        }
        if labels.count > Self.labelLimit { labels.removeFirst(labels.count - Self.labelLimit) }
        name = String(decoding: Array(labels.joined(separator: CollectionOfOne(Ascii.dot))), as: UTF8.self)
    }

    /// The lower-case printable ASCII of a name, after a Unicode name has become Punycode.
    private static func printableName(_ bytes: [UInt8]) -> [UInt8] {
        var name = bytes
        if name.contains(where: { $0 >= 0x80 }), let punycode = punycode(name) { name = punycode }
        name.removeAll { !(0x21...0x7E).contains($0) }
        for index in name.indices { name[index] = Ascii.lowercased(name[index]) }
        return name
    }

    /// What Foundation makes of a Unicode name, or `nil` if it makes nothing of it.
    private static func punycode(_ bytes: [UInt8]) -> [UInt8]? {
        let delimiters = "/\\?#@:[]%".utf8
        guard !bytes.contains(where: { delimiters.contains($0) }),
            let text = String(validating: bytes, as: UTF8.self),
            let address = URL(string: "http://\(text)/").flatMap({ WebAddress($0.absoluteString) })
        else { return nil }
        return address.host.contains { $0 >= 0x80 } ? nil : Array(address.host)
    }
}
