package import Foundation
import MaliciousSiteProtection
import Persistence
import Primitives

/// The settings of the app, in a JSON file that each change replaces.
package final class SettingsFile: ProtectionSettings {
    private struct Settings: Codable {
        var isMaliciousSiteProtectionOn = true
    }

    private let url: URL
    private let settings: Locked<Settings>

    /// Reads the settings. A missing or unreadable file gives the defaults.
    package init(folder: URL) {
        url = folder.appending(path: "settings.json")
        let read = (try? Data(contentsOf: url)).flatMap { try? JSONDecoder().decode(Settings.self, from: $0) }
        settings = Locked(read ?? Settings())
    }

    package var isProtectionOn: Bool { settings.withLock { $0.isMaliciousSiteProtectionOn } }

    /// Stores the choice.
    ///
    /// - Throws: ``SettingsError`` if the file cannot be written. The old choice stays in effect.
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

/// The reason why the settings could not be stored.
package enum SettingsError: Error, Equatable, Sendable {
    /// The file cannot be written.
    case cannotWrite(path: String)
}

extension SettingsError: CustomStringConvertible {
    /// The path and the remedy.
    package var description: String {
        switch self {
        case .cannotWrite(let path):
            "Settings: cannot write '\(path)'. The old settings stay in effect. Check that the folder is writable."
        }
    }
}
