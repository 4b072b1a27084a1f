import Foundation
import PixelKit
import PixelKitTesting
import TestSupport
import Testing

@Suite struct FireInterpreterTests {
    let clock = ManualClock()

    /// The second fire's answer: from memory when it comes from the same dispatcher, otherwise from the database.
    private func second(
        _ pixel: some Pixel, at first: Date, then second: Date, fromMemory: Bool
    ) async throws -> PixelOutcome {
        let store = TestStore()
        let bench = Workbench(clock: clock, store: store)
        clock.set(date: first)
        #expect(await bench.pixels.fireAndWait(pixel).isQueued)
        _ = try await bench.pixels.accounts()
        clock.set(date: second)
        return await (fromMemory ? bench : Workbench(clock: clock, store: store)).pixels.fireAndWait(pixel)
    }

    private static let boundaries: [(Frequency, [Int], Int, Int, Bool)] = [
        (.daily, [2026, 1, 1], 0, 86_399_999, false),
        (.daily, [2026, 1, 1], 86_399_999, 86_400_000, true),
        (.daily, [2026, 1, 1], 0, -1, true),
        (.daily, [1969, 12, 31], 86_399_999, 86_400_000, true),
        (.daily, [1969, 12, 30], 1, 86_399_999, false),
        (.legacyDaily, [2028, 2, 28], 86_399_999, 86_400_000, true),
        (.monthly, [2026, 1, 1], 0, 31 * 86_400_000 - 1, false),
        (.monthly, [2026, 1, 31], 86_399_999, 86_400_000, true),
        (.monthly, [2028, 2, 28], 0, 86_400_000, false),
        (.monthly, [2028, 2, 29], 86_399_999, 86_400_000, true),
        (.monthly, [2027, 2, 28], 86_399_999, 86_400_000, true),
        (.monthly, [1900, 2, 28], 86_399_999, 86_400_000, true),
        (.monthly, [2026, 12, 31], 86_399_999, 86_400_000, true),
        (.monthly, [1969, 12, 31], 86_399_999, 86_400_000, true),
        (.uniqueByName, [2026, 1, 1], 0, 100 * 366 * 86_400_000, false),
        (.uniqueByName, [2026, 1, 1], 0, -100 * 366 * 86_400_000, false),
        (.debounce(.seconds(10)), [2026, 1, 1], 0, 9_999, false),
        (.debounce(.seconds(10)), [2026, 1, 1], 0, 10_000, true),
        (.debounce(.seconds(10)), [2026, 1, 1], 0, -9_999, false),
        (.debounce(.seconds(10)), [2026, 1, 1], 0, -10_000, true),
        (.debounce(.zero), [2026, 1, 1], 0, 0, true),
        (.debounce(.seconds(-1)), [2026, 1, 1], 0, 0, true),
        (.debounce(.seconds(Int64.max)), [2026, 1, 1], 0, 1_000_000_000, false),
        (.standard, [2026, 1, 1], 0, 0, true),
    ]

    @Test("A window is shut until its boundary", arguments: boundaries, [false, true])
    func boundary(row: (Frequency, day: [Int], first: Int, second: Int, isOpen: Bool), fromMemory: Bool) async throws {
        let day = try Date.utc(row.day[0], row.day[1], row.day[2])
        let outcome = try await second(
            SamplePixel(frequency: row.0), at: day + Double(row.first) / 1000, then: day + Double(row.second) / 1000,
            fromMemory: fromMemory)
        #expect(outcome.legs == [row.isOpen ? .queued : .suppressed(.frequency)])
    }

    @Test("A clock that jumps neither repeats a day nor silences it", arguments: [false, true])
    func jumps(fromMemory: Bool) async throws {
        let store = TestStore()
        let bench = Workbench(clock: clock, store: store)
        var answers: [Bool] = []
        for day in [100, 99, 100, 465, 100, 99, 101, 100, 465, 466] {
            clock.set(date: clock.date(ofDay: day))
            let pixels = fromMemory ? bench.pixels : Workbench(clock: clock, store: store).pixels
            answers.append(await pixels.fireAndWait(SamplePixel(frequency: .daily)).isQueued)
        }
        #expect(answers == [true, true, false, true, false, false, true, false, false, true])
    }

    @Test("An interval opens again after a clock that was set back by more than its length")
    func intervalAfterJump() async {
        let pixels = PixelDispatcher.testing(clock: clock)
        var answers: [Bool] = []
        for seconds in [0, 3600, 3659, 60, 119, 120] {
            clock.set(date: Date(timeIntervalSince1970: 1_800_000_000 + Double(seconds)))
            answers.append(await pixels.fireAndWait(SamplePixel(frequency: .debounce(.seconds(60)))).isQueued)
        }
        #expect(answers == [true, true, false, true, false, true])
    }

