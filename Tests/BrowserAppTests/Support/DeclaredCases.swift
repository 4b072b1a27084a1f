import Foundation
import TestSupport
import Testing

/// The cases of an enum, read from its source.
enum DeclaredCases {
    /// Returns the names of the cases of a public enum of `SharedPackages`, in order.
    static func of(_ type: String) throws -> [String] {
        let folder = Repository.root.appending(path: "SharedPackages")
        let sources = try FileManager.default.subpathsOfDirectory(atPath: folder.path())
            .filter { $0.contains("/Sources/") && $0.hasSuffix(".swift") }
            .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
        let source = try #require(sources.first { $0.contains("\npublic enum \(type):") }, "\(type)")
        let body = try #require(source.components(separatedBy: "public enum \(type):").last)
        return body.prefix(upTo: body.range(of: "\n}")?.lowerBound ?? body.endIndex)
            .matches(of: /\n    case (\w+)/).map { String($0.1) }
    }
}
