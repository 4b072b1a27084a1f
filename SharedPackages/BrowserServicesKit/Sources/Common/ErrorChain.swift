import Foundation

/// An error and those under it, as domains and codes; descriptions and user info stay behind.
package struct ErrorChain: Sendable, Hashable {
    package struct Link: Sendable, Hashable {
        package let domain: String
        package let code: Int

        package init(domain: String, code: Int) {
            self.domain = domain
            self.code = code
        }
    }

    /// Deeper chains, and cyclic ones, are cut here: definitions name nine errors under the first.
    package static let limit = 10

    /// The error itself, then the one under it, and so on.
    package let links: [Link]

    package init(_ error: any Error) {
        var links: [Link] = []
        var next: NSError? = error as NSError
        while let current = next, links.count < Self.limit {
            links.append(Link(domain: Self.domain(of: current), code: current.code))
            // Through `Error`: off Apple's platforms a Swift error in a dictionary is no `NSError` yet.
            next = (current.userInfo[NSUnderlyingErrorKey] as? any Error).map { $0 as NSError }
        }
        self.links = links
    }

    /// The domain without the addresses by which Swift tells private types apart: they differ from launch to launch.
    private static func domain(of error: NSError) -> String {
        let domain = error.domain
        guard domain.utf8.contains(UInt8(ascii: "(")) else { return domain }
        return domain.replacing(/\(unknown context at \$[0-9a-f]+\)\./, with: "")
    }
}
