#if !os(iOS)
import BrowserApp
import Common
import Foundation
import MaliciousSiteProtection
import Persistence
import PixelKit
import Subscription
import Telemetry
import TelemetryTesting
import TestSupport
import Testing
import UserScripts
import WideEvent

/// What telemetry is told, against Docs/Guides/events.md.
@Suite struct TelemetryMapperTests {
    struct Failure: Error, CustomNSError {
        static let errorDomain = "Failure"
        let errorCode: Int
    }

    @Test("The tables of the guide state what each event becomes, for every case that the sources declare")
    func tables() async throws {
        let protection: [MaliciousSiteProtectionEvent] = [
            .errorPageShown(category: .phishing, clientSideHit: true), .visitSite(category: .malware),
            .leaveSite(category: .scam), .iframeLoaded(category: .phishing), .settingToggled(to: false),
            .matchesApiTimeout, .matchesApiFailure(Failure(errorCode: 7)),
            .failedToDownloadInitialDataSets(category: .scam, type: .filterSet),
            .failedToUpdateDataSets(category: .scam, type: .filterSet),
            .filterNotEvaluated(category: .phishing, reason: .timedOut),
        ]
        try await check(protection) { MaliciousSiteProtectionTelemetryMapper(telemetry: $0) }
        let purchase: [SubscriptionPurchaseEvent] = [
            .pageShown, .priceSelected(.yearly), .pageClicked(.faq), .purchaseAttempted(platform: .stripe),
            .purchaseSucceeded, .purchaseCancelled,
            .purchaseFailed(step: .accountCreate, error: Failure(errorCode: 7)), .activated, .entitlementsMissing,
            .alreadySubscribed, .restoreStarted, .restoreSucceeded, .restoreFailed(error: Failure(errorCode: 7)),
        ]
        try await check(purchase) { SubscriptionPurchaseTelemetryMapper(telemetry: $0) }
        let failures: [WideEventFailureEvent] = [
            .startFailed(name: "journey", .unencodable), .changeFailed(name: "journey", .unencodable),
            .updateFailed(name: "journey", .unencodable), .completionFailed(name: "journey", .unencodable),
            .loadFailed(name: "journey", .unencodable),
        ]
        try await check(failures) { WideEventFailureTelemetryMapper(telemetry: $0) }
        let scripts: [DebugUserScriptEvent] = [.pageLogged(.warn), .pageScriptFailed, .unknownMessageReceived]
        try await check(scripts) { DebugUserScriptTelemetryMapper(telemetry: $0) }
    }

    @Test("The same for the activity of pixels; what it tells of a request is private where it could tell too much")
    func activity() async throws {
        let activity = try await Self.activity()
        try await check(activity) { PixelActivityTelemetryMapper(telemetry: $0) }
        let events = try await Self.observed(activity) { PixelActivityTelemetryMapper(telemetry: $0) }
        let hidden = events.flatMap(\.attributes.byName).filter { $0.value.privacy != .public }
        #expect(Set(hidden.map(\.key)) == ["target"])
    }

    /// Compares what a mapper makes of some events, one of each case, with the guide's table of their type.
    private func check<Event: Sendable>(
        _ events: [Event], _ mapper: (Telemetry) -> EventMapping<Event>
    ) async throws {
        let type = "\(Event.self)"
        let cases = try DeclaredCases.of(type)
        #expect(events.map { String("\($0)".prefix { $0.isLetter }) } == cases)
        let observed = try await Self.observed(events, mapper)
        let rows = zip(cases, observed).map { name, event in
            ["`\(name)`", "`\(event.name)`", event.level.rawValue, Self.details(event)]
        }
        let table = try Guide.table("### Telemetry of \(type)", of: "events")
        #expect(table == rows, "\(rows.map { "| \($0.joined(separator: " | ")) |\n" }.joined())")
    }

    private static func observed<Event: Sendable>(
        _ events: [Event], _ mapper: (Telemetry) -> EventMapping<Event>
    ) async throws -> [TelemetryEvent] {
        let sink = CapturingSink()
        let telemetry = try Telemetry(sinks: [sink])
        let mapper = mapper(telemetry)
        for event in events {
            let error = await mapper.fireAndWait(event)
            #expect(error == nil)
        }
        #expect(await telemetry.flush(timeout: .seconds(60)).isComplete)
        try #require(sink.events.count == events.count)
        return sink.events
    }

    private static func details(_ event: TelemetryEvent) -> String {
        let attributes = event.attributes.byName.sorted { $0.key < $1.key }.map { name, attribute in
            attribute.privacy == .public ? "`\(name)=\(attribute.value)`" : "`\(name)`"
        }
        let error = event.error.map { ["error `\($0)`"] } ?? []
        return (attributes + error).joined(separator: ", ")
    }

    /// One activity of each case; requests come from PixelKit alone.
    private static func activity() async throws -> [PixelActivity] {
        let request = try await committedRequest()
        return [
            .committed([request]), .suppressed(count: 2), .sent(request, attempt: 1),
            .postponed(request, attempt: 1, after: .seconds(3), failure: .answered(status: 503, retryAfter: nil)),
            .dropped(.expired, count: 4), .storageFailed(.full), .storageRecovered(setAside: "store.damaged"),
            .consentChanged(.granted), .erased,
        ]
    }

    private static func committedRequest() async throws -> PixelActivity.Request {
        try await TemporaryFolder.with { folder in
            let (requests, continuation) = AsyncStream.makeStream(of: PixelActivity.Request.self)
            let activity = EventMapping<PixelActivity> { activity, _, _, onComplete in
                if case .committed(let requests) = activity {
                    for request in requests { continuation.yield(request) }
                }
                onComplete(nil)
            }
            let nowhere = try #require(URL(string: "http://127.0.0.1:9"))
            let app = try CompositionRoot(
                AppConfiguration(dataFolder: folder.url, pixelURL: nowhere, servicesURL: nowhere, isSending: false),
                activity: activity)
            app.maliciousSiteProtectionEvents.fire(.leaveSite(category: .scam))
            var iterator = requests.makeAsyncIterator()
            let request = try #require(await iterator.next())
            _ = await app.pixels.shutdown(timeout: .zero)
            _ = await app.telemetry.facade.shutdown(timeout: .seconds(60))
            return request
        }
    }
}
#endif
