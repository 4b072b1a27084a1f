import Foundation
import PixelKit
import PixelKitTesting
import Testing

@Suite struct ManualClockTests {
    @Test("It stands still until it is moved; both clocks move together")
    func moves() {
        let date = Date(timeIntervalSince1970: 1000)
        let clock = ManualClock(date: date)
        let start = clock.now
        #expect(clock.date == date && clock.time.now() == date && clock.minimumResolution == .zero)
        clock.advance(by: .milliseconds(1500))
        #expect(start.duration(to: clock.now) == .milliseconds(1500) && start < clock.now)
        #expect(clock.date == date + 1.5)
    }

    @Test("The wall clock may be set alone, and moves on from there")
    func setting() {
        let clock = ManualClock()
        let start = clock.now
        clock.advance(by: .seconds(7))
        clock.set(date: Date(timeIntervalSince1970: -5))
        clock.advance(by: .seconds(2))
        #expect(clock.date == Date(timeIntervalSince1970: -3))
        #expect(start.duration(to: clock.now) == .seconds(9))
    }

    @Test("Small steps add up to what they are")
    func steps() {
        let clock = ManualClock()
        let start = clock.date
        for _ in 0..<10_000 { clock.advance(by: .milliseconds(1)) }
        #expect(clock.date == start + 10)
    }

    @Test("Sleepers wake in the order of their deadlines, and only those that are due")
    func sleepers() async throws {
        let clock = ManualClock()
        let woken = Collector<Int>()
        try await withThrowingTaskGroup { group in
            for seconds in [3, 1, 2] {
                group.addTask {
                    try await clock.sleep(for: .seconds(seconds))
                    woken.append(seconds)
                }
            }
            await clock.waitForSleepers(3)
            clock.advance(by: .milliseconds(999))
            #expect(woken.values == [])
            for seconds in 1...3 {
                clock.advance(by: .milliseconds(seconds == 1 ? 1 : 1000))
                try await group.next()
                #expect(woken.values == Array(1...seconds))
            }
        }
    }

    @Test("A sleep that is over at once does not suspend, and one that is cancelled throws")
    func ends() async throws {
        let clock = ManualClock()
        try await clock.sleep(for: .zero)
        try await clock.sleep(for: .seconds(-1))
        let task = Task { try await clock.sleep(for: .seconds(1)) }
        await clock.waitForSleepers(1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("A step moves the monotonic clock at every look")
    func step() {
        let clock = ManualClock(step: .seconds(1))
        let (first, second) = (clock.now, clock.now)
        #expect(first.duration(to: second) == .seconds(1))
        #expect(clock.date == ManualClock().date)
    }
}
