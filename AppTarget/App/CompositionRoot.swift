import CommandLineKit
package import Common
import Foundation
package import MaliciousSiteProtection
package import PixelKit
import Primitives
package import Subscription
package import Telemetry
package import UserScripts
package import WideEvent

/// Builds the parts of the app and connects them.
package final class CompositionRoot: Sendable {
    package let configuration: AppConfiguration
    package let telemetry: AppTelemetry
    package let wiring: Wiring
    package let outboxActivity: EventMapping<OutboxActivity>
    package let pixelActivity: EventMapping<PixelActivity>
    package let outbox: RequestOutbox
    package let pixels: PixelDispatcher
    package let settings: SettingsFile
    package let dataSets: DataSetStore
    package let dataSetUpdater: DataSetUpdater
    package let detector: MaliciousSiteDetector
    package let navigation: NavigationProtection
    package let maliciousSiteProtectionEvents: EventMapping<MaliciousSiteProtectionEvent>
    package let debugUserScriptEvents: EventMapping<DebugUserScriptEvent>
    package let wideEventFailures: EventMapping<WideEventFailureEvent>
    package let wideEvents: WideEventStore
    package let subscriptionPurchaseEvents: EventMapping<SubscriptionPurchaseEvent>
    /// The clock of frequency windows.
    let date: @Sendable () -> Date
    /// The work of ``recover()``, once it has begun.
    let recovery = Locked<Task<Void, Never>?>(nil)

    /// - Parameters:
    ///   - configuration: Folders and addresses.
    ///   - activity: Receives the activity of the outbox before telemetry does.
    ///   - debugLine: Receives a line for each event of a page's scripts.
    /// - Throws: `TelemetryError` if a sink cannot be created, for example because its file cannot be opened.
    package init(
        _ configuration: AppConfiguration, activity: EventMapping<OutboxActivity> = .noOp,
        debugLine: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(TelemetryError) {
        self.configuration = configuration
        let folder = configuration.dataFolder
        let (time, date) = Self.clocks(startingAt: configuration.startDate)
        self.date = date
        // First, so that every other part can report to it. `complete()` adds the sinks that need files.
        telemetry = try AppTelemetry(configuration.telemetry, dataFolder: folder, now: date)
        let facade = telemetry.facade
        facade.observe(.launched)
        var wiring = Wiring(telemetry: facade)
        outboxActivity = wiring.join(activity, describing: { TelemetryEvent($0) })
        pixelActivity = wiring.join(.noOp, describing: { TelemetryEvent($0) })
        outbox = RequestOutbox.live(
            directory: folder.appending(path: "pixels"), endpoint: configuration.pixelURL, initialConsent: .granted,
            configuration: RequestOutbox.Configuration(
                isSending: configuration.isSending, activity: outboxActivity, time: time))
        let pixels = PixelDispatcher(
            outbox: outbox,
            configuration: PixelDispatcher.Configuration(
                environment: PixelEnvironment(appVersion: ProgramVersion.current), activity: pixelActivity))
        self.pixels = pixels
        maliciousSiteProtectionEvents = wiring.join(
            MaliciousSiteProtectionEventMapper(pixels: pixels), describing: { TelemetryEvent($0) })
        debugUserScriptEvents = wiring.join(
            DebugUserScriptEventMapper(show: debugLine), describing: { TelemetryEvent($0) })
        wideEventFailures = wiring.join(
            WideEventFailureEventMapper(pixels: pixels), describing: { TelemetryEvent($0) })
        wideEvents = WideEventStore(
            outbox: outbox,
            configuration: WideEventStore.Configuration(
                environment: WideEventEnvironment(
                    app: WideEventAppData(name: "browser", version: ProgramVersion.current)),
                kinds: WideEventKind.all, failures: wideEventFailures))
        subscriptionPurchaseEvents = wiring.join(
            SubscriptionPurchaseEventMapper(pixels: pixels), describing: { TelemetryEvent($0) })
        settings = SettingsFile(folder: folder)
        dataSets = DataSetStore(folder: folder.appending(path: "datasets"))
        let api = HTTPProtectionAPI(services: configuration.servicesURL)
        dataSetUpdater = DataSetUpdater(
            dataSets: dataSets, api: api, eventMapping: maliciousSiteProtectionEvents, clock: time.clock,
            now: date)
        detector = MaliciousSiteDetector(
            eventMapping: maliciousSiteProtectionEvents, dataSets: dataSets, api: api, clock: time.clock)
        navigation = NavigationProtection(
            detector: detector, settings: settings, eventMapping: maliciousSiteProtectionEvents)
        self.wiring = wiring
        try telemetry.complete()
    }

    /// The user scripts of a new tab.
    @MainActor package func makeTabUserScripts() -> TabUserScripts {
        TabUserScripts(eventMapping: debugUserScriptEvents)
    }

    /// Keeps the data sets up to date and finishes payments of the App Store while `body` runs. Use it for a body that may last
    /// longer than an update interval.
    ///
    /// The work has ended when this returns. If the calling task is cancelled, the work is cancelled at once.
    func withBackgroundWork<Value: Sendable>(while body: () async -> Value) async -> Value {
        let work = Task { [self] in
            await withDiscardingTaskGroup { group in
                group.addTask { await self.dataSetUpdater.run() }
                group.addTask { await self.subscriptionPurchase(on: .appStore)?.finishUpdates() }
            }
        }
        return await withTaskCancellationHandler {
            let value = await body()
            work.cancel()
            await work.value
            return value
        } onCancel: {
            work.cancel()
        }
    }

    /// Returns the clocks. The date of frequency windows begins at `start` and advances from there.
    ///
    /// Queued requests keep the real date. Otherwise a process with a distant date would drop them as expired.
    private static func clocks(startingAt start: Date?) -> (time: TimeSource, date: @Sendable () -> Date) {
        guard let start else { return (.system, TimeSource.system.now) }
        let offset = start.timeIntervalSince(Date())
        let date: @Sendable () -> Date = { Date().addingTimeInterval(offset) }
        return (TimeSource(now: { Date() }, windows: date, clock: ContinuousClock()), date)
    }
}
