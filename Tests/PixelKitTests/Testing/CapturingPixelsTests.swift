import Foundation
import PixelKit
import PixelKitTesting
import Testing

@Suite struct CapturingPixelsTests {
    @Test("It keeps pixel, frequency, names and query of every fire, in order")
    func captures() throws {
        let pixels = CapturingPixels(environment: PixelEnvironment(platform: "test", formFactor: nil, appVersion: "1"))
        pixels.fire(DoorPixel.opened(by: "Ann & Bo"))
        pixels.fire(DoorPixel.slammed(times: 2), frequency: .legacyDaily)
        #expect(pixels.names == ["m_door_opened_daily_test", "m_door_opened_count_test", "m_door_slammed_d_test"])
        #expect(pixels.fires.map(\.query) == ["?by=Ann%20%26%20Bo", "?times=2"])
        #expect(pixels.fires.map(\.frequency) == [.dailyAndCount, .legacyDaily])
        #expect(pixels.fires.allSatisfy { $0.pixel is DoorPixel })
        pixels.reset()
        #expect(pixels.fires.isEmpty)
    }

    @Test("Completions receive what the test says, and by default that all is queued")
    func outcomes() async {
        #expect(await CapturingPixels().fireAndWait(SamplePixel(frequency: .dailyAndCount)).legs == [.queued, .queued])
        let pixels = CapturingPixels { frequency in
            PixelOutcome(legs: frequency.legs.map { _ in .suppressed(.frequency) })
        }
        #expect(await pixels.fireAndWait(SamplePixel()).legs == [.suppressed(.frequency)])
        #expect(pixels.names == ["m_sample"])
    }

    @Test("What a dispatcher would refuse is refused, and has no name")
    func refusals() async {
        let pixels = CapturingPixels()
        let long = PixelValue.string(String(repeating: "x", count: 8192))
        let refused: [(SamplePixel, PixelOutcome.Leg)] = [
            (SamplePixel(allowedFrequencies: [.daily]), .rejected(.undeclared)),
            (SamplePixel(name: "a b"), .rejected(.invalidName)),
            (SamplePixel(name: ""), .rejected(.invalidName)),
            (SamplePixel(parameters: ["v": long]), .rejected(.tooLong)),
        ]
        for (pixel, leg) in refused { #expect(await pixels.fireAndWait(pixel).legs == [leg]) }
        #expect(pixels.names == [] && pixels.fires.map(\.outcome.legs) == refused.map { [$0.1] })
        let half = SamplePixel(name: String(repeating: "n", count: 198), frequency: .dailyAndStandard)
        #expect(await pixels.fireAndWait(half).legs == [.rejected(.invalidName), .queued])
        #expect(pixels.names == [half.name])
    }

    @Test("It may be fired from many threads")
    func threads() async {
        let pixels = CapturingPixels()
        await onThreads(8) { _ in for _ in 0..<100 { pixels.fire(SamplePixel()) } }
        #expect(pixels.fires.count == 800)
    }
}
