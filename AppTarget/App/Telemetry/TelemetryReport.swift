import CommandLineKit
import Foundation
import Primitives
import Telemetry

/// The state of telemetry, for printing.
struct TelemetryReport {
    let status: TelemetryStatus
    /// The counts by record.
    var records: [String: Int] = [:]
    /// The ids of the milestones that are not confirmed; at first all.
    var unconfirmed = Set(Records.milestones.map(\.id))

    var json: JSONLine {
        [
            "observed": status.observed, "waiting": status.waiting, "dropped": status.dropped,
            "refused": status.refused, "sinks": status.sinks.map(SinkJSON.init), "records": records,
            "milestones": Records.milestones.map { milestone in
                MilestoneJSON(
                    id: milestone.id, record: milestone.record, count: records[milestone.record, default: 0],
                    goal: milestone.count, confirmed: !unconfirmed.contains(milestone.id))
            },
        ]
    }

    var text: String {
        var lines = ["events      observed \(status.observed), waiting \(status.waiting), dropped \(status.dropped)"]
        lines.append("sinks       in their order:")
        lines += Self.table(of: status.sinks).map { "  \($0)" }
        lines.append("records     \(records.isEmpty ? "none" : "of all launches:")")
        lines += records.sorted { $0.key < $1.key }.map { "  \($0.key) \($0.value)" }
        lines.append("milestones")
        lines += Records.milestones.map { milestone in
            let count = records[milestone.record, default: 0]
            let progress =
                if !unconfirmed.contains(milestone.id) {
                    "confirmed"
                } else {
                    count < milestone.count ? "\(count) of \(milestone.count)" : "reached, not confirmed yet"
                }
            return "  \(milestone.id): \(progress)"
        }
        return lines.joined(separator: "\n")
    }

    private static func table(of sinks: [SinkStatus]) -> [String] {
        let heads = ["", "type", "pace", "delivered", "failed", "dropped", "pending", "lags", "last failure"]
        let rows = [heads] + rows(of: sinks, depth: 0)
        let widths = heads.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = row.indices.map { column in
                row[column].padding(toLength: widths[column], withPad: " ", startingAt: 0)
            }
            return cells.joined(separator: "  ").replacing(/\ +$/, with: "")
        }
    }

    private static func rows(of sinks: [SinkStatus], depth: Int) -> [[String]] {
        sinks.flatMap { sink in
            let counts = [sink.delivered, sink.failed, sink.dropped, sink.pending, sink.lags].map(String.init)
            let name = String(repeating: "  ", count: depth) + sink.name
            let row = [name, sink.type, sink.pace.words] + counts + [sink.lastFailure?.description ?? ""]
            return [row] + rows(of: sink.downstream?.sinks ?? [], depth: depth + 1)
        }
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

private struct SinkJSON: Encodable {
    let name: String
    let type: String
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
