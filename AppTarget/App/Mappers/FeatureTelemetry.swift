package import Common
package import MaliciousSiteProtection
package import Subscription
package import Telemetry
package import UserScripts
package import WideEvent

extension EventMapping {
    /// Returns a mapping that reports each event to telemetry.
    ///
    /// - Parameter describe: Returns the telemetry event. Called on the thread that fires.
    package static func telemetry(
        _ telemetry: Telemetry, describing describe: @escaping @Sendable (Event) -> TelemetryEvent
    ) -> EventMapping<Event> {
        EventMapping { event, _, _, onComplete in
            telemetry.observe(describe(event))
            onComplete(nil)
        }
    }
}

extension TelemetryEvent {
    /// The app was started.
    static let launched = Self("app.launched")

    /// Describes an event of malicious site protection.
    package init(_ event: MaliciousSiteProtectionEvent) {
        func make(
            _ name: String, _ attributes: Attributes = [:], level: Level = .info, error: (any Error)? = nil
        ) -> Self {
            Self(name, category: "protection", level: level, attributes: attributes, error: error)
        }
        self =
            switch event {
            case .errorPageShown(let kind, let isLocal?):
                make("site.blocked", ["kind": .word(kind.rawValue), "local": .bool(isLocal)])
            case .errorPageShown(let kind, nil): make("site.blocked", ["kind": .word(kind.rawValue)])
            case .visitSite(let kind): make("site.visited", ["kind": .word(kind.rawValue)])
            case .leaveSite(let kind): make("site.left", ["kind": .word(kind.rawValue)])
            case .iframeLoaded(let kind): make("frame.found", ["kind": .word(kind.rawValue)])
            case .settingToggled(let isOn): make("protection.turned", ["on": .bool(isOn)], level: .notice)
            case .matchesApiTimeout: make("service.timed_out", level: .error)
            case .matchesApiFailure(let failure): make("service.failed", level: .error, error: failure)
            case .failedToDownloadInitialDataSets(let kind, let set):
                make("data_set.missing", ["kind": .word(kind.rawValue), "set": .word(set.rawValue)], level: .error)
            case .failedToUpdateDataSets(let kind, let set):
                make(
                    "data_set.updates_failed", ["kind": .word(kind.rawValue), "set": .word(set.rawValue)],
                    level: .error)
            case .filterNotEvaluated(let kind, let reason):
                make(
                    "filter.not_evaluated", ["kind": .word(kind.rawValue), "reason": .word(reason.rawValue)],
                    level: .error)
            }
    }

    /// Describes an event of a purchase.
    package init(_ event: SubscriptionPurchaseEvent) {
        func make(
            _ name: String, _ attributes: Attributes = [:], level: Level = .info, error: (any Error)? = nil
        ) -> Self {
            Self("subscription.\(name)", category: "subscription", level: level, attributes: attributes, error: error)
        }
        self =
            switch event {
            case .pageShown: make("page_shown")
            case .priceSelected(let plan): make("price_selected", ["plan": .word(plan.rawValue)])
            case .pageClicked(let element): make("page_clicked", ["element": .word(element.rawValue)])
            case .purchaseAttempted(let platform):
                make("purchase_attempted", ["platform": .word(platform.rawValue)])
            case .purchaseSucceeded: make("purchase_succeeded", level: .notice)
            case .purchaseCancelled: make("purchase_cancelled")
            case .approvalPending: make("approval_pending", level: .notice)
            case .purchaseFailed(let step, let error):
                make("purchase_failed", ["step": .word(step.rawValue)], level: .error, error: error)
            case .activated: make("activated", level: .notice)
            case .entitlementsMissing: make("entitlements_missing", level: .notice)
            case .alreadySubscribed: make("already_subscribed")
            case .restoreStarted: make("restore_started")
            case .restoreSucceeded: make("restore_succeeded", level: .notice)
            case .restoreFailed(let error): make("restore_failed", level: .error, error: error)
            }
    }

    /// Describes an event of a web page's scripts.
    package init(_ event: DebugUserScriptEvent) {
        self =
            switch event {
            case .pageLogged(let level):
                Self("page.logged", category: "pages", level: .debug, attributes: ["level": .word(level.rawValue)])
            case .pageScriptFailed: Self("page.script_failed", category: "pages", level: .debug)
            case .unknownMessageReceived: Self("page.unknown_message", category: "pages", level: .notice)
            }
    }

    /// Describes a failure of a wide event.
    package init(_ event: WideEventFailureEvent) {
        func make(_ step: String, _ name: String, _ failure: WideEventFailure) -> Self {
            Self(
                "wide_event.failed", category: "wide events", level: .error,
                attributes: ["event": .word(name), "step": .word(step), "reason": .word(failure.word)])
        }
        self =
            switch event {
            case .startFailed(let name, let failure): make("start", name, failure)
            case .storageFailed(let name, let failure): make("storage", name, failure)
            case .updateFailed(let name, let failure): make("update", name, failure)
            case .completionFailed(let name, let failure): make("complete", name, failure)
            case .loadFailed(let name, let failure): make("load", name, failure)
            }
    }
}

extension Attribute {
    /// A text from the app's own sources, which is no secret.
    static func word(_ value: String) -> Self { .string(value, privacy: .public) }
}
