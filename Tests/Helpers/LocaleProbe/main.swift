// Prints what a locale, a calendar or a time zone could change: names, values, windows and words.
import Foundation
import PixelKit
import PixelKitTesting

struct ProbePixel: Pixel {
    let frequency: Frequency
    let name = "m_Probe_I"
    let suffixes: [PixelSuffix] = [.frequency, .platform]
    let parameters: PixelParameters = ["n": -1_234_567, "x": 1234.5, "y": 1e-9, "b": true, "text": "İi ١٢ ฿ ‏ש"]
    var error: (any Error)? { CocoaError(.fileNoSuchFile) }
}

// 2026-12-31 23:59:59.999 in UTC: another day, month and year in half of all time zones.
let clock = ManualClock(date: Date(timeIntervalSince1970: 1_798_761_599.999))
let pixels = PixelDispatcher.testing(clock: clock)
let captured = CapturingPixels(environment: PixelEnvironment(platform: "linux", formFactor: nil, appVersion: "1.0"))

func fireAll() async throws {
    for frequency in [Frequency.daily, .monthly, .uniqueByName, .debounce(.milliseconds(2))] {
        let pixel = ProbePixel(frequency: frequency)
        print(await pixels.fireAndWait(pixel).isQueued, try await pixels.explain(pixel))
    }
}

captured.fire(ProbePixel(frequency: .daily.sampled(percent: 12.5)))
for fire in captured.fires { print(fire.names.joined(), fire.query) }
try await fireAll()
clock.advance(by: .milliseconds(1))
try await fireAll()
