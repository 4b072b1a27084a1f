import Foundation
import PixelKit
import PixelKitTesting

/// Prints everything that a locale, a calendar or a time zone could change: names, values, windows and explanations.
enum LocaleProbe {
    private struct Sample: Pixel {
        let frequency: Frequency
        let name = "m_Probe_I"
        let suffixes: [PixelSuffix] = [.frequency, .platform]
        let parameters: PixelParameters = ["n": -1_234_567, "x": 1234.5, "y": 1e-9, "b": true, "text": "İi ١٢ ฿ ‏ש"]
        var error: (any Error)? { CocoaError(.fileNoSuchFile) }
    }

    static func run() async throws {
        let captured = CapturingPixels(
            environment: PixelEnvironment(platform: "linux", formFactor: nil, appVersion: "1.0"))
        captured.fire(Sample(frequency: .daily.sampled(percent: 12.5)))
        for fire in captured.fires { say("\(fire.names.joined()) \(fire.query)") }
        // 2026-12-31 23:59:59.999 in UTC: another day, month and year in half of all time zones.
        let clock = ManualClock(date: Date(timeIntervalSince1970: 1_798_761_599.999))
        let pixels = PixelDispatcher.testing(clock: clock)
        try await fireAll(pixels)
        clock.advance(by: .milliseconds(1))
        try await fireAll(pixels)
    }

    private static func fireAll(_ pixels: PixelDispatcher) async throws {
        for frequency in [Frequency.daily, .monthly, .uniqueByName, .debounce(.milliseconds(2))] {
            let pixel = Sample(frequency: frequency)
            say("\(await pixels.fireAndWait(pixel).isQueued) \(try await pixels.explain(pixel))")
        }
    }
}
