/// A record of the protection data that can tell whether it makes sense.
protocol ProtectionRecord: Codable, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong with the record, `nil` when nothing is.
    var problem: String? { get }
}

/// The first eight hexadecimal digits of the SHA-256 of a host.
struct HashPrefix: ProtectionRecord {
    let digits: String

    init(_ digits: String) { self.digits = digits }
    init(from decoder: any Decoder) throws { digits = try decoder.singleValueContainer().decode(String.self) }

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(digits)
    }

    var description: String { "'\(digits)'" }
    var problem: String? {
        digits.isLowercaseHex(count: 8) ? nil : "'\(digits)' is not a hash prefix of 8 lower-case hexadecimal digits."
    }
}

/// A pattern for the dangerous URLs of one host.
struct ProtectionFilter: ProtectionRecord {
    /// The SHA-256 of the host.
    let hash: String
    /// Matched by the client against the canonical URL; handed on unread, so that a bad one can be served on purpose.
    let regex: String

    var description: String { "'\(regex)' of '\(hash)'" }
    var problem: String? { hashProblem(hash) }
}

/// One dangerous URL, as the matches service tells it.
struct ProtectionMatch: Codable, Sendable {
    let hostname: String
    let url: String
    let regex: String
    let hash: String
    let category: ThreatCategory

    var problem: String? { hashProblem(hash) }
}

private func hashProblem(_ hash: String) -> String? {
    hash.isLowercaseHex(count: 64) ? nil : "'\(hash)' is not a SHA-256 of 64 lower-case hexadecimal digits."
}

extension String {
    func isLowercaseHex(count: Int) -> Bool { utf8.count == count && isLowercaseHex }
    var isLowercaseHex: Bool { utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) } }
}
