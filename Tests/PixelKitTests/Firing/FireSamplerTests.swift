import Foundation
import PixelKitTesting
import TestSupport
import Testing

@testable import PixelKit

@Suite struct FireSamplerTests {
    private static let names = (0..<200).map { "m_sampled_\($0)" }

    private func sample(
        in store: TestStore, _ stability: Frequency.Share.Stability, random: @escaping @Sendable () -> Double = { 0.5 }
    ) async -> [Bool] {
        let pixels = Workbench(store: store, random: random).pixels
        var answers: [Bool] = []
        for name in Self.names {
            let frequency = Frequency.sample(percent: 50, per: stability)
            answers.append(await pixels.fireAndWait(SamplePixel(name: name, frequency: frequency)).isQueued)
        }
        return answers
    }

    @Test("An install takes part with a pixel for good, and other installs with other pixels")
    func perInstall() async throws {
        try await TemporaryFolder.with { folder in
            let first = await sample(in: TestStore(folder: folder.url), .install)
            let again = await sample(in: TestStore(folder: folder.url), .install)
            #expect(first == again)
            #expect(await sample(in: TestStore(), .install) != first)
            #expect((60...140).contains(first.count { $0 }))
        }
    }

    @Test("A process decides anew, and keeps to it")
    func perProcess() async {
        let store = TestStore()
        let first = await sample(in: store, .process, random: { 0.25 })
        #expect(await sample(in: store, .process, random: { 0.25 }) == first)
        #expect(await sample(in: store, .process, random: { 0.75 }) != first)
    }

    @Test("A fire is decided alone, by a number below the share")
    func perFire() async {
        let number = Locked(0.0)
        let pixels = Workbench(random: { number.withLock { $0 } }).pixels
        let pixel = SamplePixel(frequency: .sample(percent: 10, per: .fire))
        for (value, isQueued) in [(0, true), (0.0999, true), (0.1, false), (0.99, false), (0.05, true)] {
            number.withLock { $0 = value }
            let outcome = await pixels.fireAndWait(pixel)
            #expect(outcome.legs == [isQueued ? .queued : .suppressed(.sampling)])
        }
    }

    @Test(
        "No share takes part at 0 %, every one at 100 %",
        arguments: [Frequency.Share.Stability.install, .process, .fire])
    func ends(stability: Frequency.Share.Stability) async {
        let pixels = Workbench().pixels
        for name in Self.names.prefix(50) {
            let pixel = SamplePixel(name: name)
            let none = await pixels.fireAndWait(pixel, frequency: .dailyAndCount.sampled(percent: 0, per: stability))
            #expect(none.legs == [.suppressed(.sampling), .suppressed(.sampling)])
            let all = await pixels.fireAndWait(pixel, frequency: .dailyAndCount.sampled(percent: 100, per: stability))
            #expect(all.legs == [.queued, .queued])
        }
    }

    @Test("A fire that takes no part closes no window")
    func noWindow() async {
        let number = Locked(0.9)
        let pixels = Workbench(random: { number.withLock { $0 } }).pixels
        let pixel = SamplePixel(frequency: .daily.sampled(percent: 50, per: .fire))
        #expect(await pixels.fireAndWait(pixel).legs == [.suppressed(.sampling)])
        number.withLock { $0 = 0.1 }
        #expect(await pixels.fireAndWait(pixel).legs == [.queued])
        #expect(await pixels.fireAndWait(pixel).legs == [.suppressed(.frequency)])
    }

    @Test("Positions spread evenly over names, and over installs")
    func distribution() {
        let byName = (0..<100_000).map { FireSampler.position(of: "m_pixel_\($0)", seed: 42) }
        let bySeed = (0..<100_000).map {
            FireSampler.position(of: "m_pixel", seed: UInt64($0) &* 0x9e37_79b9_7f4a_7c15)
        }
        let byPlainSeed = (0..<100_000).map { FireSampler.position(of: "m_pixel", seed: UInt64($0)) }
        for positions in [byName, bySeed, byPlainSeed] {
            var counts = [Int](repeating: 0, count: 100)
            for position in positions { counts[Int(position * 100)] += 1 }
            // A fair spread puts 1,000 ± 32 into each hundredth; six times that is never seen.
            #expect(counts.allSatisfy { (800...1200).contains($0) })
        }
    }

    @Test("Positions never change between versions")
    func pinned() {
        #expect(FireSampler.position(of: "m_pixel", seed: 0) == 0.2266953601733781)
        #expect(FireSampler.position(of: "m_pixel", seed: .max) == 0.5454518523549442)
    }
}
