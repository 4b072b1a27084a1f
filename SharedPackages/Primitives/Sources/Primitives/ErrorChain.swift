import Foundation

/// An error and its underlying errors, each reduced to domain and code.
///
/// Descriptions and `userInfo` are left out because they can contain personal data.
public struct ErrorChain: Hashable, Codable, Sendable {
    /// One error of the chain.
    public struct Link: Hashable, Codable, Sendable {
        /// The error's domain. For an error written in Swift, the name of its type.
        public let domain: String
        /// The error's number in its domain.
        public let code: Int

        /// Creates a link.
        public init(domain: String, code: Int) {
            self.domain = domain
            self.code = code
        }
    }

    /// The longest chain that is read. Longer and cyclic chains are cut: definitions declare at most nine underlying errors.
    package static let limit = 10

    /// The errors, outermost first.
    public let links: [Link]

    /// Creates a chain of known links, outermost first.
    public init(links: [Link]) { self.links = links }

    /// Creates the chain of an error by following `NSUnderlyingErrorKey`, at most ten errors deep.
    ///
    /// Call it on the thread that received the error: an `NSError` may own objects that are bound to that thread.
    public init(_ error: any Error) {
        var links: [Link] = []
        var next: NSError? = error as NSError
        while let current = next, links.count < Self.limit {
            links.append(Link(domain: Self.domain(of: current), code: current.code))
            // Cast to `Error` first: on Linux a Swift error in a dictionary is not yet an `NSError`.
            next = (current.userInfo[NSUnderlyingErrorKey] as? any Error).map { $0 as NSError }
        }
        self.links = links
    }

    /// The domain without the address that Swift adds to the names of private types. The address changes at each launch.
    private static func domain(of error: NSError) -> String {
        let domain = error.domain
        guard domain.utf8.contains(UInt8(ascii: "(")) else { return domain }
        return domain.replacing(/\(unknown context at \$[0-9a-f]+\)\./, with: "")
    }
}

extension ErrorChain: CustomStringConvertible {
    /// The chain on one line, such as `StoreError(3) < NSPOSIXErrorDomain(28)`.
    public var description: String {
        links.map { "\($0.domain)(\($0.code))" }.joined(separator: " < ")
    }
}