    @Test("One pixel with two errors on one day is two daily pixels when it is keyed by error")
    func keyedByError() async {
        let pixels = PixelDispatcher.testing(clock: clock)
        let inner = NSError(domain: "in", code: 1)
        let errors = [
            NSError(domain: "a", code: 1), NSError(domain: "a", code: 2), NSError(domain: "b", code: 1),
            NSError(domain: "a", code: 1, userInfo: [NSUnderlyingErrorKey: inner]), nil,
        ]
        for isFirst in [true, false] {
            for error in errors {
                let pixel = SamplePixel(frequency: .daily.keyed(by: .error), error: error)
                #expect(await pixels.fireAndWait(pixel).isQueued == isFirst)
            }
        }
        let otherText = NSError(domain: "a", code: 1, userInfo: [NSLocalizedDescriptionKey: "another"])
        let again = SamplePixel(frequency: .daily.keyed(by: .error), error: otherText)
        #expect(await pixels.fireAndWait(again).legs == [.suppressed(.frequency)])
    }

    @Test("Chosen parameters tell pixels apart; others do not")
    func keyedByParameters() async {
        let pixels = PixelDispatcher.testing(clock: clock)
        let frequency = Frequency.daily.keyed(by: .parameters(["reason", "kind"]))
        func isQueued(_ parameters: PixelParameters) async -> Bool {
            await pixels.fireAndWait(SamplePixel(frequency: frequency, parameters: parameters)).isQueued
        }
        #expect(await isQueued(["reason": "a", "kind": 1]))
        #expect(await !isQueued(["reason": "a", "kind": 1, "note": "x"]))
        #expect(await !isQueued(["kind": 1, "reason": "a"]))
        #expect(await isQueued(["reason": "a"]))
        #expect(await isQueued(["kind": 1, "reason": .double(.nan)]))
        #expect(await !isQueued(["kind": 1]))
        #expect(await isQueued(["reason": "", "kind": 1]))
        #expect(await isQueued(["note": "x"]))
        #expect(await !isQueued([:]))
    }

    @Test("All parameters tell pixels apart, whatever characters they hold")
    func keyedByAllParameters() async {
        let pixels = PixelDispatcher.testing(clock: clock)
        let all: [PixelParameters] = [
            [:], ["a": "1"], ["a": "2"], ["b": "1"], ["a": "1", "b": "1"], ["a": ""], ["a": "\u{0}"],
            ["a": "1\u{0}b\u{0}1"], ["a\u{0}1": "1"], ["a": "pb"], ["ap": "b"], ["a": "é"], ["a": "e"],
        ]
        for isFirst in [true, false] {
            for parameters in all {
                let pixel = SamplePixel(frequency: .uniqueByNameAndParameters, parameters: parameters)
                #expect(await pixels.fireAndWait(pixel).isQueued == isFirst)
            }
        }
    }

    @Test("Windows of different kinds do not open one another")
    func kindsOfWindow() async {
        let pixels = PixelDispatcher.testing(clock: clock)
        let frequencies: [Frequency] = [.uniqueByName, .debounce(.seconds(60)), .legacyDailyNoSuffix, .standard]
        for (round, isOpen) in [(0, true), (1, false), (2, false)] {
            for frequency in frequencies {
                let outcome = await pixels.fireAndWait(SamplePixel(), frequency: frequency)
                #expect(outcome.isQueued == (isOpen || frequency == .standard), "round \(round)")
            }
        }
        for day in 1...6 {
            clock.advance(by: .seconds(86_400))
            #expect(await pixels.fireAndWait(SamplePixel(), frequency: .legacyDailyNoSuffix).isQueued, "day \(day)")
        }
        #expect(await !pixels.fireAndWait(SamplePixel(), frequency: .uniqueByName).isQueued)
    }

    @Test("Frequencies with the same leg share its window")
    func sharedLeg() async {
        let pixels = PixelDispatcher.testing(clock: clock)
        #expect(await pixels.fireAndWait(SamplePixel(), frequency: .daily).legs == [.queued])
        let answers: [(Frequency, [PixelOutcome.Leg])] = [
            (.dailyAndCount, [.suppressed(.frequency), .queued]),
            (.dailyAndStandard, [.suppressed(.frequency), .queued]),
            (.legacyDaily, [.queued]), (.monthly, [.queued]), (.daily, [.suppressed(.frequency)]),
        ]
        for (frequency, legs) in answers {
            #expect(await pixels.fireAndWait(SamplePixel(), frequency: frequency).legs == legs)
        }
    }

    @Test("A frequency that the pixel does not allow is refused and counted, and closes no window")
    func undeclared() async throws {
        let pixels = PixelDispatcher.testing(clock: clock)
        let pixel = SamplePixel(frequency: .daily, allowedFrequencies: [.daily, .standard])
        #expect(
            await pixels.fireAndWait(pixel, frequency: .dailyAndCount).legs == [
                .rejected(.undeclared), .rejected(.undeclared),
            ])
        #expect(await pixels.fireAndWait(pixel, frequency: .standard).legs == [.queued])
        #expect(await pixels.fireAndWait(pixel).legs == [.queued])
        let accounts = try await pixels.accounts()
        #expect(accounts.dropped == [.undeclared: 2] && accounts.accepted == 4 && accounts.isBalanced)
    }

    @Test("A frequency without legs sends nothing and completes")
    func noLegs() async throws {
        let pixels = PixelDispatcher.testing(clock: clock)
        #expect(await pixels.fireAndWait(SamplePixel(), frequency: Frequency(legs: [])).legs == [])
        #expect(try await pixels.accounts().accepted == 0)
    }
}

extension ManualClock {
    fileprivate func date(ofDay day: Int) -> Date { Date(timeIntervalSince1970: Double(day) * 86_400 + 40_000) }
}
