import PixelKit
import PixelKitTesting
import XCTest

/// The doubles serve XCTest as well; everything else here is Swift Testing.
final class PixelKitTestingXCTests: XCTestCase {
    func testCapturedPixels() {
        let pixels = CapturingPixels(environment: PixelEnvironment(platform: "test", formFactor: nil, appVersion: "1"))
        pixels.fire(DoorPixel.slammed(times: 3))
        XCTAssertEqual(pixels.names, ["m_door_slammed_daily_test"])
        XCTAssertEqual(pixels.fires.map(\.query), ["?times=3"])
    }

    func testDispatcher() async throws {
        let clock = ManualClock()
        let transport = ScriptedTransport()
        let store = TestStore()
        let activity = CapturingEventMapping<OutboxActivity>()
        let pixels = PixelDispatcher(
            outbox: .testing(transport: transport, clock: clock, store: store, activity: activity),
            configuration: PixelDispatcher.Configuration(
                environment: PixelEnvironment(platform: "test", formFactor: nil, appVersion: "1")))
        store.set(.full)
        pixels.fire(DoorPixel.slammed(times: 3))
        _ = try? await pixels.accounts()
        store.set(nil)
        _ = try await pixels.accounts()
        let again = await pixels.fireAndWait(DoorPixel.slammed(times: 4))
        XCTAssertEqual(again.legs, [.suppressed(.frequency)])
        let result = await pixels.flush(timeout: .seconds(5))
        XCTAssertEqual(result, .drained)
        XCTAssertEqual(transport.targets, ["/t/m_door_slammed_daily_test?times=3"])
        XCTAssertTrue(activity.events.contains(.storageFailed(.full)))
    }
}
