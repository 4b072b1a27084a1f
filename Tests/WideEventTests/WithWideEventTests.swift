import Foundation
import PixelKitTesting
import Testing
import WideEvent
import WideEventTesting

@Suite struct WithWideEventTests {
    private struct Refusal: Error {}
    private let wideEvents = CapturingWideEvents()

    @Test("A body that returns ends its flow as success, and its value is passed on")
    func returning() async {
        let value = await wideEvents.withWideEvent(SetUpData()) { id in
            wideEvents.updateFlow(id) { $0.steps = 1 }
            return 7
        }
        #expect(value == 7)
        #expect(wideEvents.words == ["start set-up", "update set-up", "complete set-up SUCCESS"])
    }

    @Test("A body that throws ends its flow as failure, with the error")
    func throwing() async {
        await #expect(throws: Refusal.self) {
            try await wideEvents.withWideEvent(SetUpData()) { _ in throw Refusal() }
        }
        #expect(wideEvents.words == ["start set-up", "complete set-up FAILURE"])
        guard case .completed(let flow, .failure) = wideEvents.effects.last else {
            Issue.record("no failure")
            return
        }
        #expect(flow.errorData == WideEventErrorData(Refusal()))
    }

    @Test("A cancelled body ends its flow as cancelled, whatever error it throws", arguments: [true, false])
    func cancelled(throwsCancellation: Bool) async {
        let task = Task {
            try await wideEvents.withWideEvent(SetUpData()) { _ in
                withUnsafeCurrentTask { $0?.cancel() }
                if throwsCancellation { try Task.checkCancellation() }
                throw Refusal()
            }
        }
        _ = await task.result
        #expect(wideEvents.words == ["start set-up", "complete set-up CANCELLED"])
        #expect(wideEvents.pending.isEmpty)
    }

    @Test("A body that ended its flow itself has decided")
    func decided() async {
        await wideEvents.withWideEvent(SetUpData()) { id in wideEvents.discardFlow(id) }
        #expect(wideEvents.words == ["start set-up", "discard set-up"])
    }
}

@Suite struct WideEventRecorderTests {
    private let clock = ManualClock()

    @Test("A recorder measures from start to completion, and completes once")
    func start() async throws {
        let wideEvents = CapturingWideEvents(clock: IntervalClock(clock.time))
        let recorder = WideEventRecorder.start(SetUpData(), measuring: \.total, in: wideEvents)
        clock.advance(by: .seconds(3))
        recorder.update { $0.steps = 2 }
        recorder.complete(.success)
        recorder.complete(.failure)
        #expect(wideEvents.words == ["start set-up", "update set-up", "complete set-up SUCCESS"])
        guard case .completed(let flow as SetUpData, _) = wideEvents.effects.last else {
            Issue.record("not completed")
            return
        }
        #expect(flow.total.duration == .seconds(3))
    }

    @Test("A recorder of a later launch goes on with the newest pending flow")
    func resume() async throws {
        let runs = Runs()
        let first = runs.launch("first")
        _ = WideEventRecorder.start(SetUpData(steps: 1), measuring: \.total, in: first)
        runs.clock.advance(by: .seconds(1))
        _ = WideEventRecorder.start(SetUpData(steps: 2), measuring: \.total, in: first)
        await first.settle()
        let second = runs.launch("second")
        let resumed = await WideEventRecorder<SetUpData>.resume(measuring: \.total, in: second)
        let recorder = try #require(resumed)
        recorder.complete(.success)
        #expect(await second.pendingFlows(of: SetUpData.self).map(\.steps) == [1])
        #expect(try await runs.bodies().first?.contains(#""steps":2"#) == true)
    }

    @Test("Without a pending flow there is nothing to resume")
    func nothing() async {
        let resumed = await WideEventRecorder<SetUpData>.resume(measuring: \.total, in: CapturingWideEvents())
        #expect(resumed == nil)
    }
}
