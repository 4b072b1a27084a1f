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

/// The telemetry events of each feature event, against Docs/Guides/events.md.
@Suite(.timeLimit(.minutes(5))) struct TelemetryMapperTests {
    struct Failure: Error, CustomNSError {
        static let errorDomain = "Failure"
        let errorCode: Int
    }

    @Test("Each event of a feature becomes the telemetry event that its guide states")
    func tables() async throws {
        let protection: [MaliciousSiteProtectionEvent] = [
            .errorPageShown(category: .phishing, clientSideHit: true), .visitSite(category: .malware),
            .leaveSite(category: .scam), .iframeLoaded(category: .phishing), .settingToggled(to: false),
            .matchesApiTimeout, .matchesApiFailure(Failure(errorCode: 7)),
            .failedToDownloadInitialDataSets(category: .scam, type: .filterSet),
            .failedToUpdateDataSets(category: .scam, type: .filterSet),
            .filterNotEvaluated(category: .phishing, reason: .timedOut),
        ]
        try await check(protection) { .telemetry($0) { TelemetryEvent($0) } }
        let purchase: [SubscriptionPurchaseEvent] = [
            .pageShown, .priceSelected(.yearly), .pageClicked(.faq), .purchaseAttempted(platform: .stripe),
            .purchaseSucceeded, .purchaseCancelled,
            .purchaseFailed(step: .accountCreate, error: Failure(errorCode: 7)), .activated, .entitlementsMissing,
            .alreadySubscribed, .restoreStarted, .restoreSucceeded, .restoreFailed(error: Failure(errorCode: 7)),
        ]
        try await check(purchase) { .telemetry($0) { TelemetryEvent($0) } }
        let failures: [WideEventFailureEvent] = [
            .startFailed(name: "journey", .unencodable), .storageFailed(name: "journey", .unencodable),
            .updateFailed(name: "journey", .unencodable), .completionFailed(name: "journey", .unencodable),
            .loadFailed(name: "journey", .unencodable),
        ]
        try await check(failures) { .telemetry($0) { TelemetryEvent($0) } }
        let scripts: [DebugUserScriptEvent] = [.pageLogged(.warn), .pageScriptFailed, .unknownMessageReceived]
        try await check(scripts) { .telemetry($0) { TelemetryEvent($0) } }
    }

    @Test("The tables of the guide state the telemetry of outbox and pixels, and the target of a request is private")
    func activity() async throws {
        try await check(Self.pixelActivity) { .telemetry($0) { TelemetryEvent($0) } }
        try await check(Self.outboxActivity) { .telemetry($0) { TelemetryEvent($0) } }
        let events = try await Self.observed(Self.outboxActivity) { .telemetry($0) { TelemetryEvent($0) } }
        let hidden = events.flatMap(\.attributes.byName).filter { $0.value.privacy != .public }
        #expect(Set(hidden.map(\.key)) == ["target"])
    }

    /// Compares the telemetry events of one event of each case with the guide's table.
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

    private static let pixelActivity: [PixelActivity] = [.suppressed(count: 2), .rejected(.undeclared, count: 3)]

    private static let outboxActivity: [OutboxActivity] = {
        let request = OutboxActivity.Request(id: 1, name: "m_leave-site", target: "/t/m_leave-site?category=scam")
        return [
            .committed([request]), .sent(request, attempt: 1),
            .postponed(request, attempt: 1, after: .seconds(3), failure: .answered(status: 503, retryAfter: nil)),
            .dropped(.expired, count: 4), .storageFailed(.full), .storageRecovered(setAside: "store.damaged"),
            .consentChanged(.granted), .erased,
        ]
    }()
}
#endif
