import CommandLineKit
import Telemetry

extension Command {
    static let telemetry = Command(
        "telemetry", summary: "Show the sinks of telemetry, what was counted, and the milestones.",
        details: """
            The sinks stand in their order, with what became of the events of this command; a sink behind another stands \
            under it. Records and milestones hold for all commands that used the data folder.
            """
    ) { invocation in
        guard invocation.arguments.isEmpty else { throw invocation.usage("'telemetry' takes no arguments.") }
        return try await invocation.withApp { app in
            let flushed = await app.telemetry.facade.flush(timeout: BrowserProgram.telemetryTimeout)
            var report = TelemetryReport(status: flushed.status)
            do {
                report.records = try await app.telemetry.records.counts()
                report.unconfirmed = Set(try await app.telemetry.achievements.unconfirmed().map(\.id))
            } catch {
                // The sinks are of use all the same: they tell what fails.
                invocation.print(report.json, or: report.text)
                throw error
            }
            invocation.print(report.json, or: report.text)
            return .success
        }
    }
}
