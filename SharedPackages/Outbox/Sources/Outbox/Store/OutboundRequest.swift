public import Foundation

/// A request that waits to be sent; a replay is the same request, byte for byte.
public struct OutboundRequest: Sendable, Hashable {
    /// What the request reports.
    public enum Kind: Int, Sendable {
        /// A pixel: `GET`, everything is in the target.
        case pixel = 0
        /// A wide event: `POST` with a JSON body.
        case wideEvent = 1
    }

    /// What the request reports.
    public let kind: Kind
    /// Whose share of the store it counts against: the pixel's name without suffixes, or the wide event's name.
    public let name: String
    /// Path and query, encoded, relative to the endpoint: `/t/m_sync_daily?reason=quota`.
    public let target: String
    /// The body, or `nil` for none.
    public let body: Data?

    /// The HTTP method that its kind implies.
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

    /// What it counts against the store's limit of bytes.
    var byteCount: Int { target.utf8.count + (body?.count ?? 0) }
}
