/// Times, spans and shares as people write them.
enum ExplanationText {
    /// `09:14 UTC`, with the date when it is another day than `now`'s.
    static func time(_ milliseconds: Int64, now: Int64) -> String {
        let minutes = (milliseconds - Frequency.Window.day(at: milliseconds) * 86_400_000) / 60_000
        let clock = "\(twoDigits(minutes / 60)):\(twoDigits(minutes % 60)) UTC"
        let day = Frequency.Window.day(at: milliseconds)
        return day == Frequency.Window.day(at: now) ? clock : "\(date(day)) \(clock)"
    }

    /// `2026-01-31` for a number of days since 1970.
    static func date(_ day: Int64) -> String {
        let month = Frequency.Window.month(ofDay: day)
        var first = day
        while Frequency.Window.month(ofDay: first - 1) == month { first -= 1 }
        let year = 1970 + (month >= 0 ? month : month - 11) / 12
        return "\(year)-\(twoDigits(month - (year - 1970) * 12 + 1))-\(twoDigits(day - first + 1))"
    }

    /// `12.5 %` for a share from 0 to 1.
    static func percent(_ fraction: Double) -> String {
        let percent = (fraction * 1e8).rounded() / 1e6  // 0.29 × 100 is not quite 29.
        return percent == percent.rounded() ? "\(Int(percent)) %" : "\(percent) %"
    }

    /// `14 h 46 m`: the two largest units, rounded up to the smaller.
    static func span(_ milliseconds: Int64) -> String {
        let seconds = max(1, (milliseconds + 999) / 1000)
        if seconds < 60 { return "\(seconds) s" }
        let minutes = (seconds + 59) / 60
        if minutes < 60 { return "\(minutes) m" }
        if minutes < 2880 { return "\(minutes / 60) h \(minutes % 60) m" }
        let hours = (minutes + 59) / 60
        return "\(hours / 24) d \(hours % 24) h"
    }

    private static func twoDigits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
