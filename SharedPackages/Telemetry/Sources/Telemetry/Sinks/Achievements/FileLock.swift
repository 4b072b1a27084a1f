import Foundation

/// Keeps everybody else who asks for the same lock waiting for as long as it lives; the death of the process frees it.
final class FileLock: Sendable {
    private let descriptor: Int32

    /// Waits until nobody else holds the lock.
    ///
    /// - Throws: `TelemetryError.file` when its file can be neither opened nor created.
    init(at url: URL) throws(TelemetryError) {
        let path = url.path(percentEncoded: false)
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .file(path, errno: errno) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw .file(path, errno: errno) }
        }
    }

    deinit { close(descriptor) }
}
