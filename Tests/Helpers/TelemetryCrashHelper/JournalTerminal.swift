import Foundation
import Telemetry

/// A terminal whose word is a journal: every report, and every confirmation, is a line in it the moment it happens.
actor JournalTerminal: AchievementReporting {
    private let journal: Int32
    private let url: URL
    private let isReliable: Bool
    private let progress: Progress

    init(at url: URL, isReliable: Bool, progress: Progress) {
        self.url = url
        self.isReliable = isReliable
        self.progress = progress
        journal = open(url.path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    }

    func confirmed() throws -> Set<String> {
        let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
        return Set(lines.filter { $0.hasPrefix("confirmed ") }.map { String($0.dropFirst(10)) })
    }

    /// Reports; unless it is reliable, it refuses one time in five, and loses its answer one time in five.
    func report(_ milestone: Milestone) throws {
        let lot = isReliable ? 4 : Int.random(in: 0..<5)
        note("reported \(milestone.id)")
        if lot == 0 { throw CancellationError() }
        note("confirmed \(milestone.id)")
        if lot == 1 { throw CancellationError() }
    }

    private func note(_ line: String) {
        progress.step()
        _ = (line + "\n").withCString { write(journal, $0, strlen($0)) }
        progress.step()
    }
}
