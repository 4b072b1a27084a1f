/// An error as it is sent: domains and codes of the error and of at most nine underlying errors, without descriptions.
public struct WideEventErrorData: Sendable, Hashable {
    let links: [ErrorChain.Link]

    /// Takes domains and codes from an error.
    public init(_ error: any Error) { links = ErrorChain(error).links }

    /// The error's domain.
    public var domain: String { links.first?.domain ?? "" }
    /// The error's code.
    public var code: Int { links.first?.code ?? 0 }
}

/// Stored as it is sent: `domain`, `code`, then `underlying_domain`, `underlying_code`, `underlying_domain2` …
extension WideEventErrorData: Codable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String, depth: Int) {
            switch depth {
            case 0: stringValue = name
            case 1: stringValue = "underlying_\(name)"
            default: stringValue = "underlying_\(name)\(depth)"
            }
        }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Reads what ``encode(to:)`` wrote, as deep as it goes.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        var links: [ErrorChain.Link] = []
        while links.count < ErrorChain.limit {
            let depth = links.count
            guard let domain = try values.decodeIfPresent(String.self, forKey: Key("domain", depth: depth)) else {
                break
            }
            let code = try values.decodeIfPresent(Int.self, forKey: Key("code", depth: depth)) ?? 0
            links.append(ErrorChain.Link(domain: domain, code: code))
        }
        self.links = links
    }

    /// Writes domains and codes under the keys of the definitions.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        for (depth, link) in links.enumerated() {
            try values.encode(link.domain, forKey: Key("domain", depth: depth))
            try values.encode(link.code, forKey: Key("code", depth: depth))
        }
    }
}
