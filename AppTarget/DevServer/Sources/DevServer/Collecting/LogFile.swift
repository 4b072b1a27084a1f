import Foundation

/// A file that grows by whole lines.
final class LogFile: Sendable {
    private let descriptor: Int32

    /// Opens or creates the file; what it holds stays.
    ///
    /// - Throws: ``LocalServerError/cannotOpenLog(path:reason:)``.
    init(_ url: URL) throws(LocalServerError) {
        descriptor = open(url.path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw .cannotOpenLog(path: url.path, reason: String(cString: strerror(errno)))
        }
    }

    deinit { close(descriptor) }

    /// Adds a line in one write, so that several processes may share the file.
    func append(line: String) throws {
        var rest = Array((line + "\n").utf8)[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            guard written >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
            rest = rest.dropFirst(written)
        }
    }
}
