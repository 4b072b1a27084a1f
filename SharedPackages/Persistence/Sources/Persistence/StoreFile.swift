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

    /// The log and its index, which SQLite finds by name alone.
    private static let companions = ["-wal", "-shm"]

    let folder: URL
    let name: String

    private var folderPath: String { folder.path(percentEncoded: false) }
    var path: String { folder.appending(path: name + ".sqlite").path(percentEncoded: false) }

    /// The identity of the file that bears the name now, or `nil` when there is none.
    var identity: Identity? { Self.identity(of: path) }

    /// The identities of the log and its index.
    var companionIdentities: [Identity?] { Self.companions.map { Self.identity(of: path + $0) } }

    /// Creates the folder (0700) and the file (0600), and narrows the modes of existing ones.
    ///
    /// - Parameter stale: The companions of a file that no longer bears the name. They go: SQLite would take them
    ///   for those of the file that bears it now.
    func prepare(removing stale: [Identity?]) throws(DatabaseError) {
        try createFolder()
        try alone { () throws(DatabaseError) in
            let isNew = identity == nil
            for (companion, identity) in zip(Self.companions, stale + [nil, nil]) {
                guard let found = Self.identity(of: path + companion), isNew || found == identity else { continue }
                unlink(path + companion)
            }
            if isNew { try create() }
        }
        var status = stat()
        if stat(path, &status) == 0 {
            if status.st_mode & S_IFMT == S_IFDIR {
                throw .cannotOpen(path: path, reason: String(cString: strerror(EISDIR)))
            }
            // SQLite gives the log and the index the mode of the file.
            if status.st_mode & 0o077 != 0, status.st_uid == geteuid() { chmod(path, 0o600) }
        }
        protect(path: path)
    }

    /// Renames a damaged file and its companions to a dated name, and returns the new name of the file.
    ///
    /// - Parameter damaged: Which file it must be: another process may have set it aside already.
    func setAside(_ damaged: Identity?, at date: Date) -> String? {
        alone {
            guard identity == damaged else { return nil }
            let stamp = date.formatted(.iso8601.dateSeparator(.omitted).timeSeparator(.omitted))
            for attempt in 0..<1000 {
                let aside = "\(name).damaged-\(stamp)\(attempt == 0 ? "" : "-\(attempt)").sqlite"
                let target = folder.appending(path: aside).path(percentEncoded: false)
                if Self.identity(of: target) != nil { continue }
                guard rename(path, target) == 0 else { return nil }
                for companion in Self.companions { rename(path + companion, target + companion) }
                return aside
            }
            return nil
        }
    }

    /// Removes every file that was set aside.
    func removeSetAside() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folderPath)) ?? []
        for file in names where file.hasPrefix("\(name).damaged-") {
            unlink(folder.appending(path: file).path(percentEncoded: false))
        }
    }

    // MARK: - Steps

    private func createFolder() throws(DatabaseError) {
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
        guard stat(folderPath, &status) == 0, status.st_uid == geteuid() else { return }
        // A sticky folder such as /tmp is shared by design and keeps its mode.
        if status.st_mode & 0o077 != 0, status.st_mode & 0o1000 == 0 { chmod(folderPath, 0o700) }
    }

    /// Creates an empty file under another name first: closing a descriptor of a file drops every lock that this
    /// process holds on it, so a file that SQLite may have open must never be opened here.
    private func create() throws(DatabaseError) {
        let draft = "\(path).new"  // One at a time: the folder is locked.
        let descriptor = open(draft, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .cannotOpen(path: path, reason: String(cString: strerror(errno))) }
        close(descriptor)
        guard rename(draft, path) == 0 else {
            throw .cannotOpen(path: path, reason: String(cString: strerror(errno)))
        }
    }

    /// Keeps the other processes that share the folder out of `body`.
    private func alone<T, E: Error>(_ body: () throws(E) -> T) throws(E) -> T {
        let descriptor = open(folderPath, O_RDONLY | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        if descriptor >= 0 { flock(descriptor, LOCK_EX) }
        return try body()
    }

    private static func identity(of path: String) -> Identity? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }

    private static func reason(of error: any Error) -> String {
        let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
        guard let underlying, underlying.domain == NSPOSIXErrorDomain else { return "the folder cannot be created" }
        return String(cString: strerror(Int32(underlying.code)))
    }
}

extension StoreFile {
    #if canImport(Darwin)
    /// Makes the file readable from the first unlock after a restart on, and keeps it out of backups.
    func protect(path: String) {
        var url = URL(filePath: path)
        var values = URLResourceValues()
        values.isExcludedFromBackup = true
        try? url.setResourceValues(values)
        #if os(iOS)
        // Later than "complete": events also happen while the device is locked.
        try? FileManager.default.setAttributes(
            [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication],
            ofItemAtPath: path
        )
        #endif
    }
    #else
    /// Linux has neither file protection nor a system backup to be left out of.
    func protect(path: String) {}
    #endif
}
