import CommandLineKit
import Foundation
import PixelKit
import WideEvent

extension Command {
    static let status = Command(
        "status", summary: "Show consent, accounts, windows, waiting requests and pending flows.",
        details: """
            The accounts balance: accepted = delivered + pending + dropped. Flows that earlier launches left behind are ended \
            first.
            """
    ) { invocation in
        guard invocation.arguments.isEmpty else { throw invocation.usage("'status' takes no arguments.") }
        return try await invocation.withApp { app in
            await app.recover()
            let status = try await app.pixels.status()
            let flows = try await app.wideEvents.pendingFlows()
            invocation.print(status.json(flows), or: status.text + flows.text)
            return .success
        }
    }
}

extension PixelStatus {
    func json(_ flows: [WideEventStore.PendingFlow]) -> JSONLine {
        [
            "consent": consent.rawValue, "accounts": accounts, "balanced": accounts.isBalanced,
            "windows": windows.map {
                WindowJSON(
                    name: $0.name, leg: $0.leg, since: $0.since.formatted(.iso8601), isHandWritten: $0.isHandWritten)
            },
            "waiting": waiting.map {
                RequestJSON(
                    id: $0.id, target: $0.target, attempts: $0.attempts,
                    nextAttempt: $0.nextAttempt?.formatted(.iso8601), isHandWritten: $0.isHandWritten)
            },
            "flows": flows.map { FlowJSON(name: $0.name, started: $0.started.formatted(.iso8601), data: $0.json) },
            "handWritten": handWritten,
        ]
    }

    private struct WindowJSON: Encodable {
        let name: String
        let leg: String
        let since: String
        let isHandWritten: Bool
    }

    private struct FlowJSON: Encodable {
        let name: String
        let started: String
        let data: String
    }

    private struct RequestJSON: Encodable {
        let id: Int64
        let target: String
        let attempts: Int
        let nextAttempt: String?
        let isHandWritten: Bool
    }

    var text: String {
        var lines = ["consent     \(consent.rawValue)", accounts.text]
        lines.append("windows     \(windows.isEmpty ? "all open" : "closed:")")
        lines += windows.map { window in
            let leg = window.leg.isEmpty ? "" : ", \(window.leg)"
            let keyed = window.isKeyed ? ", one of several" : ""
            let mark = window.isHandWritten ? ", hand-written" : ""
            return "  \(window.name)\(leg), since \(window.since.formatted(.iso8601))\(keyed)\(mark)"
        }
        lines.append("waiting     \(waiting.isEmpty ? "nothing" : "\(accounts.pending), the oldest first:")")
        lines += waiting.map { request in
            let times = request.attempts == 1 ? "once" : "\(request.attempts) times"
            let marks =
                (request.attempts == 0 ? [] : ["tried \(times)"]) + (request.isHandWritten ? ["hand-written"] : [])
            return "  \(request.target)" + (marks.isEmpty ? "" : " (\(marks.joined(separator: ", ")))")
        }
        // Only worth a line where there are any: in this app every pixel has a definition.
        if !handWritten.isEmpty { lines.append("hand-written  \(handWritten.joined(separator: ", "))") }
        return lines.joined(separator: "\n")
    }
}

extension [WideEventStore.PendingFlow] {
    /// The flows that wait for their end, a line each; empty when there are none.
    var text: String {
        let lines = map { "\n              \($0.name), since \($0.started.formatted(.iso8601))" }
        return isEmpty ? "" : "\nflows       \(count), the oldest first:" + lines.joined()
    }
}

extension Accounts {
    /// The equation, then what stands beside it.
    var text: String {
        let lost = dropped.values.reduce(0, +)
        let reasons = dropped.filter { $0.value > 0 }.sorted { $0.key.rawValue < $1.key.rawValue }
            .map { "\($0.key.rawValue) \($0.value)" }
        let why = reasons.isEmpty ? "" : " (\(reasons.joined(separator: ", ")))"
        return """
            accounts    accepted \(accepted) \(isBalanced ? "=" : "≠") delivered \(delivered) + pending \(pending) \
            + dropped \(lost)\(why)
                        suppressed \(suppressed), resent \(resent)
            """
    }
}
