package import Foundation

/// A folder that is removed with this object.
package final class TemporaryFolder: Sendable {
    package let url: URL

    package init() {
        url = FileManager.default.temporaryDirectory.appending(path: "storage-\(UInt64.random(in: .min ... .max))")
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    package func file(_ name: String) -> URL { url.appending(path: name) }

    /// The names in the folder, sorted.
    package var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: url.path(percentEncoded: false))) ?? []).sorted()
    }

    /// The names of the files that hold some bytes, sorted.
    package func names(holding text: String) -> [String] {
        names.filter { (try? Data(contentsOf: file($0)))?.range(of: Data(text.utf8)) != nil }
    }

    package func mode(of name: String = "") throws -> Int {
        let path = name.isEmpty ? url.path(percentEncoded: false) : file(name).path(percentEncoded: false)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
    }
}
