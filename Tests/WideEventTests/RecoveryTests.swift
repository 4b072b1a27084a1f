import Foundation
import PixelKitTesting
import Testing
import WideEvent

@Suite struct RecoveryTests {
    private let runs = Runs()

    @Test("A launch ends what an earlier session of the same owner left, and nothing else")
    func ownersAndSessions() async throws {
        _ = await runs.launch("vpn-1", owner: WideEventOwner(rawValue: "vpn")).start(SetUpData(steps: 1))
        _ = await runs.launch("app-1").start(SetUpData(steps: 2))
        let app = runs.launch("app-2")
        _ = await app.start(SetUpData(steps: 3))

        #expect(await app.resumePendingFlows(trigger: .appLaunch) == [.completed(.unknown(reason: "partial_data"))])
        #expect(await app.pendingFlows(of: SetUpData.self).map(\.steps) == [3])
        let vpn = runs.launch("vpn-2", owner: WideEventOwner(rawValue: "vpn"))
        #expect(await vpn.pendingFlows(of: SetUpData.self).map(\.steps) == [1])
        #expect(try await runs.bodies().count == 1)
    }

    @Test("A launch is handled once")
    func once() async {
        let app = runs.launch("app-2")
        #expect(await app.resumePendingFlows(trigger: .appLaunch) == [])
        _ = await runs.launch("app-1").start(SetUpData())
        #expect(await app.resumePendingFlows(trigger: .appLaunch) == [])
        #expect(await app.resumePendingFlows(trigger: .appForegrounded).count == 1)
    }

    @Test("Coming to the foreground closes no flow of the running session")
    func foreground() async {
        let app = runs.launch("app-1")
        _ = await app.start(SetUpData())
        #expect(await app.resumePendingFlows(trigger: .appForegrounded) == [])
        #expect(await app.resumePendingFlows(trigger: .appForegrounded) == [])
        #expect(await app.pendingFlows(of: SetUpData.self).count == 1)
    }

    @Test("A flow of another process that still runs is left alone, for a day")
    func runningSession() async {
        let elsewhere = runs.launch(WideEventSession.ofThisProcess().rawValue)
        _ = await elsewhere.start(SetUpData())
        let app = runs.launch("app-2")
        #expect(await app.resumePendingFlows(trigger: .appForegrounded) == [])
        runs.clock.advance(by: .seconds(86_400))
        #expect(await app.resumePendingFlows(trigger: .appForegrounded).count == 1)
    }

    @Test("What a flow wants to be kept is kept, for 28 days")
    func patience() async throws {
        _ = await runs.launch("app-1").start(SetUpData(isPatient: true))
        let app = runs.launch("app-2")
        runs.clock.advance(by: .seconds(28 * 86_400))
        #expect(await app.resumePendingFlows(trigger: .appForegrounded) == [])
        runs.clock.advance(by: .seconds(1))
        #expect(await app.resumePendingFlows(trigger: .appForegrounded) == [.failed(.expired)])
        #expect(try await app.setAsideCount() == 1)
    }

    @Test("A flow of a kind that nobody knows any more is set aside after 28 days")
    func unknownKind() async throws {
        let now = runs.clock.date.milliseconds
        try await runs.store.database.perform { transaction in
            _ = try transaction.execute(
                "INSERT INTO flows(id, name, owner, session, started, share, data) VALUES (7, 'gone', 'app', 'x', ?, 0, '')",
                .integer(now))
        }
        let app = runs.launch("app-2")
        #expect(await app.resumePendingFlows(trigger: .appLaunch) == [])
        #expect(try await app.pendingFlows().map(\.name) == ["gone"])
        runs.clock.advance(by: .seconds(29 * 86_400))
        #expect(await app.resumePendingFlows(trigger: .appForegrounded) == [.failed(.expired)])
        #expect(runs.failures.events == [.loadFailed(name: "gone", .expired)])
    }
}
