package import Foundation
import MaliciousSiteProtection
import Persistence
import Primitives

/// The person's settings, in one small JSON file that is replaced as a whole.
package final class SettingsFile: ProtectionSettings {
    private struct Settings: Codable {
        var isMaliciousSiteProtectionOn = true
    }

    private let url: URL
    private let settings: Locked<Settings>

    /// Reads the settings; a file that is missing or cannot be read gives the defaults.
    package init(folder: URL) {
        url = folder.appending(path: "settings.json")
        let read = (try? Data(contentsOf: url)).flatMap { try? JSONDecoder().decode(Settings.self, from: $0) }
        settings = Locked(read ?? Settings())
    }

    package var isProtectionOn: Bool { settings.withLock { $0.isMaliciousSiteProtectionOn } }

    /// Keeps the choice.
    ///
    /// - Throws: A ``SettingsError`` when the file cannot be written; then the old choice holds.
    package func setProtection(on isOn: Bool) throws {
        var changed = settings.withLock { $0 }
        changed.isMaliciousSiteProtectionOn = isOn
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            try JSONEncoder().encode(changed).write(to: url, options: .atomic)
        } catch {
            throw SettingsError.cannotWrite(path: url.path(percentEncoded: false))
        }
        let kept = changed
        settings.withLock { $0 = kept }
    }
}
