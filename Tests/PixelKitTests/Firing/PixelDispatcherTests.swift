import Foundation
import PixelKit
import PixelKitTesting
import Testing

enum DoorPixel: Pixel {
    case opened(by: String)
    case slammed(times: Int)
    case broken(NSError)

    var name: String {
        switch self {
        case .opened: "m_door_opened"
        case .slammed: "m_door_slammed"
        case .broken: "m_door_broken"
        }
    }

    var frequency: Frequency {
        switch self {
        case .opened: .dailyAndCount
        case .slammed: .daily
        case .broken: .daily.keyed(by: .error)
        }
    }

    var suffixes: [PixelSuffix] { [.frequency, .platform] }

    var parameters: PixelParameters {
        switch self {
        case .opened(let by): ["by": .string(by)]
        case .slammed(let times): ["times": .int(times)]
        case .broken: [:]
        }
    }

    var error: (any Error)? {
        switch self {
        case .broken(let error): error
        case .opened, .slammed: nil
        }
    }
}

@Suite struct PixelDispatcherTests {
    let clock = ManualClock()
    let transport = ScriptedTransport()

    @Test("A daily and count pixel is sent under both names, then under the count alone")
    func dailyAndCount() async throws {
        let pixels = PixelDispatcher.testing(transport: transport, clock: clock)
        #expect(await pixels.fireAndWait(DoorPixel.opened(by: "Ann & Bo")).legs == [.queued, .queued])
        #expect(
            await pixels.fireAndWait(DoorPixel.opened(by: "Ann & Bo")).legs == [.suppressed(.frequency), .queued])
        #expect(await pixels.flush(timeout: .seconds(5)) == .drained)
        #expect(
            transport.targets.sorted() == [
                "/t/m_door_opened_count_test?by=Ann%20%26%20Bo", "/t/m_door_opened_count_test?by=Ann%20%26%20Bo",
                "/t/m_door_opened_daily_test?by=Ann%20%26%20Bo",
            ])
        let accounts = try await pixels.accounts()
        #expect(accounts.accepted == 3 && accounts.delivered == 3 && accounts.suppressed == 1 && accounts.isBalanced)
    }
}
