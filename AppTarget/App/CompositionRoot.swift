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

/// The one place that builds the app's parts and joins them.
package final class CompositionRoot: Sendable {
    package let configuration: AppConfiguration
    package let telemetry: AppTelemetry
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
    package let subscriptionPurchaseInstrumentation: DefaultSubscriptionPurchaseInstrumentation
    /// The date that windows see.
    let date: @Sendable () -> Date
    /// The work of ``recover()``, once it has begun.
    let recovery = Locked<Task<Void, Never>?>(nil)

    /// - Parameters:
    ///   - configuration: Folders and addresses.
    ///   - activity: Receives the activity of the outbox, before telemetry does.
    ///   - debugLine: Receives what web pages log.
    /// - Throws: A `TelemetryError` when a sink cannot be made, such as one for a file that cannot be opened.
    package init(
        _ configuration: AppConfiguration, activity: EventMapping<OutboxActivity> = .noOp,
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
        outboxActivity = activity.combined(OutboxActivityTelemetryMapper(telemetry: facade))
        pixelActivity = PixelActivityTelemetryMapper(telemetry: facade)
        outbox = RequestOutbox.live(
            directory: folder.appending(path: "pixels"), endpoint: configuration.pixelURL, initialConsent: .granted,
            configuration: RequestOutbox.Configuration(
                isSending: configuration.isSending, activity: outboxActivity, time: time))
        let pixels = PixelDispatcher(
            outbox: outbox,
            configuration: PixelDispatcher.Configuration(
                environment: PixelEnvironment(appVersion: ProgramVersion.current), activity: pixelActivity))
        self.pixels = pixels
        maliciousSiteProtectionEvents = MaliciousSiteProtectionEventMapper(pixels: pixels)
            .combined(MaliciousSiteProtectionTelemetryMapper(telemetry: facade))
        debugUserScriptEvents = DebugUserScriptEventMapper(show: debugLine)
            .combined(DebugUserScriptTelemetryMapper(telemetry: facade))
        wideEventFailures = WideEventFailureEventMapper(pixels: pixels)
            .combined(WideEventFailureTelemetryMapper(telemetry: facade))
        wideEvents = WideEventStore(
            outbox: outbox,
            configuration: WideEventStore.Configuration(
                environment: WideEventEnvironment(
                    app: WideEventAppData(name: "browser", version: ProgramVersion.current)),
                kinds: WideEventKind.all, failures: wideEventFailures))
        subscriptionPurchaseEvents = SubscriptionPurchaseEventMapper(pixels: pixels)
            .combined(SubscriptionPurchaseTelemetryMapper(telemetry: facade))
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
