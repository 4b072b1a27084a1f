import Foundation

/// An error and the errors beneath it, each as domain and code; texts are left out, since they may name people.
public struct ErrorChain: Hashable, Sendable {
    /// One error of the chain.
    public struct Link: Hashable, Sendable {
        /// Where the code belongs; the type's name for an error written in Swift.
        public let domain: String
        /// The error's number in its domain.
        public let code: Int

        /// Creates a link.
        public init(domain: String, code: Int) {
            self.domain = domain
            self.code = code
        }
    }

    /// A chain that goes deeper than this is cut: one that loops would never end.
    static let maximumDepth = 8

    /// The errors, outermost first.
    public let links: [Link]

    /// Creates a chain of known links, outermost first.
    public init(links: [Link]) {
        self.links = links
    }

    /// Creates the chain of an error by following `NSUnderlyingErrorKey`, at most eight errors deep.
    public init(_ error: any Error) {
        var links: [Link] = []
        var next: (any Error)? = error
        while let error = next, links.count < Self.maximumDepth {
            let cocoa = error as NSError
            links.append(Link(domain: cocoa.domain, code: cocoa.code))
            next = cocoa.userInfo[NSUnderlyingErrorKey] as? any Error
        }
        self.links = links
    }
}

extension ErrorChain: CustomStringConvertible {
    /// The chain on one line, such as `StoreError(3) < NSPOSIXErrorDomain(28)`.
    public var description: String {
        links.map { "\($0.domain)(\($0.code))" }.joined(separator: " < ")
    }
}
