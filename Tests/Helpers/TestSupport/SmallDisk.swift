package import Foundation

#if canImport(Glibc)
import Glibc

/// A file system of 512 KiB in memory, to be filled for real.
package final class SmallDisk: Sendable {
    package let url: URL

    /// Fails where the process may not mount.
    package init?() {
        url = FileManager.default.temporaryDirectory.appending(path: "disk-\(UInt64.random(in: .min ... .max))")
        let path = url.path(percentEncoded: false)
        guard mkdir(path, 0o700) == 0 else { return nil }
        guard mount("tmpfs", path, "tmpfs", 0, "size=512k") == 0 else {
            rmdir(path)
            return nil
        }
    }

    deinit {
        umount2(url.path(percentEncoded: false), Int32(MNT_DETACH))
        rmdir(url.path(percentEncoded: false))
    }

    /// Takes all the room that is left.
    package func fill() {
        let descriptor = open(url.appending(path: "ballast").path(percentEncoded: false), O_CREAT | O_WRONLY, 0o600)
        let page = [UInt8](repeating: 0xFF, count: 4096)
        while write(descriptor, page, page.count) == page.count {}
        close(descriptor)
    }

    /// Gives the room back.
    package func clear() { unlink(url.appending(path: "ballast").path(percentEncoded: false)) }
}
#endif
