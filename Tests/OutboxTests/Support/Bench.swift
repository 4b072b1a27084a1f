import Foundation
import PixelKit
import PixelKitTesting
import TestSupport

/// A clock, a store and the activity of an outbox on them.
struct Bench {
    let clock: ManualClock
    let folder: TemporaryFolder
    let store: TestStore
    let log = ActivityLog()

    /// Makes a bench in a folder of its own. Another bench on the same folder is another launch.
    init(clock: ManualClock = ManualClock(), folder: TemporaryFolder = TemporaryFolder()) {
        self.clock = clock
        self.folder = folder
        store = TestStore(folder: folder.url)
    }

    func dispatcher(
        _ transport: any RequestTransport, consent: Consent = .granted, limits: OutboxLimits = OutboxLimits(),
        random: @escaping @Sendable () -> Double = { 0.5 }, wakeSources: [any WakeSource] = []
    ) -> PixelDispatcher {
        let outbox = RequestOutbox(
            database: store.database, transport: transport, initialConsent: consent,
            configuration: .testing(clock: clock, limits: limits, activity: log, random: random),
            wakeSources: wakeSources)
        return PixelDispatcher(
            outbox: outbox,
            configuration: PixelDispatcher.Configuration(
                environment: PixelEnvironment(platform: "test", formFactor: nil, appVersion: "1")))
    }

    /// A dispatcher whose consent is granted when so many numbered pings are already pending.
    func dispatcher(_ transport: any RequestTransport, holding count: Int) async -> PixelDispatcher {
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

extension TransportResult {
    static let ok = answered(status: 200, retryAfter: nil)
    static func status(_ status: Int, retryAfter: String? = nil) -> TransportResult {
        .answered(status: status, retryAfter: retryAfter)
    }
}
