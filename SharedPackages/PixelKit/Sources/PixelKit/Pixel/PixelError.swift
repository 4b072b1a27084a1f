import Common
import Foundation
import Primitives

/// Errors cut to what a definition declares.
public enum PixelError: Sendable {
    /// Domain and code of `error` and of those underneath, `depth` in all; everything else stays behind.
    public static func prefix(_ depth: Int, of error: any Error) -> any Error {
        var cut: NSError?
        for link in ErrorChain(error).links.prefix(max(depth, 1)).reversed() {
            cut = NSError(domain: link.domain, code: link.code, userInfo: cut.map { [NSUnderlyingErrorKey: $0] })
        }
        return cut ?? NSError(domain: "", code: 0)
    }
}
