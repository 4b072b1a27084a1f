import CommandLineKit
import Telemetry

extension Command {
    static let telemetry = Command(
        "telemetry", summary: "Show the telemetry sinks, the records, the milestones and the leaderboards.",
        details: """
            Lists the sinks in their order with their settings and their counts for this command. A sink behind another is \
            indented below it. The rest covers all commands that used the data folder.
            """
    ) { invocation in
        try await invocation.withApp { app in
            let flushed = await app.telemetry.facade.flush(timeout: BrowserProgram.telemetryTimeout)
            var report = TelemetryReport(status: flushed.status)
            do {
                report.records = try await app.telemetry.records.counts()
                report.unconfirmed = Set(try await app.telemetry.achievements.unconfirmed().map(\.id))
                report.submitted = try await app.telemetry.scores.submittedScores()
            } catch {
                // The sinks are printed nevertheless: they show what fails.
                invocation.print(report.json, or: report.text)
                throw error
            }
            invocation.print(report.json, or: report.text)
            return .success
        }
    }
}
