package import Foundation

/// A folder for one test. It is removed with this object.
package final class TemporaryFolder: Sendable {
    package let url: URL

    /// Chooses a path. Nothing exists there yet.
    package init() {
        // The path a program reports for itself holds no symbolic links.
        let parent = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
        url = parent.appending(path: "test-\(UInt64.random(in: .min ... .max))")
    }

    package var path: String { url.path(percentEncoded: false) }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Creates a folder, passes it to `body` and removes it.
    package static func with<Result>(_ body: (TemporaryFolder) async throws -> Result) async throws -> Result {
        let folder = TemporaryFolder()
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        return try await body(folder)
    }

    package func file(_ name: String) -> URL { url.appending(path: name) }

    /// Writes a file, and creates the folders above it.
    @discardableResult
    package func write(_ text: String, to path: String, permissions: Int = 0o644) throws -> URL {
        let file = file(path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: false, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file.path())
        return file
    }

    /// The sorted names of the entries.
    package var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    /// Returns the sorted names of the files that contain a text.
    package func names(holding text: String) -> [String] {
        names.filter { (try? Data(contentsOf: file($0)))?.range(of: Data(text.utf8)) != nil }
    }

    /// Returns the permissions of a file, or of the folder.
    package func mode(of name: String = "") throws -> Int {
        let path = name.isEmpty ? path : file(name).path(percentEncoded: false)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
    }
}
