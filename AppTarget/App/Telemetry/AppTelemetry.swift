import Foundation
package import Telemetry
import TelemetryExport

/// The app's telemetry facade and its sinks. Add a sink here.
package struct AppTelemetry: Sendable {
    package let facade: Telemetry
    package let records: RecordSink
    package let achievements: AchievementSink
    package let scores: ScoreSink
    /// Stands for the sinks that need the data folder.
    private let durable: DeferredSink
    private let folder: URL

    /// Creates the facade and its sinks in the order of delivery.
    ///
    /// - Parameters:
    ///   - dataFolder: The app's data folder. It need not exist before ``complete()``.
    ///   - now: The clock of the timestamps.
    init(
        _ options: TelemetryOptions, dataFolder: URL, now: @escaping @Sendable () -> Date
    ) throws(TelemetryError) {
        let folder = dataFolder.appending(path: "telemetry")
        self.folder = folder
        records = RecordSink(counting: Records.ofEvents, in: JSONFile(at: folder.appending(path: "records.json")))
        achievements = AchievementSink(
            milestones: Records.milestones, records: records,
            store: JSONFile(at: folder.appending(path: "reported.json")),
            service: Self.achievementService(in: folder))
        scores = ScoreSink(
            leaderboards: Records.leaderboards, records: records,
            store: JSONFile(at: folder.appending(path: "submitted.json")), service: Self.scoreService(in: folder))
        durable = try DeferredSink(name: "durable")
        let log = LogSink(level: options.logLevel, format: options.logFormat)
        // An app with an analytics provider puts its sink here, for example with a share of the events:
        // `SamplingSink(ForwardingSink(provider), percent: 10)`.
        let tracking = NoOpTrackingSink()
        let reports = SystemReports()
        facade = try Telemetry(
            sinks: [log, tracking, durable] + reports.sinks + Self.inspector(options) + Self.exporter(options),
            options: DeliveryOptions(time: TimeSource(now: now, clock: ContinuousClock())))
        reports.connect(to: facade)
    }

    /// Creates the folder and adds the sinks that write there. They receive earlier events first.
    func complete() throws(TelemetryError) {
        // If that fails, the sinks fail too, and the facade counts their errors.
        try? FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try durable.setDownstream([
            records, ForwardingSink(Self.counted(achievements)), ForwardingSink(Self.counted(scores)),
        ])
    }

    /// Returns a sink that calls a service only for counted events. The service may be on the network.
    private static func counted(_ sink: any TelemetrySink) -> any TelemetrySink {
        FilterSink(sink, passing: "counted events") { Records.ofEvents[$0.name] != nil }.patience(.seconds(30))
    }

    /// Returns the sink of `--inspect`.
    private static func inspector(_ options: TelemetryOptions) throws(TelemetryError) -> [any TelemetrySink] {
        guard let file = options.inspectedFile else { return [] }
        let output = try FileOutput(appendingTo: file, showsPrivate: true)
        let log = LogSink(name: "inspector", level: .debug, format: .json, output: output)
        return [try SamplingSink(ForwardingSink(log), percent: options.inspectedPercent)]
    }

    /// Returns the sink of `--otlp-url`.
    private static func exporter(_ options: TelemetryOptions) throws(TelemetryError) -> [any TelemetrySink] {
        guard let endpoint = options.otlpEndpoint else { return [] }
        let resource = OTLPResource(serviceName: "browser", serviceVersion: ProgramVersion.current)
        return [try OTLPSink(endpoint: endpoint, resource: resource)]
    }
}
