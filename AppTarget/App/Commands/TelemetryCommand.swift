import CommandLineKit
import Telemetry

extension Command {
    static let telemetry = Command(
        "telemetry", summary: "Show the telemetry sinks, the records and the milestones.",
        details: """
            Lists the sinks in their order with their counts for this command. A sink behind another is indented below \
            it. Records and milestones cover all commands that used the data folder.
            """
    ) { invocation in
        try await invocation.withApp { app in
            let flushed = await app.telemetry.facade.flush(timeout: BrowserProgram.telemetryTimeout)
            var report = TelemetryReport(status: flushed.status)
            do {
                report.records = try await app.telemetry.records.counts()
                report.unconfirmed = Set(try await app.telemetry.achievements.unconfirmed().map(\.id))
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
