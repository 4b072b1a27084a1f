package import Common
import Foundation
package import MaliciousSiteProtection
import Persistence
package import PixelKit
package import Subscription
package import UserScripts
package import WideEvent

/// The one place that builds the app's parts and joins them.
package final class CompositionRoot: Sendable {
    package let configuration: AppConfiguration
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
    /// The work of ``recover()``, once it has begun.
    let recovery = Locked<Task<Void, Never>?>(nil)

    /// - Parameters:
    ///   - configuration: Folders and addresses.
    ///   - activity: Receives what PixelKit does; `nil` saves the cost of telling.
    ///   - debugLine: Receives what web pages log.
    package init(
        _ configuration: AppConfiguration, activity: EventMapping<PixelActivity>? = nil,
        debugLine: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.configuration = configuration
        let folder = configuration.dataFolder
        let time = Self.time(startingAt: configuration.startDate)
        let pixels = PixelDispatcher.live(
            endpoint: configuration.pixelURL, directory: folder.appending(path: "pixels"),
            sharingWith: [.wideEvents],
            configuration: PixelDispatcher.Configuration(
                isSending: configuration.isSending, activity: activity, time: time))
        self.pixels = pixels
        maliciousSiteProtectionEvents = MaliciousSiteProtectionEventMapper(pixels: pixels)
        debugUserScriptEvents = DebugUserScriptEventMapper(show: debugLine)
        wideEventFailures = WideEventFailureEventMapper(pixels: pixels)
        wideEvents = WideEventStore(
            database: pixels.database, outbox: pixels.outbox,
            configuration: WideEventStore.Configuration(
                environment: WideEventEnvironment(app: WideEventAppData(name: "browser")),
                kinds: WideEventKind.all, time: time,
                failures: wideEventFailures),
            onQueued: { [weak pixels] in pixels?.wake() })
        subscriptionPurchaseEvents = SubscriptionPurchaseEventMapper(pixels: pixels)
        subscriptionPurchaseInstrumentation = DefaultSubscriptionPurchaseInstrumentation(
            wideEvent: wideEvents, events: subscriptionPurchaseEvents, now: time.now)
        settings = SettingsFile(folder: folder)
        dataSets = DataSetStore(folder: folder.appending(path: "datasets"))
        let api = HTTPProtectionAPI(services: configuration.servicesURL)
        dataSetUpdater = DataSetUpdater(
            dataSets: dataSets, api: api, eventMapping: maliciousSiteProtectionEvents, clock: time.clock,
            now: time.now)
        detector = MaliciousSiteDetector(
            eventMapping: maliciousSiteProtectionEvents, dataSets: dataSets, api: api, clock: time.clock)
        navigation = NavigationProtection(
            detector: detector, settings: settings, eventMapping: maliciousSiteProtectionEvents)
    }

    /// The user scripts of a new tab.
    @MainActor package func makeTabUserScripts() -> TabUserScripts {
        TabUserScripts(debugEventMapping: debugUserScriptEvents)
    }

    /// A wall clock that starts at `date` and goes on from there.
    private static func time(startingAt date: Date?) -> TimeSource {
        guard let date else { return .system }
        let offset = date.timeIntervalSince(Date())
        return TimeSource(now: { Date().addingTimeInterval(offset) }, clock: ContinuousClock())
    }
}
