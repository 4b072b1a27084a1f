import Foundation
import PixelKitTesting
import Testing
import WideEvent

@Suite struct MeasuredIntervalTests {
    private let clock = ManualClock()

    @Test("An interval without a start, or without an end, is absent, not zero")
    func absent() {
        let intervals = IntervalClock(clock.time)
        var interval = MeasuredInterval()
        #expect(interval.duration == nil)
        interval.complete(intervals)
        #expect(interval.duration == nil)
        interval.start(intervals)
        #expect(interval.duration == nil)
        interval.complete(intervals)
        #expect(interval.duration == .zero)
    }

    @Test("Within a process the monotonic clock counts, whatever the wall clock is set to", arguments: [-5000.0, 5000])
    func monotonic(jump: Double) {
        let intervals = IntervalClock(clock.time)
        var interval = MeasuredInterval(startingAt: intervals)
        clock.advance(by: .milliseconds(1500))
        clock.set(date: clock.date + jump)
        interval.complete(intervals)
        #expect(interval.duration == .milliseconds(1500))
    }

    @Test("Across launches the wall clock counts, and a negative length is zero", arguments: [(7.0, 7), (-7, 0)])
    func acrossLaunches(jump: Double, seconds: Int) throws {
        let begun = try JSONEncoder().encode(MeasuredInterval(startingAt: IntervalClock(clock.time)))
        let later = ManualClock(date: clock.date + jump)
        var interval = try JSONDecoder().decode(MeasuredInterval.self, from: begun)
        interval.complete(IntervalClock(later.time))
        #expect(interval.duration == .seconds(seconds))
    }

    @Test("The first end stands; a new start begins anew")
    func again() {
        let intervals = IntervalClock(clock.time)
        var interval = MeasuredInterval(startingAt: intervals)
        clock.advance(by: .seconds(1))
        interval.complete(intervals)
        clock.advance(by: .seconds(1))
        interval.complete(intervals)
        #expect(interval.duration == .seconds(1))
        interval.start(intervals)
        #expect(interval.duration == nil)
    }

    @Test(
        "Latencies are rounded up into buckets; what exceeds them is in the last",
        arguments: [
            (0, 1000), (1000, 1000), (1001, 5000), (5000, 5000), (9999, 10_000), (10_001, 30_000), (30_001, 60_000),
            (60_001, 300_000), (300_001, 600_000), (600_000, 600_000), (999_999_999, 600_000),
        ])
    func buckets(milliseconds: Int, bucket: Int) {
        #expect(LatencyBuckets.standard.milliseconds(.milliseconds(milliseconds)) == bucket)
    }

    @Test("An absent interval has no bucket")
    func noBucket() {
        #expect(LatencyBuckets.standard.milliseconds(nil) == nil)
        #expect(LatencyBuckets.standard.milliseconds(MeasuredInterval()) == nil)
    }
}
