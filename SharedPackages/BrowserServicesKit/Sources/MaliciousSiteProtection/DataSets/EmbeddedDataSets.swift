import Foundation

/// An entry of the data set that ships with the package.
struct EmbeddedEntry: Sendable {
    let category: ThreatKind
    let hash: HostHash
    let pattern: String

    /// Files one path of a host; nothing above it, nothing below it, with or without a query.
    init?(_ category: ThreatKind, host: String, path: String) {
        guard let url = CanonicalURL("https://\(host)\(path)") else { return nil }
        self.category = category
        hash = HostHash(url.host)
        pattern = "^https?://\(Self.quoted(url.host.name))\(Self.quoted(path))(?:\\?.*)?$"
    }

    private static func quoted(_ text: String) -> String { NSRegularExpression.escapedPattern(for: text) }
}

/// What is known before the first download: revision 0 of every data set.
///
/// Pages that exist to test such protections, and names that no one can own. They stand here in clear because they harm
/// no one; the service sends hashes alone. Docs/Guides/data-sets.md says where each comes from.
enum EmbeddedDataSets {
    static let entries: [EmbeddedEntry] = ThreatKind.allCases.flatMap { category in
        [
            ("privacy-test-pages.site", "/security/badware/\(category.rawValue).html"),
            ("www.example.com", "/security/badware/\(category.rawValue).html"),
            ("\(category.rawValue).example", "/"),
            ("\(category.rawValue).test", "/"),
            ("\(category.rawValue).test", "/download/invoice.html"),
        ].compactMap { EmbeddedEntry(category, host: $0, path: $1) }
    }
}
