import Foundation

/// A kind of malicious page.
public enum ThreatKind: String, CaseIterable, Codable, Hashable, Sendable {
    /// A page that pretends to be another site to collect secrets.
    case phishing
    /// A page that makes visitors install harmful software.
    case malware
    /// A page that cheats visitors out of money.
    case scam
}

/// The two kinds of data set.
public enum DataSetKind: String, CaseIterable, Hashable, Sendable {
    /// The first 32 bits of the hashes of suspicious hosts.
    case hashPrefixSet
    /// Hashes of hosts, each with a regular expression on the canonical address.
    case filterSet
}

/// The name of one of the six data sets: a kind of threat and a kind of set.
public struct DataSetID: Hashable, Sendable, CustomStringConvertible {
    /// The threat.
    public let category: ThreatKind
    /// The kind of set.
    public let type: DataSetKind

    /// Names a data set.
    public init(_ category: ThreatKind, _ type: DataSetKind) {
        self.category = category
        self.type = type
    }

    /// Every data set, ordered by threat.
    public static let all = ThreatKind.allCases.flatMap { category in
        DataSetKind.allCases.map { DataSetID(category, $0) }
    }

    /// The name, such as `phishing/filterSet`.
    public var description: String { "\(category.rawValue)/\(type.rawValue)" }
}

/// The content of one data set.
protocol DataSet: Sendable {
    /// An entry in an answer of the service.
    associatedtype Entry: Decodable

    static var kind: DataSetKind { get }

    /// The revision of the service's data. 0 for an embedded set.
    var revision: Int { get }
    var count: Int { get }

    /// The entries in the form of the file.
    var encoded: [UInt8] { get }

    /// Reads the output of ``encoded``, or returns `nil` if the bytes are not that.
    init?(revision: Int, count: Int, encoded: UnsafeRawBufferPointer)

    init(category: ThreatKind, embedded entries: [EmbeddedEntry])

    /// Returns the set after the deletions and then the insertions of a change set. A deletion of an entry that the set
    /// does not contain, and a deletion beside a replacement, are ignored.
    func applying(_ change: ChangeSet<Entry>) -> Self
}

/// One state of all data sets.
struct DataSets: Sendable {
    var hashPrefixes: [ThreatKind: HashPrefixSet] = [:]
    var filters: [ThreatKind: FilterSet] = [:]

    /// Whether any set contains the prefix. If none does, the host is safe.
    func contains(_ prefix: UInt32) -> Bool { hashPrefixes.values.contains { $0.contains(prefix) } }

    func patterns(for host: HostHash, in category: ThreatKind) -> [String] {
        filters[category]?.patterns(for: host) ?? []
    }

    func filterCount(in category: ThreatKind) -> Int { filters[category]?.count ?? 0 }
}

/// The answer of the service to a request for the changes since a revision.
struct ChangeSet<Entry: Decodable>: Decodable {
    let insert: [Entry]
    let delete: [Entry]
    let revision: Int
    /// Whether `insert` is the whole set.
    let replace: Bool

    init(insert: [Entry], delete: [Entry], revision: Int, replace: Bool) {
        self.insert = insert
        self.delete = delete
        self.revision = revision
        self.replace = replace
    }

    private enum CodingKeys: String, CodingKey { case insert, delete, revision, replace }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let inserted = try container.decode(ReadableElements<Entry>.self, forKey: .insert)
        insert = inserted.elements
        delete = try container.decode(ReadableElements<Entry>.self, forKey: .delete).elements
        revision = try container.decode(Int.self, forKey: .revision)
        replace = try container.decode(Bool.self, forKey: .replace)
        if replace, insert.isEmpty, inserted.hasMalformed {  // Otherwise it would empty the set.
            throw DecodingError.dataCorruptedError(
                forKey: .insert, in: container, debugDescription: "No entry of the replacement is readable.")
        }
    }
}

/// The elements of a JSON array that can be decoded. Malformed elements are left out.
struct ReadableElements<Element: Decodable>: Decodable {
    private struct Ignored: Decodable {
        init(from decoder: any Decoder) {}
    }

    private(set) var elements: [Element] = []
    private(set) var hasMalformed = false

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        elements.reserveCapacity(container.count ?? 0)
        while !container.isAtEnd {
            // A failed `decode` does not move to the next element.
            if let element = try? container.decode(Element.self) {
                elements.append(element)
            } else {
                _ = try container.decode(Ignored.self)
                hasMalformed = true
            }
        }
    }
}

// MARK: - Embedded data

/// An entry of the data set that ships with the package.
struct EmbeddedEntry: Sendable {
    let category: ThreatKind
    let hash: HostHash
    let pattern: String

    /// Lists one path of a host, with or without a query. Paths above and below it are not listed.
    init?(_ category: ThreatKind, host: String, path: String) {
        guard let url = CanonicalURL("https://\(host)\(path)") else { return nil }
        self.category = category
        hash = HostHash(url.host)
        pattern = "^https?://\(Self.quoted(url.host.name))\(Self.quoted(path))(?:\\?.*)?$"
    }

    private static func quoted(_ text: String) -> String { NSRegularExpression.escapedPattern(for: text) }

    /// Revision 0 of every data set, used until the first download.
    ///
    /// These are pages made to test such protections, and reserved names that cannot be registered. They are listed in
    /// clear because they are harmless. Docs/Guides/data-sets.md names the source of each.
    static let all: [EmbeddedEntry] = ThreatKind.allCases.flatMap { category in
        [
            ("privacy-test-pages.site", "/security/badware/\(category.rawValue).html"),
            ("www.example.com", "/security/badware/\(category.rawValue).html"),
            ("\(category.rawValue).example", "/"),
            ("\(category.rawValue).test", "/"),
            ("\(category.rawValue).test", "/download/invoice.html"),
        ].compactMap { EmbeddedEntry(category, host: $0, path: $1) }
    }
}
