import Foundation
import PixelKit
import PixelKitTesting
import Testing

@Suite struct PixelExplanationTests {
    private static let morning = Date(timeIntervalSince1970: 1_767_225_600 + 9 * 3600 + 14 * 60)

    private static let windows: [(Frequency, Duration, String)] = [
        (.standard, .zero, "would be queued"),
        (.daily, .zero, "daily window closed since 09:14 UTC; opens in 14 h 46 m"),
        (.daily, .seconds(14 * 3600 + 45 * 60 + 30), "daily window closed since 09:14 UTC; opens in 30 s"),
        (.daily, .seconds(14 * 3600 + 46 * 60), "would be queued"),
        (.daily, .seconds(-10 * 3600), "would be queued"),
        (.legacyDaily, .seconds(3600), "daily window closed since 09:14 UTC; opens in 13 h 46 m"),
        (.monthly, .zero, "monthly window closed since 09:14 UTC; opens in 30 d 15 h"),
        (.monthly, .seconds(86_400), "monthly window closed since 2026-01-01 09:14 UTC; opens in 29 d 15 h"),
        (.uniqueByName, .zero, "sent 09:14 UTC; once per install"),
        (.uniqueByName, .seconds(400 * 86_400), "sent 2026-01-01 09:14 UTC; once per install"),
        (.debounce(.seconds(90)), .zero, "window closed since 09:14 UTC; opens in 2 m"),
        (.debounce(.seconds(90)), .milliseconds(31_001), "window closed since 09:14 UTC; opens in 59 s"),
        (.debounce(.seconds(90)), .seconds(90), "would be queued"),
    ]

    @Test("A closed window says since when, and when it opens", arguments: windows)
    func window(frequency: Frequency, later: Duration, reason: String) async throws {
        let clock = ManualClock(date: Self.morning)
        let pixels = PixelDispatcher.testing(clock: clock)
        pixels.fire(SamplePixel(frequency: frequency))
        _ = try await pixels.accounts()
        clock.advance(by: later)
        let explanation = try await pixels.explain(SamplePixel(frequency: frequency))
        #expect(explanation.legs.map(\.reason) == [reason])
        #expect(explanation.legs.map(\.isQueued) == [reason == "would be queued"])
    }

    @Test("A day that the clock came back to is closed since a time that is not known")
    func clockSetBack() async throws {
        let clock = ManualClock(date: Self.morning)
        let pixels = PixelDispatcher.testing(clock: clock)
        for days in [0, 1, 0] {
            clock.set(date: Self.morning + Double(days) * 86_400)
            await pixels.fireAndWait(SamplePixel(frequency: .daily))
        }
        #expect(
            try await pixels.explain(SamplePixel(frequency: .daily)).description
                == "m_sample_daily: daily window closed; opens in 14 h 46 m")
    }

    @Test("Times before 1970 have words too")
    func before1970() async throws {
        let clock = ManualClock(date: try Date.utc(1969, 12, 31, 22, 5))
        let pixels = PixelDispatcher.testing(clock: clock)
        pixels.fire(SamplePixel(frequency: .monthly))
        clock.set(date: try Date.utc(1969, 12, 30, 21, 0))
        #expect(
            try await pixels.explain(SamplePixel(frequency: .monthly)).legs.map(\.reason) == [
                "monthly window closed since 1969-12-31 22:05 UTC; opens in 27 h 0 m"
            ])
    }

    private static let refusals: [(SamplePixel, String)] = [
        (SamplePixel(name: "a b"), "refused: a name has 1 to 200 characters of A–Z a–z 0–9 _ . -"),
        (SamplePixel(name: ""), "refused: a name has 1 to 200 characters of A–Z a–z 0–9 _ . -"),
        (SamplePixel(allowedFrequencies: [.daily]), "refused: its definition does not allow this frequency"),
        (
            SamplePixel(parameters: ["v": .string(String(repeating: "x", count: 8192))]),
            "refused: the request line would be longer than 8 KiB"
        ),
        (
            SamplePixel(frequency: .sample(percent: 0)),
            "held back: this install is not among the 0 % that take part"
        ),
        (
            SamplePixel(frequency: .sample(percent: 0, per: .process)),
            "held back: this process is not among the 0 % that take part"
        ),
        (SamplePixel(frequency: .sample(percent: 0, per: .fire)), "held back: its share is 0 %"),
        (SamplePixel(frequency: .sample(percent: 100)), "would be queued"),
        (SamplePixel(frequency: .sample(percent: 1, per: .fire)), "would be queued"),
        (
            SamplePixel(name: "a b", frequency: .sample(percent: 0)),
            "refused: a name has 1 to 200 characters of A–Z a–z 0–9 _ . -"
        ),
    ]

    @Test("What would be refused or held back says why, and happens so", arguments: refusals)
    func refusal(pixel: SamplePixel, reason: String) async throws {
        let pixels = PixelDispatcher.testing()
        let explanation = try await pixels.explain(pixel)
        #expect(explanation.legs.map(\.reason) == [reason])
        if reason != "would be queued" || pixel.frequency.share?.stability != .fire {
            #expect(await pixels.fireAndWait(pixel).isQueued == (reason == "would be queued"))
        }
    }

    @Test(
        "A share is told without the noise of binary fractions",
        arguments: [(29, "29 %"), (0.07, "0.07 %"), (12.5, "12.5 %"), (7, "7 %")])
    func share(percent: Double, words: String) async throws {
        let pixels = PixelDispatcher.testing()
        for index in 0..<200 {
            let pixel = SamplePixel(name: "m_\(index)", frequency: .sample(percent: percent))
            let leg = try #require(try await pixels.explain(pixel).legs.first)
            if !leg.isQueued {
                #expect(leg.reason == "held back: this install is not among the \(words) that take part")
            }
        }
    }

    @Test("Each leg has its line")
    func legs() async throws {
        let pixels = PixelDispatcher.testing(clock: ManualClock(date: Self.morning))
        pixels.fire(SamplePixel(frequency: .dailyAndCount))
        let explanation = try await pixels.explain(SamplePixel(frequency: .dailyAndCount))
        #expect(
            explanation.description == """
                m_sample_daily: daily window closed since 09:14 UTC; opens in 14 h 46 m
                m_sample_count: would be queued
                """)
    }

    @Test("Consent and shutdown are reasons")
    func states() async throws {
        let pending = Workbench(consent: .pending).pixels
        #expect(
            try await pending.explain(SamplePixel()).description
                == "m_sample: would be stored; consent is pending, nothing is sent")
        await pending.set(.denied)
        #expect(try await pending.explain(SamplePixel()).description == "m_sample: refused: consent is denied")
        _ = await pending.shutdown(timeout: .seconds(1))
        #expect(
            try await pending.explain(SamplePixel()).description == "m_sample: refused: the outbox was shut down")
    }

    @Test("Explaining fires nothing, and tells a store's failure")
    func noFire() async throws {
        let bench = Workbench()
        for _ in 0..<3 { _ = try await bench.pixels.explain(SamplePixel(frequency: .daily)) }
        #expect(try await bench.pixels.accounts() == Accounts())
        bench.store.set(.busy)
        await #expect(throws: DatabaseError.busy) { try await bench.pixels.explain(SamplePixel()) }
    }
}
