package import Foundation
package import Subscription

/// The device's account, in a file that only its user can read.
package struct AccountFile: SubscriptionAccounts {
    private let url: URL

    package init(folder: URL) { url = folder.appending(path: "account.json") }

    package func account() throws -> SubscriptionAccount? {
        guard FileManager.default.fileExists(atPath: url.path(percentEncoded: false)) else { return nil }
        // A damaged file is no account: a new one is made, and a purchase can be restored.
        return try? JSONDecoder().decode(SubscriptionAccount.self, from: Data(contentsOf: url))
    }

    package func keep(_ account: SubscriptionAccount) throws {
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        try JSONEncoder().encode(account).write(to: url, options: .atomic)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path(percentEncoded: false))
    }
}
