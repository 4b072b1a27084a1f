import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// The database's file, its companions and its folder.
struct StoreFile: Sendable {
    /// Which file it is, whatever its name: a deleted or replaced file gets another identity.
    struct Identity: Equatable, Sendable {
        let device: UInt64
        let inode: UInt64
    }

    let folder: URL
    let name: String

    var path: String { folder.appending(path: name + ".sqlite").path(percentEncoded: false) }

    /// Creates the folder (0700) and the file (0600), and narrows the modes of existing ones.
    func prepare() throws(DatabaseError) {
        let folderPath = folder.path(percentEncoded: false)
        do {
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw .cannotOpen(path: folderPath, reason: Self.reason(of: error))
        }
        var status = stat()
        // A sticky folder such as /tmp is shared by design and keeps its mode.
        if stat(folderPath, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o1077 != 0,
            status.st_mode & 0o1000 == 0
        {
            chmod(folderPath, 0o700)
        }
        let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw .cannotOpen(path: path, reason: String(cString: strerror(errno)))
        }
        fchmod(descriptor, 0o600)  // SQLite gives the log and the index the mode of the file.
        close(descriptor)
        protect(path: path)
    }

    /// The identity of the file that bears the name now, or `nil` when there is none.
    var identity: Identity? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }

    /// Renames a damaged file and its companions to a dated name, and returns the new name of the file.
    func setAside(at date: Date) -> String? {
        let stamp = date.formatted(.iso8601.dateSeparator(.omitted).timeSeparator(.omitted))
        for attempt in 0..<100 {
            let aside = "\(name).damaged-\(stamp)\(attempt == 0 ? "" : "-\(attempt)").sqlite"
            let target = folder.appending(path: aside).path(percentEncoded: false)
            // `link` fails when the name is taken, unlike `rename`: two processes cannot overwrite each other's copy.
            guard link(path, target) == 0 else {
                if errno == EEXIST { continue }
                return nil
            }
            for suffix in ["-wal", "-shm"] { rename(path + suffix, target + suffix) }
            unlink(path)
            return aside
        }
        return nil
    }

    /// Removes every file that was set aside.
    func removeSetAside() {
        let folderPath = folder.path(percentEncoded: false)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folderPath)) ?? []
        for file in names where file.hasPrefix("\(name).damaged-") {
            unlink(folder.appending(path: file).path(percentEncoded: false))
        }
    }

    private static func reason(of error: any Error) -> String {
        let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
        guard let underlying, underlying.domain == NSPOSIXErrorDomain else { return "the folder cannot be created" }
        return String(cString: strerror(Int32(underlying.code)))
    }
}
