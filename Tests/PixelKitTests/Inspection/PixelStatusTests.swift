import Foundation
import PixelKit
import PixelKitTesting
import TestSupport
import Testing

@Suite("PixelStatus")
struct PixelStatusTests {
    /// What code generated from a definition looks like here.
    private struct GeneratedPixel: Pixel {
        static var isGenerated: Bool { true }
        var name = "m_generated"
        var frequency = Frequency.daily
    }

    /// A store whose transport takes nothing, so that what is fired waits.
    private func status(_ fire: (PixelDispatcher) async -> Void) async throws -> PixelStatus {
        let bench = Workbench(consent: .pending)
        await fire(bench.pixels)
        return try await bench.pixels.status()
    }

    @Test("Hand-written pixels are marked among windows and waiting requests, generated ones are not")
    func marks() async throws {
        let status = try await status { pixels in
            await pixels.fireAndWait(GeneratedPixel())
            await pixels.fireAndWait(SamplePixel(name: "m_mine", frequency: .daily))
        }
        #expect(status.handWritten == ["m_mine"])
        #expect(status.windows.map(\.name) == ["m_mine", "m_generated"])
        #expect(status.windows.map(\.isHandWritten) == [true, false])
        #expect(status.waiting.map(\.name) == ["m_generated", "m_mine"])
        #expect(status.waiting.map(\.isHandWritten) == [false, true])
    }

    @Test("What was held back or refused is not marked")
    func refused() async throws {
        let status = try await status { pixels in
            await pixels.fireAndWait(SamplePixel(name: "m mine"))
            await pixels.fireAndWait(SamplePixel(name: "m_share", frequency: .sample(percent: 0)))
        }
        #expect(status.handWritten == [])
    }

    @Test("A pixel that was hand-written and is generated now loses its mark")
    func replaced() async throws {
        let status = try await status { pixels in
            await pixels.fireAndWait(SamplePixel(name: "m_generated", frequency: .monthly))
            await pixels.fireAndWait(GeneratedPixel())
        }
        #expect(status.handWritten == [])
        #expect(status.waiting.map(\.isHandWritten) == [false, false])
    }

    @Test("The marks are bounded, and denial erases them")
    func bounds() async throws {
        let bench = Workbench(consent: .pending)
        for index in 0..<1_002 { bench.pixels.fire(SamplePixel(name: "m_\(index)")) }
        #expect(try await bench.pixels.status().handWritten.count == 1_000)
        #expect(await bench.pixels.set(.denied))
        #expect(try await bench.pixels.status().handWritten == [])
    }
}
