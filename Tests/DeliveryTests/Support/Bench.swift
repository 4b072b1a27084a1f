import Common
import Foundation
import Persistence
import PixelKit
import PixelKitTesting
import Primitives
import TestSupport

/// A clock, a store and what a dispatcher on them reports.
struct Bench {
    let clock: ManualClock
    let folder: TemporaryFolder
    let store: TestStore
    let log = ActivityLog()

    /// In a folder of its own; another bench on the same folder is another launch.
    init(clock: ManualClock = ManualClock(), folder: TemporaryFolder = TemporaryFolder()) {
        self.clock = clock
        self.folder = folder
        store = TestStore(folder: folder.url)
    }

    func dispatcher(
        _ transport: any PixelTransport, consent: Consent = .granted, limits: OutboxLimits = OutboxLimits(),
        random: @escaping @Sendable () -> Double = { 0.5 }, wakeSources: [any WakeSource] = []
    ) -> PixelDispatcher {
        PixelDispatcher(
            database: store.database, outbox: SQLiteOutbox(limits: limits, initialConsent: consent),
            transport: transport,
            configuration: PixelDispatcher.Configuration(
                environment: PixelEnvironment(platform: "test", formFactor: nil, appVersion: "1"), activity: log,
                time: clock.time, random: random),
            wakeSources: wakeSources)
    }

    /// A dispatcher that is given its consent when so many pings, with their numbers, wait already.
    func dispatcher(_ transport: any PixelTransport, holding count: Int) async -> PixelDispatcher {
        let pixels = dispatcher(transport, consent: .pending)
        for number in 0..<count { await pixels.fireAndWait(Ping(value: "\(number)")) }
        await pixels.set(.granted)
        return pixels
    }

    /// Lets time pass in steps, each once the uploader sleeps again.
    func pass(_ duration: Duration, step: Duration = .seconds(1)) async {
        var passed = Duration.zero
        while passed < duration {
            await clock.waitForSleepers(1)
            clock.advance(by: step)
            passed += step
        }
        await clock.waitForSleepers(1)
    }
}

/// A wake source that the test operates.
final class ManualWakeSource: WakeSource {
    private let handler = Locked<(@Sendable () -> Void)?>(nil)

    func start(_ wake: @escaping @Sendable () -> Void) { handler.withLock { $0 = wake } }
    func stop() { handler.withLock { $0 = nil } }

    func wake() {
        let wake = handler.withLock { $0 }
        wake?()
    }

    var isWatching: Bool { handler.withLock { $0 != nil } }
}

extension Accounts {
    init(
        accepted: Int, delivered: Int = 0, pending: Int = 0, suppressed: Int = 0, dropped: [DropReason: Int] = [:],
        resent: Int = 0
    ) {
        self.init()
        self.accepted = accepted
        self.delivered = delivered
        self.pending = pending
        self.suppressed = suppressed
        self.dropped = dropped
        self.resent = resent
    }
}

extension TransportResult {
    static let ok = answered(status: 200, retryAfter: nil)
    static func status(_ status: Int, retryAfter: String? = nil) -> TransportResult {
        .answered(status: status, retryAfter: retryAfter)
    }
}
