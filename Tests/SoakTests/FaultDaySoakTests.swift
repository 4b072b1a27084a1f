import Foundation
import PixelKit
import PixelKitTesting
import TestSupport
import Testing

@Suite(.enabled(if: ProcessInfo.processInfo.environment["SOAK"] == "1"), .serialized)
struct FaultDaySoakTests {
    @Test(
        "A day of faults of server, network and disk, with launches in between, leaves balanced accounts",
        arguments: 0..<20)
    func day(seed: Int) async throws {
        let clock = ManualClock()
        let folder = TemporaryFolder()
        let server = MoodyServer(seed: seed)
        var random = SeededGenerator(seed: seed)
        var fired = 0
        for _ in 0..<24 {
            let store = TestStore(folder: folder.url)
            let pixels = PixelDispatcher(outbox: .testing(transport: server, clock: clock, store: store))
            for _ in 0..<360 {
                let fault: [TestStore.Fault?] = [nil, nil, nil, nil, nil, nil, .full, .busy, .readOnly]
                store.set(fault.randomElement(using: &random) ?? nil)
                for _ in 0..<Int.random(in: 0...1, using: &random) {
                    pixels.fire(SoakPing(number: fired))
                    fired += 1
                }
                clock.advance(by: .seconds(10))
                if Int.random(in: 0..<5, using: &random) > 0 {
                    store.set(nil)
                    let accounts = try await pixels.accounts()
                    #expect(accounts.isBalanced)
                }
            }
            store.set(nil)
            let accounts = try await pixels.accounts()
            #expect(accounts.isBalanced)
            #expect(accounts.accepted == fired)
        }
        server.recover()
        clock.advance(by: .seconds(1000))  // No rest that the server may have asked for lasts longer.
        let pixels = PixelDispatcher(
            outbox: .testing(transport: server, clock: clock, store: TestStore(folder: folder.url)))
        #expect(await pixels.flush(timeout: .seconds(600)) == .drained)
        let accounts = try await pixels.accounts()
        let repeated = server.taken.count - Set(server.taken).count
        #expect(accounts.accepted == fired)
        #expect(accounts.isBalanced && accounts.pending == 0)
        #expect(repeated <= accounts.resent)
        let refused = accounts.dropped[.refused] ?? 0
        #expect(accounts.accepted == accounts.delivered + refused)
        // What it took without telling, it may have refused when it came again.
        #expect((accounts.delivered...accounts.delivered + refused).contains(Set(server.taken).count))
        print("day, seed \(seed): \(accounts), repeated \(repeated)")
    }
}

private struct SoakPing: Pixel {
    let number: Int
    var name: String { "m_soak\(number % 20)" }
    var parameters: PixelParameters { ["n": .int(number)] }
}

/// Answers by chance, until it recovers.
private final class MoodyServer: RequestTransport {
    private struct State {
        var random: SeededGenerator
        var isMoody = true
        var taken: [String] = []
    }

    private let state: Locked<State>

    init(seed: Int) { state = Locked(State(random: SeededGenerator(seed: seed &+ 1000))) }

    /// What it took, also without telling.
    var taken: [String] { state.withLock { $0.taken } }

    func recover() { state.withLock { $0.isMoody = false } }

    func send(_ request: OutboundRequest) async -> TransportResult {
        state.withLock { state in
            let mood = state.isMoody ? Int.random(in: 0..<10, using: &state.random) : 9
            if mood >= 5 { state.taken.append(request.target) }
            return switch mood {
            case 0: .failed(.unreachable)
            case 1: .answered(status: 500, retryAfter: nil)
            case 2: .answered(status: 429, retryAfter: "60")
            case 3: .answered(status: 404, retryAfter: nil)
            case 4: .failed(.untrusted)
            case 5: .failed(.timedOut)
            case 6: .failed(.interrupted)
            case _: .answered(status: 200, retryAfter: nil)
            }
        }
    }
}
