package import Foundation
package import Subscription

/// The account and the unfinished purchase of the device, in one file that only its user can read.
///
/// The file is replaced as a whole and flushed to the disk. On iOS it is readable after the first unlock.
package struct AccountFile: SubscriptionStorage {
    private struct Record: Codable {
        var account: SubscriptionAccount?
        var purchase: UnfinishedPurchase?
    }

    private let folder: URL
    private var url: URL { folder.appending(path: "account.json") }

    package init(folder: URL) { self.folder = folder }

    package func account() throws -> SubscriptionAccount? { try read().account }
    package func unfinishedPurchase() throws -> UnfinishedPurchase? { try read().purchase }
    package func store(_ account: SubscriptionAccount) throws { try change { $0.account = account } }
    package func store(_ purchase: UnfinishedPurchase?) throws { try change { $0.purchase = purchase } }

    private func read() throws -> Record {
        guard FileManager.default.fileExists(atPath: url.path(percentEncoded: false)) else { return Record() }
        let data = try Data(contentsOf: url)
        let decoder = JSONDecoder()
        if let record = try? decoder.decode(Record.self, from: data), record.account != nil || record.purchase != nil {
            return record
        }
        // Earlier versions stored the account alone. A record without content is `{}`.
        if let account = try? decoder.decode(SubscriptionAccount.self, from: data) { return Record(account: account) }
        if (try? decoder.decode([String: String].self, from: data)) == nil { try setAside() }
        return Record()
    }

    /// Keeps a damaged file beside the new one.
    private func setAside() throws {
        let damaged = folder.appending(path: "account-damaged.json")
        try? FileManager.default.removeItem(at: damaged)
        try FileManager.default.moveItem(at: url, to: damaged)
    }

    private func change(_ change: (inout Record) -> Void) throws {
        var record = try read()
        change(&record)
        try createFolder()
        // Created with its permissions, so that the secret is never readable by others.
        let new = folder.appending(path: "account-\(UUID().uuidString).tmp")
        let attributes: [FileAttributeKey: Any] = [
            .posixPermissions: 0o600, .protectionKey: FileProtectionType.completeUntilFirstUserAuthentication,
        ]
        let path = new.path(percentEncoded: false)
        guard FileManager.default.createFile(atPath: path, contents: nil, attributes: attributes) else {
            throw SettingsError.cannotWrite(path: url.path(percentEncoded: false))
        }
        do {
            let file = try FileHandle(forWritingTo: new)
            try file.write(contentsOf: JSONEncoder().encode(record))
            try file.synchronize()
            try file.close()
            guard rename(path, url.path(percentEncoded: false)) == 0 else {
                throw SettingsError.cannotWrite(path: url.path(percentEncoded: false))
            }
        } catch {
            try? FileManager.default.removeItem(at: new)
            throw error
        }
    }

    private func createFolder() throws {
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// Locks a file of the folder. The system releases the lock when its process ends.
    package func acquire(_ lock: SubscriptionLock) throws -> (@Sendable () -> Void)? {
        try createFolder()
        let path = folder.appending(path: "\(lock.rawValue).lock").path(percentEncoded: false)
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SettingsError.cannotWrite(path: path) }
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return { _ = close(descriptor) } }
        let isHeld = errno == EWOULDBLOCK
        close(descriptor)
        if isHeld { return nil }
        throw SettingsError.cannotWrite(path: path)
    }
}
