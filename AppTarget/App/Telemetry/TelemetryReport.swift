import CommandLineKit
import Foundation
import Primitives
import Telemetry

/// The state of telemetry, for printing.
struct TelemetryReport {
    let status: TelemetryStatus
    /// The counts by record.
    var records: [String: Int] = [:]
    /// The ids of the unconfirmed milestones. All of them until they are read.
    var unconfirmed = Set(Records.milestones.map(\.id))
    /// The accepted score of each leaderboard.
    var submitted: [String: Int] = [:]

    var json: JSONLine {
        [
            "observed": status.observed, "waiting": status.waiting, "dropped": status.dropped,
            "refused": status.refused, "sinks": status.sinks.map(SinkJSON.init), "records": records,
            "milestones": Records.milestones.map { milestone in
                MilestoneJSON(
                    id: milestone.id, record: milestone.record, count: records[milestone.record, default: 0],
                    goal: milestone.count, confirmed: !unconfirmed.contains(milestone.id))
            },
            "leaderboards": Records.leaderboards.map { leaderboard in
                LeaderboardJSON(
                    id: leaderboard.id, record: leaderboard.record, score: records[leaderboard.record, default: 0],
                    submitted: submitted[leaderboard.id])
            },
        ]
    }

    var text: String {
        var lines = ["events      observed \(status.observed), waiting \(status.waiting), dropped \(status.dropped)"]
        lines.append("sinks       in their order:")
        lines += SinkTable(status.sinks).lines.map { "  \($0)" }
        lines.append("records     \(records.isEmpty ? "none" : "of all launches:")")
        lines += records.sorted { $0.key < $1.key }.map { "  \($0.key) \($0.value)" }
        lines.append("milestones")
        lines += Records.milestones.map { "  \($0.id): \(progress(of: $0))" }
        lines.append("leaderboards")
        lines += Records.leaderboards.map { "  \($0.id): \(state(of: $0))" }
        return lines.joined(separator: "\n")
    }

    private func progress(of milestone: Milestone) -> String {
        if !unconfirmed.contains(milestone.id) { return "confirmed" }
        let count = records[milestone.record, default: 0]
        return count < milestone.count ? "\(count) of \(milestone.count)" : "reached, not confirmed yet"
    }

    private func state(of leaderboard: Leaderboard) -> String {
        let score = records[leaderboard.record, default: 0]
        if score == 0 { return "no score" }
        return submitted[leaderboard.id, default: 0] >= score ? "\(score) submitted" : "\(score) not submitted yet"
    }
}

/// The sinks with their counts and settings, and the sinks behind them, as a table.
private struct SinkTable {
    private static let heads = [
        "", "type", "pace", "delivered", "failed", "dropped", "pending", "lags", "last failure", "settings",
    ]
    private var rows = [heads]

    init(_ sinks: [SinkStatus]) {
        for sink in sinks { add(sink, depth: 0) }
    }

    var lines: [String] {
        let widths = Self.heads.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = row.indices.map { column in
                row[column].padding(toLength: widths[column], withPad: " ", startingAt: 0)
            }
            return cells.joined(separator: "  ").replacing(/\ +$/, with: "")
        }
    }

    private mutating func add(_ sink: SinkStatus, depth: Int) {
        let counts = [sink.delivered, sink.failed, sink.dropped, sink.pending, sink.lags].map(String.init)
        add(sink.sink, [sink.pace.words] + counts + [sink.lastFailure?.description ?? ""], depth: depth)
        let innermost = addWrapped(sink.sink, depth: depth)
        for sink in sink.downstream?.sinks ?? [] { add(sink, depth: innermost + 1) }
    }

    /// Adds the sinks that a sink calls itself. They have no counts of their own.
    ///
    /// - Returns: The depth of the innermost sink.
    private mutating func addWrapped(_ sink: SinkDescription, depth: Int) -> Int {
        var innermost = depth
        for wrapped in sink.wrapped {
            add(wrapped, Array(repeating: "", count: Self.heads.count - 3), depth: depth + 1)
            innermost = max(innermost, addWrapped(wrapped, depth: depth + 1))
        }
        return innermost
    }

    private mutating func add(_ sink: SinkDescription, _ cells: [String], depth: Int) {
        rows.append([String(repeating: "  ", count: depth) + sink.name, sink.type] + cells + [sink.settings])
    }
}

extension SinkStatus.Pace {
    fileprivate var words: String {
        switch self {
        case .inTurn: "in turn"
        case .lagging: "lagging"
        case .following: "following"
        }
    }
}

private struct MilestoneJSON: Encodable {
    let id: String
    let record: String
    let count: Int
    let goal: Int
    let confirmed: Bool
}

private struct LeaderboardJSON: Encodable {
    let id: String
    let record: String
    let score: Int
    let submitted: Int?
}

private struct SinkJSON: Encodable {
    let name: String
    let type: String
    let settings: String
    let wrapped: [WrappedSinkJSON]
    let pace: String
    let delivered: Int
    let failed: Int
    let dropped: Int
    let pending: Int
    let lags: Int
    let lastFailure: String?
    let downstream: [SinkJSON]?

    init(_ sink: SinkStatus) {
        name = sink.name
        type = sink.type
        settings = sink.sink.settings
        wrapped = sink.sink.wrapped.map(WrappedSinkJSON.init)
        pace = sink.pace.rawValue
        delivered = sink.delivered
        failed = sink.failed
        dropped = sink.dropped
        pending = sink.pending
        lags = sink.lags
        lastFailure = sink.lastFailure?.description
        downstream = sink.downstream?.sinks.map(SinkJSON.init)
    }
}

private struct WrappedSinkJSON: Encodable {
    let name: String
    let type: String
    let settings: String
    let wrapped: [WrappedSinkJSON]

    init(_ sink: SinkDescription) {
        name = sink.name
        type = sink.type
        settings = sink.settings
        wrapped = sink.wrapped.map(WrappedSinkJSON.init)
    }
}
