import Foundation
import PixelKit
import PixelKitTesting

/// A dispatcher on doubles, with everything that a test may turn.
struct Workbench {
    let clock: ManualClock
    let store: TestStore
    let transport = ScriptedTransport()
    let activity = CapturingEventMapping<OutboxActivity>()
    let pixelActivity = CapturingEventMapping<PixelActivity>()
    let pixels: PixelDispatcher

    init(
        clock: ManualClock = ManualClock(), store: TestStore = TestStore(), memoryLimit: Int = 8192,
        consent: Consent = .granted, random: @escaping @Sendable () -> Double = { 0.5 }
    ) {
        self.clock = clock
        self.store = store
        let outbox = RequestOutbox(
            database: store.database, transport: transport, initialConsent: consent,
            configuration: .testing(
                clock: clock, limits: OutboxLimits(rows: 1_000_000, bytes: 1 << 30), memoryLimit: memoryLimit,
                activity: activity, random: random))
        pixels = PixelDispatcher(
            outbox: outbox,
            configuration: PixelDispatcher.Configuration(
                environment: PixelEnvironment(
                    platform: "linux", formFactor: "phone", appVersion: "1.2.3", pixelSource: "phone"),
                activity: pixelActivity))
    }

    /// The targets of everything that was committed, in order.
    func targets() async throws -> [String] {
        _ = try await pixels.accounts()  // The activity of every earlier commit is reported before this one ends.
        return activity.events.flatMap { event -> [String] in
            guard case .committed(let requests) = event else { return [] }
            return requests.map(\.target)
        }
    }

    /// Moves the clock until a condition holds.
    func advance(until isDone: () -> Bool) async {
        while !isDone() {
            clock.advance(by: .seconds(60))
            await Task.yield()
        }
    }
}

/// Runs `body` on as many threads as asked for, all at once, and returns when the last has ended.
func onThreads(_ count: Int, _ body: @escaping @Sendable (_ index: Int) -> Void) async {
    await withTaskGroup { group in
        for index in 0..<count {
            group.addTask {
                await withCheckedContinuation { continuation in
                    Thread.detachNewThread {
                        body(index)
                        continuation.resume()
                    }
                }
            }
        }
    }
}

/// Collects values from any thread.
final class Collector<Value: Sendable>: Sendable {
    private let collected = Locked<[Value]>([])

    var values: [Value] { collected.withLock { $0 } }

    func append(_ value: Value) { collected.withLock { $0.append(value) } }
}
