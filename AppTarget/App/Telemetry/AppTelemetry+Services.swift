#if canImport(GameKit)
import Foundation
import Telemetry

extension AppTelemetry {
    /// Game Center.
    static func achievementTerminal(in folder: URL) -> any AchievementReporting { GameKitAchievements() }
}
#else
import Foundation
import Telemetry

extension AppTelemetry {
    /// A file, where there is no Game Center.
    static func achievementTerminal(in folder: URL) -> any AchievementReporting {
        FileAchievements(in: JSONFile(at: folder.appending(path: "achievements.json")))
    }
}
#endif
