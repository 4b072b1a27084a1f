package import Foundation

/// The header of RFC 9110, section 10.2.3.
package enum RetryAfter {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Returns the delay, or `nil` if the value is invalid, negative, or a date in the past.
    package static func delay(_ value: String, now: Date) -> Duration? {
        let text = value.trimmingCharacters(in: .whitespaces)
        if isNumber(text) { return .seconds(Int64(text) ?? Int64(Int32.max)) }  // Digits that overflow: very long.
        guard let date = date(text, now: now), date > now else { return nil }
        return .milliseconds(Int64((min(date.timeIntervalSince(now), 1e9) * 1000).rounded(.up)))
    }

    /// Reads the three forms of an HTTP date (RFC 9110, section 5.6.7), which differ in the order of their fields.
    private static func date(_ text: String, now: Date) -> Date? {
        let fields = text.split { " ,-:".contains($0) }.map(String.init)
        let (day, month, year, time): (String, String, String, ArraySlice<String>)
        switch fields.count {
        case 8 where fields[7] == "GMT": (day, month, year, time) = (fields[1], fields[2], fields[3], fields[4...6])
        case 7: (day, month, year, time) = (fields[2], fields[1], fields[6], fields[3...5])
        default: return nil
        }
        guard let monthIndex = months.firstIndex(of: month), ([day, year] + time).allSatisfy(isNumber) else {
            return nil
        }
        let clock = time.compactMap { Int($0) }
        guard let day = Int(day), let year = fullYear(year, now: now), clock.count == 3 else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let components = DateComponents(
            calendar: calendar, year: year, month: monthIndex + 1, day: day, hour: clock[0], minute: clock[1],
            second: clock[2])
        return components.isValidDate ? components.date : nil
    }

    /// Returns the year. Two digits mean a year that is at most 50 years ahead.
    private static func fullYear(_ text: String, now: Date) -> Int? {
        guard let year = Int(text), text.count == 2 || text.count == 4 else { return nil }
        if text.count == 4 { return year }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let current = calendar.component(.year, from: now)
        let candidate = current - current % 100 + year
        return candidate > current + 50 ? candidate - 100 : candidate
    }

    private static func isNumber(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
