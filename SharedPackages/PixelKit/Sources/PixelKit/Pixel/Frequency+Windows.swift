extension Frequency.Window {
    static let millisecondsPerDay: Int64 = 86_400_000

    /// Returns the window of the gate at a time in milliseconds since 1970, or `nil` if no gate is needed.
    func gate(at now: Int64) -> GateWindow? {
        switch self {
        case .unlimited: nil
        case .day: .period(Self.day(at: now), at: now)
        case .month: .period(Self.month(ofDay: Self.day(at: now)), at: now)
        case .install: .period(0, at: now)
        case .interval(let length): .interval(length: length.milliseconds, at: now)
        }
    }

    /// Returns the first and the last millisecond for which a gate with a closed `window` is known to stay closed. A
    /// month is known day by day.
    func extent(of window: GateWindow, around now: Int64) -> (first: Int64, last: Int64) {
        switch self {
        case .unlimited: return (now, now)
        case .install: return (.min, .max)
        case .day, .month:
            let start = Self.day(at: now) * Self.millisecondsPerDay
            return (start, start + Self.millisecondsPerDay - 1)
        case .interval:
            guard case .interval(let length, let mark) = window else { return (now, now) }
            return (mark - length + 1, mark + length - 1)
        }
    }

    /// Returns the first millisecond of the next day or month, or `now` for other windows.
    func opening(after now: Int64) -> Int64 {
        var day = Self.day(at: now) + 1
        switch self {
        case .day: break
        case .month:
            let month = Self.month(ofDay: day - 1)
            while Self.month(ofDay: day) == month { day += 1 }
        case .unlimited, .install, .interval: return now
        }
        return day * Self.millisecondsPerDay
    }

    /// Days since 1970 in UTC, by integers: a calendar costs a thousand times as much, and follows the user's locale.
    static func day(at milliseconds: Int64) -> Int64 {
        let (quotient, remainder) = milliseconds.quotientAndRemainder(dividingBy: millisecondsPerDay)
        return remainder < 0 ? quotient - 1 : quotient
    }

    /// Months since 1970 in the Gregorian calendar, for a number of days since 1970.
    ///
    /// Counts days from 1 March of the year 0, where leap days fall at the end of a year, of a century and of a cycle of
    /// 400 years (146,097 days).
    static func month(ofDay day: Int64) -> Int64 {
        let shifted = day + 719_468
        let cycle = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfCycle = shifted - cycle * 146_097
        let yearOfCycle = (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
        let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        return (cycle * 400 + yearOfCycle - 1970) * 12 + monthFromMarch + 2
    }
}
