// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the Apple-only files use of GameKit, declared after its public documentation, for type-checking elsewhere.

public import Foundation

open class GKAchievement: NSObject {
    public init(identifier: String) { fatalError() }
    open var identifier: String
    open var percentComplete: Double
    open var isCompleted: Bool { fatalError() }
    open var showsCompletionBanner: Bool
    open class func loadAchievements(
        completionHandler: (@Sendable ([GKAchievement]?, (any Error)?) -> Void)? = nil
    ) { fatalError() }
    open class func report(
        _ achievements: [GKAchievement],
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) { fatalError() }
}

open class GKPlayer: NSObject {}

open class GKLocalPlayer: GKPlayer {
    open class var local: GKLocalPlayer { fatalError() }
}

open class GKLeaderboard: NSObject {
    open class func submitScore(
        _ score: Int,
        context: Int,
        player: GKPlayer,
        leaderboardIDs: [String],
        completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) { fatalError() }
}
