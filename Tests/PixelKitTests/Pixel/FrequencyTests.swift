import PixelKit
import Testing

@Suite struct FrequencyTests {
    typealias Leg = Frequency.Leg

    @Test(
        "A constant is a list of legs",
        arguments: [
            (Frequency.standard, [Leg(window: .unlimited)]),
            (.daily, [Leg(suffix: "daily", window: .day)]),
            (.monthly, [Leg(suffix: "monthly", window: .month)]),
            (.dailyAndCount, [Leg(suffix: "daily", window: .day), Leg(suffix: "count", window: .unlimited)]),
            (.dailyAndStandard, [Leg(suffix: "daily", window: .day), Leg(window: .unlimited)]),
            (.uniqueByName, [Leg(window: .install)]),
            (.uniqueByNameAndParameters, [Leg(window: .install)]),
            (.sample(percent: 10), [Leg(window: .unlimited)]),
            (.debounce(.seconds(5)), [Leg(window: .interval(.seconds(5)))]),
            (.legacyInitial, [Leg(window: .install)]),
            (.legacyDaily, [Leg(suffix: "d", window: .day)]),
            (.legacyDailyNoSuffix, [Leg(window: .day)]),
            (.legacyDailyAndCount, [Leg(suffix: "d", window: .day), Leg(suffix: "c", window: .unlimited)]),
        ])
    func legs(frequency: Frequency, legs: [Frequency.Leg]) {
        #expect(frequency.legs == legs)
        #expect(frequency.share?.fraction == (frequency == .sample(percent: 10) ? 0.1 : nil))
        #expect(
            frequency.scope == (frequency == .uniqueByNameAndParameters ? .nameAndParameters([]) : .name))
    }

    @Test("Keying changes the scope alone, and the last call counts")
    func keyed() {
        let keyed = Frequency.dailyAndCount.sampled(percent: 5).keyed(by: .error).keyed(by: .parameters(["reason"]))
        #expect(keyed.legs == Frequency.dailyAndCount.legs)
        #expect(keyed.scope == .nameAndParameters(["reason"]))
        #expect(keyed.share?.fraction == 0.05)
        #expect(Frequency.Scope.error == .nameAndError)
    }

    @Test(
        "A share is clamped to what a percentage can be",
        arguments: [
            (-1, 0), (0, 0), (0.5, 0.005), (29, 0.29), (100, 1), (101, 1), (.infinity, 1), (-.infinity, 0), (.nan, 0),
        ] as [(Double, Double)])
    func share(percent: Double, fraction: Double) {
        #expect(Frequency.daily.sampled(percent: percent).share?.fraction == fraction)
        #expect(Frequency.sample(percent: percent, per: .fire).share?.fraction == fraction)
    }

    @Test("A share stands for the whole install unless it says otherwise")
    func stability() {
        #expect(Frequency.sample(percent: 1).share?.stability == .install)
        #expect(Frequency.daily.sampled(percent: 1, per: .process).share?.stability == .process)
    }

    @Test("Frequencies are equal by legs, scope and share")
    func equality() {
        let own = Frequency(legs: [Leg(suffix: "daily", window: .day)])
        #expect(own == .daily && own.hashValue == Frequency.daily.hashValue)
        #expect(own != own.keyed(by: .error))
        #expect(own != own.sampled(percent: 100))
        #expect(Frequency.debounce(.seconds(1)) != .debounce(.seconds(2)))
        #expect(Frequency.sample(percent: 1, per: .fire) != .sample(percent: 1, per: .process))
        #expect(Frequency.legacyInitial == .uniqueByName)
    }

    @Test("A frequency has at most 64 legs", arguments: [0, 1, 63, 64, 65, 200])
    func legLimit(count: Int) {
        let legs = (0..<count).map { Leg(suffix: "\($0)", window: .day) }
        #expect(Frequency(legs: legs).legs == Array(legs.prefix(64)))
    }
}
