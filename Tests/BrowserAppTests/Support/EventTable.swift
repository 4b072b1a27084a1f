#if !os(iOS)
import BrowserApp
import Common
import Foundation
import MaliciousSiteProtection
import Persistence
import PixelKit
import Subscription
import TestSupport
import Testing
import WideEvent

/// A table of Docs/Guides/events.md, with two events of each case that have different keys.
struct EventTable: Sendable, CustomTestStringConvertible {
    /// An event to fire at the live root.
    struct Sample: Sendable {
        let name: String
        /// The code of the error with which the event completes.
        let failure: Int?
        let fire: @Sendable (CompositionRoot) async -> (any Error)?

        init<Event: Sendable>(
            _ event: Event, to mapping: any KeyPath<CompositionRoot, EventMapping<Event>> & Sendable,
            failing failure: Int? = nil
        ) {
            name = String(String(describing: event).prefix { $0 != "(" })
            self.failure = failure
            fire = { await $0[keyPath: mapping].fireAndWait(event) }
        }
    }

    struct Failure: Error, CustomNSError {
        static let errorDomain = "Failure"
        let errorCode: Int
    }

    let heading: String
    let prefix: String
    let samples: [[Sample]]

    var testDescription: String { heading }

    static let all = [maliciousSites, purchase, wideEvents]

    private static let maliciousSites = {
        func fires(_ events: MaliciousSiteProtectionEvent...) -> [Sample] {
            events.map { event in
                guard case .matchesApiFailure(let failure) = event else {
                    return Sample(event, to: \.maliciousSiteProtectionEvents)
                }
                return Sample(
                    event, to: \.maliciousSiteProtectionEvents, failing: (failure as? Failure)?.errorCode)
            }
        }
        return EventTable(
            heading: "MaliciousSiteProtectionEvent", prefix: "m_malicious-site-protection_",
            samples: [
                fires(
                    .errorPageShown(category: .phishing, clientSideHit: true),
                    .errorPageShown(category: .scam, clientSideHit: false)),
                fires(.visitSite(category: .phishing), .visitSite(category: .scam)),
                fires(.leaveSite(category: .phishing), .leaveSite(category: .scam)),
                fires(.iframeLoaded(category: .malware), .iframeLoaded(category: .scam)),
                fires(.settingToggled(to: true), .settingToggled(to: false)),
                fires(.matchesApiTimeout, .matchesApiTimeout),
                fires(.matchesApiFailure(Failure(errorCode: 1)), .matchesApiFailure(Failure(errorCode: 2))),
                fires(
                    .failedToDownloadInitialDataSets(category: .phishing, type: .filterSet),
                    .failedToDownloadInitialDataSets(category: .phishing, type: .hashPrefixSet)),
                fires(
                    .failedToUpdateDataSets(category: .phishing, type: .filterSet),
                    .failedToUpdateDataSets(category: .phishing, type: .hashPrefixSet)),
                fires(
                    .filterNotEvaluated(category: .phishing, reason: .timedOut),
                    .filterNotEvaluated(category: .scam, reason: .tooComplex)),
            ])
    }()

    private static let purchase = {
        func fires(_ events: SubscriptionPurchaseEvent..., failing failures: [Int?] = [nil, nil]) -> [Sample] {
            zip(events, failures).map { Sample($0, to: \.subscriptionPurchaseEvents, failing: $1) }
        }
        return EventTable(
            heading: "SubscriptionPurchaseEvent", prefix: "m_subscription_",
            samples: [
                fires(.pageShown, .pageShown), fires(.priceSelected(.monthly), .priceSelected(.yearly)),
                fires(.pageClicked(.faq), .pageClicked(.terms)),
                fires(.purchaseAttempted(platform: .appStore), .purchaseAttempted(platform: .stripe)),
                fires(.purchaseSucceeded, .purchaseSucceeded), fires(.purchaseCancelled, .purchaseCancelled),
                fires(
                    .purchaseFailed(step: .flowStart, error: Failure(errorCode: 1)),
                    .purchaseFailed(step: .accountPayment, error: Failure(errorCode: 1)), failing: [1, 1]),
                fires(.activated, .activated), fires(.entitlementsMissing, .entitlementsMissing),
                fires(.alreadySubscribed, .alreadySubscribed), fires(.restoreStarted, .restoreStarted),
                fires(.restoreSucceeded, .restoreSucceeded),
                fires(
                    .restoreFailed(error: Failure(errorCode: 1)), .restoreFailed(error: Failure(errorCode: 2)),
                    failing: [1, 2]),
            ])
    }()

    private static let wideEvents = {
        func fires(_ event: (String, WideEventFailure) -> WideEventFailureEvent) -> [Sample] {
            [event("subscription-purchase", .unencodable), event("other", .unencodable)].map {
                Sample($0, to: \.wideEventFailures)
            }
        }
        return EventTable(
            heading: "WideEventFailureEvent", prefix: "m_wide-event_",
            samples: [
                fires(WideEventFailureEvent.startFailed), fires(WideEventFailureEvent.storageFailed),
                fires(WideEventFailureEvent.updateFailed), fires(WideEventFailureEvent.completionFailed),
                fires(WideEventFailureEvent.loadFailed),
            ])
    }()
}

extension EventTable {
    /// A row.
    struct Row: Sendable, CustomTestStringConvertible {
        let table: EventTable
        let event: String
        let pixel: String
        let frequency: String
        let key: String
        let parameters: [String]
        var testDescription: String { event }

        /// The names that a fire sends, as the first of a window or later.
        func names(isFirst: Bool) throws -> [String] {
            let words: (first: [String], every: [String])? =
                [
                    "standard": ([], [""]), "dailyAndStandard": (["_daily"], [""]),
                    "dailyAndCount": (["_daily"], ["_count"]), "uniqueByName": ([""], []),
                ][
                    frequency]
            guard !pixel.isEmpty else { return [] }
            let (first, every) = try #require(words, "\(frequency)")
            return ((isFirst ? first : []) + every).map {
                "/t/\(table.prefix)\(pixel)\($0)_\(PixelEnvironment.currentPlatform)"
            }.sorted()
        }
    }

    func rows() throws -> [Row] {
        try Guide.table("## \(heading)", of: "events").map { cells in
            Row(
                table: self, event: Self.code(cells[0])[0], pixel: Self.code(cells[1]).first ?? "",
                frequency: cells[2], key: cells[3], parameters: Self.code(cells[4]))
        }
    }

    /// The texts between backticks.
    static func code(_ cell: String) -> [String] { cell.matches(of: /`([^`]*)`/).map { String($0.1) } }
}
#endif
