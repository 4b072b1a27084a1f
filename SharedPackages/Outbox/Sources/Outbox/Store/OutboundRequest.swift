public import Foundation

/// A request in the outbox. Every attempt sends the same bytes.
public struct OutboundRequest: Sendable, Hashable {
    /// The kind of event that a request reports.
    public enum Kind: Int, Sendable {
        /// A pixel: `GET`, with all data in the target.
        case pixel = 0
        /// A wide event: `POST` with a JSON body.
        case wideEvent = 1
    }

    /// The kind of event that it reports.
    public let kind: Kind
    /// The name whose share of the store it uses: a pixel's name without suffixes, or a wide event's name.
    public let name: String
    /// Path and query, encoded, relative to the endpoint: `/t/m_sync_daily?reason=quota`.
    public let target: String
    /// The body, or `nil` for none.
    public let body: Data?

    /// The HTTP method of its kind.
    public var method: String {
        switch kind {
        case .pixel: "GET"
        case .wideEvent: "POST"
        }
    }

    /// Creates a request.
    public init(kind: Kind, name: String, target: String, body: Data? = nil) {
        self.kind = kind
        self.name = name
        self.target = target
        self.body = body
    }

    /// The bytes that count against the limit of the store.
    var byteCount: Int { target.utf8.count + (body?.count ?? 0) }
}

/// The limits of the store. Requests beyond a limit are dropped, oldest first, and counted.
public struct OutboxLimits: Sendable, Equatable {
    /// The number of requests. 10,000 by default, enough for weeks offline.
    public var rows: Int
    /// The bytes of targets and bodies. 8 MiB by default.
    public var bytes: Int
    /// The age of a request. 28 days by default, because older measurements mislead.
    public var age: Duration

    /// Creates limits. The properties give the reasons for the defaults.
    public init(rows: Int = 10_000, bytes: Int = 8 << 20, age: Duration = .seconds(28 * 86_400)) {
        self.rows = rows
        self.bytes = bytes
        self.age = age
    }

    /// The most requests of one name while other names have requests too: a quarter.
    var share: Int { max(1, rows / 4) }
}
