import Common
import Primitives

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
