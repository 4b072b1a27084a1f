import Foundation
package import Telemetry

/// The app's facade and its sinks: the one place to add a sink.
package struct AppTelemetry: Sendable {
    package let facade: Telemetry
    package let records: RecordSink
    package let achievements: AchievementSink
    /// The place of the sinks that need the data folder.
    private let durable: DeferredSink
    private let folder: URL

    /// Builds the facade with its sinks in the order in which every event passes them.
    ///
    /// - Parameters:
    ///   - dataFolder: The app's; it need not exist before ``complete()``.
    ///   - now: What events are stamped with.
    init(
        _ options: TelemetryOptions, dataFolder: URL, now: @escaping @Sendable () -> Date
    ) throws(TelemetryError) {
        folder = dataFolder.appending(path: "telemetry")
        records = RecordSink(counting: Records.ofEvents, in: JSONFile(at: folder.appending(path: "records.json")))
        achievements = AchievementSink(
            milestones: Records.milestones, records: records,
            store: JSONFile(at: folder.appending(path: "reported.json")),
            service: Self.achievementTerminal(in: folder))
        durable = try DeferredSink(name: "durable")
        let reports = SystemReports()
        facade = try Telemetry(
            sinks: [LogSink(level: options.logLevel, format: options.logFormat), Self.tracking(), durable]
                + reports.sinks + Self.inspector(options.inspectedFile),
            options: DeliveryOptions(time: TimeSource(now: now, clock: ContinuousClock())))
        reports.connect(to: facade)
    }

    /// Creates the folder and names the sinks that write there. What was observed before comes first.
    func complete() throws(TelemetryError) {
        // If that fails, so will the sinks, and the facade counts it.
        try? FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        // The terminal may be a network away, so nobody waits for it, and only what is counted wakes it.
        let counted = FilterSink(achievements, passing: "counted events") { Records.ofEvents[$0.name] != nil }.patience(
            .seconds(30))
        try durable.setDownstream([records, ForwardingSink(counted)])
    }

    /// The place of a tracker, under the terms that it would have: a tenth of what happens, whole flows, and nothing
    /// of the pixels, which arrive anyway.
    private static func tracking() throws(TelemetryError) -> any TelemetrySink {
        let tracker = FilterSink(NoOpTrackingSink(), passing: "no pixels") {
            $0.category != TelemetryEvent.pixelCategory
        }
        return try SamplingSink(tracker, percent: 10)
    }

    /// Everything, for whoever develops the app.
    private static func inspector(_ file: URL?) throws(TelemetryError) -> [any TelemetrySink] {
        guard let file else { return [] }
        let output = try FileOutput(appendingTo: file, showsPrivate: true)
        return [try ForwardingSink(LogSink(name: "inspector", level: .debug, format: .json, output: output))]
    }
}
