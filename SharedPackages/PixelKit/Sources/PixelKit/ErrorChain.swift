import Foundation

/// An error and those under it, as domains and codes; descriptions and user info stay behind.
struct ErrorChain: Sendable, Hashable {
    struct Link: Sendable, Hashable {
        let domain: String
        let code: Int
    }

    /// Deeper chains, and cyclic ones, are cut here; the keys `ud9` and `ue9` belong to the last link.
    static let limit = 10

    let links: [Link]

    init(_ error: any Error) {
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

    /// The parameters `d`, `e`, then `ud`, `ue`, `ud2`, `ue2` … for the errors underneath.
    var parameters: PixelParameters {
        var parameters = PixelParameters()
        for (depth, link) in links.enumerated() {
            let prefix = depth == 0 ? "" : "u"
            let number = depth < 2 ? "" : String(depth)
            parameters.append("\(prefix)d\(number)", .string(link.domain))
            parameters.append("\(prefix)e\(number)", .int(link.code))
        }
        return parameters
    }
}
