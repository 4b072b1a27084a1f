package import Foundation

/// A folder that exists as long as a test needs it.
package struct TemporaryFolder: Sendable {
    /// Where it is.
    package let url: URL

    /// Creates a folder, hands it to `body` and removes it.
    package static func with<Result>(_ body: (TemporaryFolder) async throws -> Result) async throws -> Result {
        // The path a program reports for itself holds no symbolic links.
        let parent = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
        let folder = TemporaryFolder(url: parent.appending(path: UUID().uuidString))
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder.url) }
        return try await body(folder)
    }

    /// Writes a file, and the folders it lies in.
    @discardableResult
    package func write(_ text: String, to path: String, permissions: Int = 0o644) throws -> URL {
        let file = url.appending(path: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: false, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file.path())
        return file
    }
}
