import Foundation
import PixelKitTesting
import Testing
import WideEvent

@Suite struct StoredDataTests {
    private let runs = Runs()

    @Test("A flow stored by the previous version goes on: missing fields have defaults, unknown ones are ignored")
    func previousLayout() async throws {
        let before = runs.launch("first", kinds: [.olderSetUp])
        var old = OlderSetUpData()
        old.steps = 3
        old.contextData = WideEventContextData(name: "page")
        _ = await before.start(old)

        let after = runs.launch("second")
        let found = try #require(await after.pendingFlows(of: SetUpData.self).first)
        #expect(found.steps == 3)
        #expect(found.note == "new")
        #expect(found.contextData?.name == "page")
        #expect(await after.complete(found.flowID) == .completed(.success))
        #expect(try await runs.bodies().first?.contains(#""version":"1.0.0""#) == true)
        #expect(runs.failures.events.isEmpty)
    }

    @Test(
        "Defaults are laid under what is stored at every depth, even if next to nothing is stored",
        arguments: [("{}", 0, "new"), (#"{"steps":4}"#, 4, "new"), (#"{"appData":{},"note":"n","x":[1]}"#, 0, "n")])
    func defaults(json: String, steps: Int, note: String) async throws {
        let wideEvents = runs.launch("first")
        let flow = SetUpData()
        _ = await wideEvents.start(flow)
        try await overwrite(json)
        let found = try #require(await wideEvents.pendingFlows(of: SetUpData.self).first)
        #expect(found.steps == steps)
        #expect(found.note == note)
        #expect(found.flowID == flow.flowID)
    }

    @Test(
        "What cannot be read is set aside and hinders nobody", arguments: ["", "nonsense", #"{"steps":"many"}"#, "[]"])
    func unreadable(json: String) async throws {
        let before = runs.launch("first")
        let broken = SetUpData()
        let other = ImportData()
        _ = await before.start(broken)
        try await overwrite(json)
        _ = await before.start(other)

        let after = runs.launch("second")
        let outcomes = await after.resumePendingFlows(trigger: .appLaunch)
        #expect(outcomes == [.failed(.unreadable), .completed(.unknown(reason: "partial_data"))])
        #expect(try await after.setAsideCount() == 1)
        #expect(runs.failures.events == [.loadFailed(name: "set-up", .unreadable)])
        #expect(await runs.launch("third").resumePendingFlows(trigger: .appLaunch) == [])
        #expect(await after.complete(broken.flowID) == .noFlow)
    }

    @Test("A flow that cannot be written is not started; others are", arguments: [Double.nan, .infinity])
    func unencodableStart(number: Double) async throws {
        let wideEvents = runs.launch("first")
        #expect(await wideEvents.start(SetUpData(ratio: number)) == .failed(.unencodable))
        #expect(await wideEvents.start(SetUpData(ratio: 0.5)) == .started)
        #expect(try await wideEvents.setAsideCount() == 1)
        #expect(runs.failures.events == [.startFailed(name: "set-up", .unencodable)])
    }

    @Test("A change to NaN is set aside; the flow keeps what it had and ends as usual")
    func unencodableUpdate() async throws {
        let wideEvents = runs.launch("first")
        let flow = SetUpData(ratio: 0.5)
        _ = await wideEvents.start(flow)
        #expect(await wideEvents.update(flow.flowID) { $0.ratio = .nan } == .failed(.unencodable))
        #expect(await wideEvents.pendingFlows(of: SetUpData.self).map(\.ratio) == [0.5])
        #expect(await wideEvents.complete(flow.flowID) == .completed(.success))
        #expect(try await wideEvents.setAsideCount() == 1)
    }

    @Test("A flow that ends with NaN is set aside, counted, and does not come back at the next launch")
    func unencodableEnd() async throws {
        let wideEvents = runs.launch("first")
        let flow = SetUpData()
        _ = await wideEvents.start(flow)
        let outcome = await withCheckedContinuation { continuation in
            wideEvents.changeFlow(flow.flowID, onComplete: { continuation.resume(returning: $0) }) { flow in
                flow.ratio = .nan
                return .complete(.success)
            }
        }
        #expect(outcome == .failed(.unencodable))
        #expect(runs.failures.events == [.completionFailed(name: "set-up", .unencodable)])
        #expect(try await runs.accounts() == Accounts(accepted: 1, dropped: [.unreadable: 1]))
        #expect(await runs.launch("second").resumePendingFlows(trigger: .appLaunch) == [])
        // The gate did not close for it.
        let next = SetUpData()
        _ = await wideEvents.start(next)
        _ = await wideEvents.complete(next.flowID)
        #expect(try await runs.bodies().first?.contains("is_first_daily_occurrence") == true)
    }

    @Test("Of what was set aside the newest hundred are kept, and all are counted")
    func manySetAside() async throws {
        let wideEvents = runs.launch("first")
        for _ in 0..<120 { _ = await wideEvents.start(SetUpData(ratio: .nan)) }
        #expect(try await wideEvents.setAsideCount() == 120)
        let kept = try await runs.store.database.perform { transaction in
            try transaction.first("SELECT count(*) FROM flows_set_aside") { $0.int(0) }
        }
        #expect(kept == 100)
    }

    private func overwrite(_ json: String) async throws {
        try await runs.store.database.perform { transaction in
            _ = try transaction.execute("UPDATE flows SET data = ?", .blob(Data(json.utf8)))
        }
    }
}
