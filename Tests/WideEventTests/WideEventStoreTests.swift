import Foundation
import PixelKit
import PixelKitTesting
import TestSupport
import Testing
import WideEvent

@Suite struct WideEventStoreTests {
    private let runs = Runs()

    @Test("A flow is stored, changed, completed and sent once")
    func journey() async throws {
        let wideEvents = runs.launch("first")
        let flow = SetUpData()
        #expect(await wideEvents.start(flow) == .started)
        #expect(await wideEvents.update(flow.flowID) { $0.steps += 2 } == .updated)
        #expect(await wideEvents.complete(flow.flowID) == .completed(.success))
        #expect(
            try await runs.bodies() == [
                #"{"app":{"name":"tests","version":"1.2.3"},"feature":{"data":{"ext":{"steps":2}},"name":"set-up","#
                    + #""status":"SUCCESS"},"global":{"is_first_daily_occurrence":true,"platform":"Linux","#
                    + #""sample_rate":1,"type":"app"},"meta":{"type":"linux-set-up","version":"1.0.0"}}"#
            ])
        #expect(try await runs.accounts() == Accounts(accepted: 1, pending: 1))
        #expect(await wideEvents.pendingFlows(of: SetUpData.self).isEmpty)
    }

    @Test("Whatever is done to a flow that has ended, or never was, finds no flow", arguments: [0, 1, 2, 3])
    func ended(how: Int) async throws {
        let wideEvents = runs.launch("first")
        let flow = SetUpData(globalData: WideEventGlobalData(sampleRate: how == 3 ? 0 : 1))
        if how > 0 { #expect(await wideEvents.start(flow) == (how == 3 ? .notSampled : .started)) }
        if how == 1 { _ = await wideEvents.complete(flow.flowID) }
        if how == 2 { #expect(await wideEvents.discard(flow.flowID) == .discarded) }
        #expect(await wideEvents.update(flow.flowID) { $0.steps = 9 } == .noFlow)
        #expect(await wideEvents.complete(flow.flowID, .failure) == .noFlow)
        #expect(await wideEvents.discard(flow.flowID) == .noFlow)
        #expect(await wideEvents.pendingFlows(of: SetUpData.self).isEmpty)
        #expect(try await runs.bodies().count == (how == 1 ? 1 : 0))
        #expect(runs.failures.events.isEmpty)
    }

    @Test("A second start with the same id changes nothing")
    func secondStart() async {
        let wideEvents = runs.launch("first")
        var flow = SetUpData()
        #expect(await wideEvents.start(flow) == .started)
        flow.steps = 5
        #expect(await wideEvents.start(flow) == .alreadyStarted)
        #expect(await wideEvents.pendingFlows(of: SetUpData.self).map(\.steps) == [0])
    }

    @Test("Sixteen concurrent completions queue one request", arguments: 0..<5)
    func concurrentCompletions(round: Int) async throws {
        let wideEvents = runs.launch("first")
        let flow = SetUpData()
        _ = await wideEvents.start(flow)
        let outcomes = await withTaskGroup(of: WideEventOutcome.self) { group in
            for _ in 0..<16 { group.addTask { await wideEvents.complete(flow.flowID) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.filter { $0 == .completed(.success) }.count == 1)
        #expect(outcomes.filter { $0 == .noFlow }.count == 15)
        #expect(try await runs.bodies().count == 1)
    }

    @Test("Updates by id are atomic: a hundred concurrent increments all count")
    func atomicUpdates() async {
        let wideEvents = runs.launch("first")
        let flow = SetUpData()
        wideEvents.startFlow(flow)
        await withTaskGroup { group in
            for _ in 0..<100 { group.addTask { _ = await wideEvents.update(flow.flowID) { $0.steps += 1 } } }
        }
        #expect(await wideEvents.pendingFlows(of: SetUpData.self).map(\.steps) == [100])
    }

    @Test("A thousand concurrent flows each end once, with their own data")
    func manyFlows() async throws {
        let wideEvents = runs.launch("first")
        await withTaskGroup { group in
            for number in 0..<1000 {
                group.addTask {
                    let flow = SetUpData()
                    wideEvents.startFlow(flow)
                    wideEvents.updateFlow(flow.flowID) { $0.steps = number }
                    _ = await wideEvents.complete(flow.flowID)
                }
            }
        }
        struct Event: Decodable {
            struct Feature: Decodable { let data: Details }
            struct Details: Decodable { let ext: Ext }
            struct Ext: Decodable { let steps: Int }
            let feature: Feature
        }
        let events = try await runs.bodies().map { try JSONDecoder().decode(Event.self, from: Data($0.utf8)) }
        #expect(events.map(\.feature.data.ext.steps).sorted() == Array(0..<1000))
        #expect(try await runs.accounts() == Accounts(accepted: 1000, pending: 1000))
    }

    @Test("The first event of a kind on a day says so, in UTC days")
    func firstOfDay() async throws {
        let wideEvents = runs.launch("first")
        func send(_ flow: some WideEventData) async {
            wideEvents.startFlow(flow)
            _ = await wideEvents.complete(flow.flowID)
        }
        await send(SetUpData())
        await send(SetUpData())
        await send(ImportData())
        runs.clock.advance(by: .seconds(86_400))
        await send(SetUpData())
        let bodies = try await runs.bodies()
        #expect(bodies.map { $0.contains("is_first_daily_occurrence\":true") } == [true, false, true, true])
    }

    @Test("Reason, context and error travel where the kind of event places them")
    func details() async throws {
        let wideEvents = runs.launch("first")
        let error = NSError(
            domain: "top", code: -1,
            userInfo: [
                NSLocalizedDescriptionKey: "secret", NSUnderlyingErrorKey: NSError(domain: "under", code: 2),
            ])
        let context = WideEventContextData(name: "settings")
        let setUp = SetUpData(contextData: context, errorData: WideEventErrorData(error))
        let imported = ImportData(errorData: WideEventErrorData(error))
        wideEvents.startFlow(setUp)
        _ = await wideEvents.complete(setUp.flowID, .failure)
        wideEvents.startFlow(imported)
        _ = await wideEvents.complete(imported.flowID, .unknown(reason: "why"))
        let bodies = try await runs.bodies()
        let errorJSON = #"{"code":-1,"domain":"top","underlying_code":2,"underlying_domain":"under"}"#
        #expect(bodies.first?.contains(#""context":{"name":"settings"}"#) == true)
        #expect(bodies.first?.contains(#""data":{"error":\#(errorJSON),"ext":{"steps":0}}"#) == true)
        #expect(
            bodies.last?.contains(
                #""feature":{"data":{"ext":{"error":\#(errorJSON),"source":"file","status_reason":"why"}},"#
                    + #""name":"import","status":"UNKNOWN"}"#) == true)
        #expect(!bodies.joined().contains("secret"))
    }

    @Test("Denial erases flows and keeps new ones from being stored")
    func denial() async throws {
        let outbox = runs.outbox()
        let wideEvents = runs.launch("first", outbox: outbox)
        let flow = SetUpData()
        _ = await wideEvents.start(flow)
        #expect(await outbox.set(.denied))
        #expect(await wideEvents.complete(flow.flowID) == .noFlow)
        #expect(await wideEvents.start(SetUpData()) == .denied)
        #expect(await wideEvents.pendingFlows(of: SetUpData.self).isEmpty)
        #expect(try await runs.bodies().isEmpty)
    }

    @Test("A store that fails says so; what was stored is there afterwards")
    func failingStore() async throws {
        let wideEvents = runs.launch("first")
        let flow = SetUpData()
        _ = await wideEvents.start(flow)
        runs.store.set(.full)
        #expect(await wideEvents.complete(flow.flowID) == .failed(.storage(.full)))
        #expect(await wideEvents.start(SetUpData()) == .failed(.storage(.full)))
        runs.store.set(nil)
        #expect(
            runs.failures.events == [
                .storageFailed(name: "set-up", .storage(.full)), .startFailed(name: "set-up", .storage(.full)),
            ])
        #expect(await wideEvents.complete(flow.flowID) == .completed(.success))
    }

    @Test("A completed flow is sent by POST to /e, through the outbox that it shares with pixels, without a call")
    func sending() async throws {
        let runs = Runs(consent: .granted)
        let outbox = runs.outbox()
        let pixels = PixelDispatcher(outbox: outbox)
        let wideEvents = runs.launch("first", outbox: outbox)
        let flow = SetUpData()
        wideEvents.startFlow(flow)
        wideEvents.completeFlow(flow.flowID, status: .success)
        await runs.transport.waitForRequests(1)
        let request = try #require(runs.transport.requests.first)
        #expect(request.method == "POST")
        #expect(request.target == "/e")
        #expect(request.body.map { String(decoding: $0, as: UTF8.self) }?.contains("linux-set-up") == true)
        #expect(await pixels.flush(timeout: .seconds(60)) == .drained)
        #expect(try await runs.accounts() == Accounts(accepted: 1, delivered: 1))
    }

    @Test("A flush of the outbox covers flows that were finished before it")
    func flushed() async throws {
        let runs = Runs(consent: .granted)
        let outbox = runs.outbox()
        let wideEvents = runs.launch("first", outbox: outbox)
        for _ in 0..<50 {
            let flow = SetUpData()
            wideEvents.startFlow(flow)
            wideEvents.completeFlow(flow.flowID, status: .success)
        }
        #expect(await outbox.flush(timeout: .seconds(60)) == .drained)
        #expect(try await outbox.accounts() == Accounts(accepted: 50, delivered: 50))
    }

    @Test("Flows of a store that opens after a denial are erased, although the denial did not know their table")
    func deniedBefore() async throws {
        let folder = TemporaryFolder()
        _ = await Runs(folder: folder.url).launch("first").start(SetUpData())
        #expect(await RequestOutbox.testing(store: TestStore(folder: folder.url)).set(.denied))
        let outbox = RequestOutbox.testing(store: TestStore(folder: folder.url))
        #expect(try await outbox.consent() == .denied)
        let wideEvents = Runs(folder: folder.url).launch("second", outbox: outbox)
        #expect(try await wideEvents.pendingFlows().isEmpty)
    }
}
