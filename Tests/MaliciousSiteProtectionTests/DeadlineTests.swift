import PixelKitTesting
import Primitives
import Testing

@testable import MaliciousSiteProtection

@Suite struct DeadlineTests {
    @Test("A result in time is returned")
    func result() async throws {
        #expect(try await withTimeout(.seconds(1), on: ManualClock()) { 7 } == 7)
    }

    @Test("An error in time is thrown")
    func error() async {
        await #expect(throws: ServiceDown()) {
            try await withTimeout(.seconds(1), on: ManualClock()) { throw ServiceDown() }
        }
    }

    @Test("A late operation is cancelled, and not waited for even if it does not listen")
    func late() async {
        let clock = ManualClock()
        let (stubborn, release) = AsyncStream.makeStream(of: Void.self)
        let (cancellations, cancelled) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            try await withTimeout(.seconds(1), on: clock) {
                await withTaskCancellationHandler {
                    await Task { for await _ in stubborn { return } }.value
                } onCancel: {
                    cancelled.yield()
                }
            }
        }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(1))
        await #expect(throws: TimeoutError.self) { try await task.value }
        for await _ in cancellations { break }
        release.finish()
    }

    @Test("A cancelled caller does not wait")
    func cancellation() async {
        let clock = ManualClock()
        let task = Task {
            try await withTimeout(.seconds(1), on: clock) {
                for await _ in AsyncStream<Void>.makeStream().stream {}
                try await clock.sleep(for: .seconds(100))
            }
        }
        await clock.waitForSleepers(1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
