import Foundation
import PixelKitTesting
import Primitives
import Testing

@Suite(.timeLimit(.minutes(2))) struct ValueOrNilTests {
    private let clock = ManualClock()

    /// Ends only when it is cancelled.
    private static func hang(_ started: AsyncStream<Void>.Continuation, _ cancelled: AsyncStream<Void>.Continuation)
        async
    {
        started.finish()
        await withTaskCancellationHandler {
            for await _ in AsyncStream<Void>.makeStream().stream {}
        } onCancel: {
            cancelled.finish()
        }
    }

    @Test("What is in time is returned")
    func inTime() async {
        #expect(await valueOrNil(within: .seconds(1), clock: clock) { 7 } == 7)
    }

    @Test("What is late is cancelled, and nothing is returned, on time")
    func late() async {
        let (started, cancelled) = (AsyncStream.makeStream(of: Void.self), AsyncStream.makeStream(of: Void.self))
        async let value: Int? = valueOrNil(within: .seconds(1), clock: clock) {
            await Self.hang(started.continuation, cancelled.continuation)
            return 7
        }
        for await _ in started.stream {}
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(1))
        #expect(await value == nil)
        for await _ in cancelled.stream {}
    }

    @Test("What ignores its cancellation is not awaited")
    func ignoring() async {
        let gate = AsyncStream.makeStream(of: Void.self)
        async let value: Int? = valueOrNil(within: .seconds(1), clock: clock) {
            await Task { for await _ in gate.stream {} }.value
            return 7
        }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(1))
        #expect(await value == nil)
        gate.continuation.finish()
    }

    @Test("When the caller is cancelled, so is the work, at once")
    func callerCancelled() async {
        let (started, cancelled) = (AsyncStream.makeStream(of: Void.self), AsyncStream.makeStream(of: Void.self))
        let caller = Task { [clock] in
            await valueOrNil(within: .seconds(1), clock: clock) {
                await Self.hang(started.continuation, cancelled.continuation)
                return 7
            }
        }
        for await _ in started.stream {}
        caller.cancel()
        #expect(await caller.value == nil)
        for await _ in cancelled.stream {}
    }

    @Test("A caller that is cancelled already gets nothing")
    func cancelledBefore() async {
        let gate = AsyncStream.makeStream(of: Void.self)
        let caller = Task { [clock] in
            for await _ in gate.stream {}
            return await valueOrNil(within: .seconds(1), clock: clock) { 7 }
        }
        caller.cancel()
        gate.continuation.finish()
        #expect(await caller.value == nil)
    }
}
