import Foundation

/// Errors cut to what a definition declares.
public enum PixelError: Sendable {
    /// Returns an error with only domain and code of the first `depth` errors of the chain.
    public static func prefix(_ depth: Int, of error: any Error) -> any Error {
        var cut: NSError?
        for link in ErrorChain(error).links.prefix(max(depth, 1)).reversed() {
            cut = NSError(domain: link.domain, code: link.code, userInfo: cut.map { [NSUnderlyingErrorKey: $0] })
        }
        return cut ?? NSError(domain: "", code: 0)
    }
}

extension ErrorChain {
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
