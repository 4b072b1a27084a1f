import PixelKitTesting
import Primitives
import Testing

@Suite struct TimeoutTests {
    private struct Failure: Error, Equatable {}

    @Test("An operation that returns in time gives its result")
    func result() async throws {
        #expect(try await withTimeout(.seconds(1), on: ManualClock()) { 7 } == 7)
    }

    @Test("An operation that throws in time gives its error")
    func error() async {
        await #expect(throws: Failure()) {
            try await withTimeout(.seconds(1), on: ManualClock()) { throw Failure() }
        }
    }

    @Test("A late operation is cancelled, and not awaited even if it ignores its cancellation")
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

    @Test("A cancelled caller gets a cancellation error at once")
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
