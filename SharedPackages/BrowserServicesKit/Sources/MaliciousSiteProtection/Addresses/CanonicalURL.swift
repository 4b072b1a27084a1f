public import Foundation

/// An address of the web in the one spelling that filters are written against.
///
/// The scheme and the ``CanonicalHost``; the path and the query decoded until nothing changes; `.`, `..`, repeated and
/// trailing slashes resolved in the path alone; all in lower case. User name, password, port and fragment are left out:
/// a page is the same page under any of them. The result is text to match, not an address to load: what was encoded
/// in it stays decoded.
///
/// Making one never fails for its length or depth of encoding, and takes linear time.
public struct CanonicalURL: Hashable, Sendable, CustomStringConvertible {
    /// The canonical host, which also stands in ``text``.
    public let host: CanonicalHost
    /// The canonical spelling.
    public let text: String

    /// The canonical spelling.
    public var description: String { text }

    /// Reads an address as a person types it or as a page writes it, or returns `nil` if it is not an HTTP or HTTPS
    /// address with a host.
    public init?(_ text: String) {
        guard let address = WebAddress(text), let host = CanonicalHost(address) else { return nil }
        self.init(address, host: host)
    }

    /// Reads an address, or returns `nil` if it is not an HTTP or HTTPS address with a host.
    public init?(_ url: URL) { self.init(url.absoluteString) }

    init(_ address: WebAddress, host: CanonicalHost) {
        self.host = host
        let rest = Self.resolvedPath(percentDecoded(address.path)) + percentDecoded(address.query)
        text = "\(address.scheme)://\(host.name)\(textEscapingInvalidUTF8(rest).lowercased())"
    }

    private static func resolvedPath(_ path: [UInt8]) -> [UInt8] {
        var segments: [ArraySlice<UInt8>] = []
        for segment in path.split(separator: Ascii.slash) {
            if segment.elementsEqual("..".utf8) {
                _ = segments.popLast()
            } else if !segment.elementsEqual(".".utf8) {
                segments.append(segment)
            }
        }
        return [Ascii.slash] + segments.joined(separator: CollectionOfOne(Ascii.slash))
    }
}
