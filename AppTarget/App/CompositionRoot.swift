import CommandLineKit
package import Common
import Foundation
package import MaliciousSiteProtection
import Persistence
package import PixelKit
import Primitives
package import Subscription
package import Telemetry
package import UserScripts
package import WideEvent

/// The one place that builds the app's parts and joins them.
package final class CompositionRoot: Sendable {
    package let configuration: AppConfiguration
    package let telemetry: AppTelemetry
    package let wiring: Wiring
    package let pixelActivity: EventMapping<PixelActivity>
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
    package let subscriptionPurchaseInstrumentation: DefaultSubscriptionPurchaseInstrumentation
    /// The date that windows see.
    let date: @Sendable () -> Date
    /// The work of ``recover()``, once it has begun.
    let recovery = Locked<Task<Void, Never>?>(nil)

    /// - Parameters:
    ///   - configuration: Folders and addresses.
    ///   - activity: Receives what PixelKit does, before telemetry does.
    ///   - debugLine: Receives what web pages log.
    /// - Throws: A `TelemetryError` when a sink cannot be made, such as one for a file that cannot be opened.
    package init(
        _ configuration: AppConfiguration, activity: EventMapping<PixelActivity> = .noOp,
        debugLine: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(TelemetryError) {
        self.configuration = configuration
        let folder = configuration.dataFolder
        let (time, date) = Self.clocks(startingAt: configuration.startDate)
        self.date = date
        // First, so that whatever comes after it can report; what it needs of the rest it is given at the end.
        telemetry = try AppTelemetry(configuration.telemetry, dataFolder: folder, now: date)
        let facade = telemetry.facade
        facade.observe(.launched)
        var wiring = Wiring(telemetry: facade)
        pixelActivity = wiring.join(activity, PixelActivityTelemetryMapper(telemetry: facade))
        let pixels = PixelDispatcher.live(
            endpoint: configuration.pixelURL, directory: folder.appending(path: "pixels"),
            sharingWith: [.wideEvents],
            configuration: PixelDispatcher.Configuration(
                environment: PixelEnvironment(appVersion: ProgramVersion.current),
                isSending: configuration.isSending, activity: pixelActivity, time: time))
        self.pixels = pixels
        maliciousSiteProtectionEvents = wiring.join(
            MaliciousSiteProtectionEventMapper(pixels: pixels), describing: { TelemetryEvent($0) })
        debugUserScriptEvents = wiring.join(
            DebugUserScriptEventMapper(show: debugLine), describing: { TelemetryEvent($0) })
        wideEventFailures = wiring.join(
            WideEventFailureEventMapper(pixels: pixels), describing: { TelemetryEvent($0) })
        wideEvents = WideEventStore(
            database: pixels.database, outbox: pixels.outbox,
            configuration: WideEventStore.Configuration(
                environment: WideEventEnvironment(
                    app: WideEventAppData(name: "browser", version: ProgramVersion.current)),
                kinds: WideEventKind.all, time: time, failures: wideEventFailures),
            onQueued: { [weak pixels] in pixels?.wake() })
        subscriptionPurchaseEvents = wiring.join(
            SubscriptionPurchaseEventMapper(pixels: pixels), describing: { TelemetryEvent($0) })
        subscriptionPurchaseInstrumentation = DefaultSubscriptionPurchaseInstrumentation(
            wideEvent: wideEvents, events: subscriptionPurchaseEvents, now: date)
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
        TabUserScripts(debugEventMapping: debugUserScriptEvents)
    }

    /// The clocks, and the date that windows see: it starts at `start` and goes on from there.
    ///
    /// What waits does not follow it, or a process started at a far date would drop the others' requests as too old.
    private static func clocks(startingAt start: Date?) -> (time: TimeSource, date: @Sendable () -> Date) {
        guard let start else { return (.system, TimeSource.system.now) }
        let offset = start.timeIntervalSince(Date())
        let date: @Sendable () -> Date = { Date().addingTimeInterval(offset) }
        return (TimeSource(now: { Date() }, windows: date, clock: ContinuousClock()), date)
    }
}
