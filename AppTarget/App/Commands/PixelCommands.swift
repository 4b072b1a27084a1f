import CommandLineKit
import Foundation
import PixelKit
import WideEvent

extension Command {
    static let status = Command(
        "status", summary: "Show consent, accounts, windows, queued requests and pending flows.",
        details: """
            The accounts balance: accepted = delivered + pending + dropped. Flows of earlier launches are finished first.
            """
    ) { invocation in
        try await invocation.withApp { app in
            await app.recover()
            let status = try await app.pixels.status()
            let flows = try await app.wideEvents.pendingFlows()
            invocation.print(status.json(flows), or: status.text + flows.text)
            return .success
        }
    }

    static let explain = Command(
        "explain", Argument(.name("PIXEL", of: AppPixels.samples.map(\.pixel.name))),
        summary: "Explain whether a pixel would be sent now, and why.",
        details: "Fires nothing. PIXEL is a name without suffixes: "
            + AppPixels.samples.map(\.pixel.name).joined(separator: ", ") + "."
    ) { invocation in
        let samples = AppPixels.samples.filter { $0.pixel.name == invocation.arguments[0] }
        return try await invocation.withApp { app in
            for sample in samples {
                for leg in try await app.pixels.explain(sample.pixel, frequency: sample.frequency).legs {
                    invocation.print(
                        ["pixel": leg.name, "queued": leg.isQueued, "reason": leg.reason],
                        or: "\(leg.name): \(leg.reason)")
                }
            }
            return .success
        }
    }

    static let flush = Command(
        "flush", summary: "Send the queued requests.",
        details: "Exits with 1 if requests are still queued at the deadline.",
        options: [Option("--deadline", .text("SECONDS"), help: "How long to try. By default 5 seconds.")]
    ) { invocation in
        let seconds = try invocation.value("--deadline", expected: "a number of seconds from 0 to 86400") { text in
            Double(text).flatMap { (0...86_400).contains($0) ? $0 : nil }
        }
        return try await invocation.withApp(flushing: false) { app in
            let result = await invocation.console.showing("Sending to \(app.configuration.pixelURL.absoluteString)…") {
                await app.pixels.flush(timeout: .seconds(seconds ?? 5))
            }
            guard result != .drained else {
                invocation.print(["result": "drained", "pending": 0], or: "Nothing is queued.")
                return .success
            }
            let pending = try await app.pixels.accounts().pending
            invocation.print(
                ["result": "timedOut", "pending": pending],
                or: pending == 1 ? "1 request is still queued." : "\(pending) requests are still queued.")
            return .failure
        }
    }

    static let consent = Command(
        "consent", Argument(.word(["granted", "pending", "denied", "status"])),
        summary: "Show or change the consent to measurements.",
        details: """
            'granted' sends pixels. 'pending' stores them without sending. 'denied' erases stored pixels and stores no \
            new ones.
            """
    ) { invocation in
        try await invocation.withApp { app in
            var isDone = true
            if let consent = Consent(rawValue: invocation.arguments[0]) { isDone = await app.pixels.set(consent) }
            let consent = try await app.pixels.consent()
            invocation.print(["consent": consent.rawValue, "done": isDone], or: "consent \(consent.rawValue)")
            if !isDone {
                invocation.console.printError("browser: Erasing is not finished. It continues at the next start.")
            }
            return isDone ? .success : .failure
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
        lines.append("queued      \(waiting.isEmpty ? "nothing" : "\(accounts.pending), the oldest first:")")
        lines += waiting.map { request in
            let times = request.attempts == 1 ? "once" : "\(request.attempts) times"
            let marks =
                (request.attempts == 0 ? [] : ["tried \(times)"]) + (request.isHandWritten ? ["hand-written"] : [])
            return "  \(request.target)" + (marks.isEmpty ? "" : " (\(marks.joined(separator: ", ")))")
        }
        // Usually there are none: every pixel of this app has a definition.
        if !handWritten.isEmpty { lines.append("hand-written  \(handWritten.joined(separator: ", "))") }
        return lines.joined(separator: "\n")
    }
}

extension [WideEventStore.PendingFlow] {
    /// The pending flows, a line each. Empty if there are none.
    var text: String {
        let lines = map { "\n              \($0.name), since \($0.started.formatted(.iso8601))" }
        return isEmpty ? "" : "\nflows       \(count), the oldest first:" + lines.joined()
    }
}

extension Accounts {
    /// The balance on one line, the other counts on the next.
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
