#if canImport(GameKit)
import Foundation
import Telemetry

extension AppTelemetry {
    static func achievementService(in folder: URL) -> any AchievementReporting { GameKitAchievements() }

    static func scoreService(in folder: URL) -> any ScoreReporting { GameKitScores() }
}
#else
import Foundation
import Telemetry

// Files instead of Game Center.
extension AppTelemetry {
    static func achievementService(in folder: URL) -> any AchievementReporting {
        FileAchievements(in: JSONFile(at: folder.appending(path: "achievements.json")))
    }

    static func scoreService(in folder: URL) -> any ScoreReporting {
        FileScores(in: JSONFile(at: folder.appending(path: "scores.json")))
    }
}
#endif
