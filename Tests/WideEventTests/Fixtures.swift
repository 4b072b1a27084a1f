import Foundation
import PixelKitTesting
import WideEvent

/// A flow of tests.
struct SetUpData: WideEventData, Equatable {
    static let metadata = WideEventMetadata(name: "set-up")
    var globalData = WideEventGlobalData()
    var appData = WideEventAppData()
    var contextData: WideEventContextData?
    var errorData: WideEventErrorData?
    var steps = 0
    var note = "new"
    var ratio: Double?
    var total = MeasuredInterval()
    var isPatient = false

    func completionDecision(for trigger: WideEventTrigger, at now: Date) -> WideEventDecision {
        isPatient ? .keepPending : .complete(.unknown(reason: "partial_data"))
    }
}

/// The same event as the version before it stored it: one field less, and one that is no more.
struct OlderSetUpData: WideEventData {
    static let metadata = WideEventMetadata(name: "set-up")
    var globalData = WideEventGlobalData()
    var appData = WideEventAppData()
    var contextData: WideEventContextData?
    var errorData: WideEventErrorData?
    var steps = 0
    var colour = "red"
}

/// Another event.
struct ImportData: WideEventData {
    static let metadata = WideEventMetadata(name: "import")
    var globalData = WideEventGlobalData()
    var appData = WideEventAppData()
    var contextData: WideEventContextData?
    var errorData: WideEventErrorData?
    var source = "file"
}

/// An event that the app names no definition for.
struct UndeclaredData: WideEventData {
    static let metadata = WideEventMetadata(name: "undeclared")
    var globalData = WideEventGlobalData()
    var appData = WideEventAppData()
    var contextData: WideEventContextData?
    var errorData: WideEventErrorData?
}

extension WideEventStore.Configuration {
    /// Tests look at what release builds do.
    var withoutAssertions: Self {
        var configuration = self
        configuration.assertsDeclarations = false
        return configuration
    }
}

/// Launches of the app on one store.
final class Runs: Sendable {
    let clock = ManualClock()
    let store: TestStore
    let transport = ScriptedTransport()
    let failures = CapturingEventMapping<WideEventFailureEvent>()
    private let consent: Consent

    /// - Parameter consent: Pending by default, so that requests stay in the store.
    init(folder: URL? = nil, consent: Consent = .pending) {
        store = TestStore(folder: folder, schemas: [.outbox, .wideEvents])
        self.consent = consent
    }

    func launch(
        _ session: String, owner: WideEventOwner = .app, kinds: [WideEventKind] = [.setUp, .importing]
    ) -> WideEventStore {
        launch(session, owner: owner, kinds: kinds, outbox: outbox())
    }

    func outbox() -> RequestOutbox {
        .testing(transport: transport, clock: clock, store: store, initialConsent: consent)
    }

    func launch(
        _ session: String, owner: WideEventOwner = .app, kinds: [WideEventKind] = [.setUp, .importing],
        outbox: RequestOutbox
    ) -> WideEventStore {
        WideEventStore(
            outbox: outbox,
            configuration: WideEventStore.Configuration(
                environment: WideEventEnvironment(
                    platform: "Linux", app: WideEventAppData(name: "tests", version: "1.2.3")),
                owner: owner, session: WideEventSession(rawValue: session), kinds: kinds, failures: failures
            ).withoutAssertions)
    }

    /// The bodies of the pending requests, as text, oldest first.
    func bodies() async throws -> [String] {
        try await store.database.perform { transaction in
            try transaction.rows("SELECT body FROM requests ORDER BY id") {
                String(decoding: $0.data(0) ?? Data(), as: UTF8.self)
            }
        }
    }

    func accounts() async throws -> Accounts {
        try await store.database.perform { try OutboxStore().accounts(in: $0) }
    }
}

extension WideEventManaging {
    func start(_ flow: some WideEventData) async -> WideEventOutcome {
        await withCheckedContinuation { continuation in
            startFlow(flow) { continuation.resume(returning: $0) }
        }
    }

    func update<Flow: WideEventData>(
        _ id: WideEventFlowID<Flow>, _ change: @escaping @Sendable (inout Flow) -> Void
    ) async -> WideEventOutcome {
        await withCheckedContinuation { continuation in
            updateFlow(id, onComplete: { continuation.resume(returning: $0) }, change)
        }
    }

    func complete<Flow: WideEventData>(
        _ id: WideEventFlowID<Flow>, _ status: WideEventStatus = .success
    ) async -> WideEventOutcome {
        await withCheckedContinuation { continuation in
            completeFlow(id, status: status) { continuation.resume(returning: $0) }
        }
    }

    func discard<Flow: WideEventData>(_ id: WideEventFlowID<Flow>) async -> WideEventOutcome {
        await withCheckedContinuation { continuation in
            discardFlow(id) { continuation.resume(returning: $0) }
        }
    }
}

extension Accounts {
    init(accepted: Int, delivered: Int = 0, pending: Int = 0, dropped: [DropReason: Int] = [:]) {
        self.init()
        self.accepted = accepted
        self.delivered = delivered
        self.pending = pending
        self.dropped = dropped
    }
}
