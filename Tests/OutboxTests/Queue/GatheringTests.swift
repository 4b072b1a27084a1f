import PixelKit
import PixelKitTesting
import Testing

@testable import Outbox

@Suite(.timeLimit(.minutes(2))) struct GatheringTests {
    private let log = ActivityLog()

    /// A dispatcher that would gather for an hour.
    private func dispatcher() -> PixelDispatcher {
        var configuration = RequestOutbox.Configuration(activity: log)
        configuration.gatherTime = .seconds(3600)
        return PixelDispatcher(
            outbox: RequestOutbox(
                database: TestStore().database, transport: ScriptedTransport(), initialConsent: .pending,
                configuration: configuration))
    }

    @Test("A caller that waits ends the gathering for all earlier fires")
    func awaited() async throws {
        let pixels = dispatcher()
        for number in 0..<10 { pixels.fire(Ping(value: "\(number)")) }
        #expect(await pixels.fireAndWait(Ping(value: "last")).isQueued)
        #expect(log.events.committed == [11])
    }

    @Test("512 fires are written without gathering more")
    func size() async throws {
        let pixels = dispatcher()
        for number in 0..<512 { pixels.fire(Ping(value: "\(number)")) }
        await log.wait { $0.committed.reduce(0, +) == 512 }
    }

    @Test("With the default gathering time, fires are written without another call")
    func time() async {
        let outbox = RequestOutbox(
            database: TestStore().database, transport: ScriptedTransport(), initialConsent: .pending,
            configuration: RequestOutbox.Configuration(activity: log))
        PixelDispatcher(outbox: outbox).fire(Ping(value: "1"))
        await log.wait { $0.committed == [1] }
    }

    @Test("Delivery goes on when the dispatcher is released, as long as the outbox lives")
    func dispatcherReleased() async {
        let transport = ScriptedTransport()
        let outbox = RequestOutbox.testing(transport: transport)
        PixelDispatcher(outbox: outbox).fire(Ping(value: "1"))
        await transport.waitForRequests(1)
        #expect(await outbox.flush(timeout: .seconds(5)) == .drained)
    }
}

extension [OutboxActivity] {
    /// The sizes of the committed groups.
    fileprivate var committed: [Int] {
        compactMap { if case .committed(let requests) = $0 { requests.count } else { nil } }
    }
}
