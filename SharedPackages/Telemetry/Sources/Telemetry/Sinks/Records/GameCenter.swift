#if canImport(GameKit)
import Foundation
import GameKit

/// Reports milestones as Game Center achievements with the same ids.
///
/// Without a signed-in player every call throws `GKError.notAuthenticated`, and milestones are reported later.
public struct GameKitAchievements: AchievementReporting {
    private let showsBanner: Bool

    /// Creates a service.
    ///
    /// - Parameter showsBanner: Whether Game Center shows a banner to the player.
    public init(showsBanner: Bool = true) { self.showsBanner = showsBanner }

    /// Returns the ids of the player's completed achievements.
    public func confirmed() async throws -> Set<String> {
        try await withCheckedThrowingContinuation { continuation in
            GKAchievement.loadAchievements { achievements, error in
                // Only the ids leave this closure, because achievements belong to one thread.
                if let error { return continuation.resume(throwing: error) }
                let completed = (achievements ?? []).filter(\.isCompleted)
                continuation.resume(returning: Set(completed.map(\.identifier)))
            }
        }
    }

    /// Completes the achievement with the milestone's id.
    public func report(_ milestone: Milestone) async throws {
        let achievement = GKAchievement(identifier: milestone.id)
        achievement.percentComplete = 100
        achievement.showsCompletionBanner = showsBanner
        try await withCompletion { GKAchievement.report([achievement], withCompletionHandler: $0) }
    }
}

/// Submits scores to Game Center leaderboards with the same ids.
///
/// Without a signed-in player every call throws `GKError.notAuthenticated`, and scores are submitted later.
public struct GameKitScores: ScoreReporting {
    /// Creates a service.
    public init() {}

    /// Submits the local player's score. Game Center keeps the best one.
    public func submit(_ score: Int, to leaderboard: String) async throws {
        try await withCompletion {
            GKLeaderboard.submitScore(
                score, context: 0, player: GKLocalPlayer.local, leaderboardIDs: [leaderboard], completionHandler: $0)
        }
    }
}

/// Waits for the completion handler of `body`.
private func withCompletion(_ body: (@escaping @Sendable ((any Error)?) -> Void) -> Void) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        body { error in
            if let error { continuation.resume(throwing: error) } else { continuation.resume() }
        }
    }
}
#endif
