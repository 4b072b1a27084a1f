import Foundation
import Testing

@testable import PixelKit

@Suite struct FrequencyWindowTests {
    typealias Window = Frequency.Window

    @Test("Days and months are those of the Gregorian calendar in UTC, from 1899 to 2101")
    func calendar() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let first = Window.day(at: try Date.utc(1899, 1, 1).milliseconds)
        let last = Window.day(at: try Date.utc(2101, 1, 1).milliseconds)
        var wrong: [Int64] = []
        for day in first...last {
            let parts = calendar.dateComponents([.year, .month], from: Date(milliseconds: day * 86_400_000))
            let month = Int64(try #require(parts.year) - 1970) * 12 + Int64(try #require(parts.month)) - 1
            if Window.month(ofDay: day) != month { wrong.append(day) }
        }
        #expect(last - first > 70_000)
        #expect(wrong == [])
    }

    @Test(
        "Months outlast centuries and cycles of 400 years",
        arguments: [
            (1582, 10), (1600, 2), (1700, 3), (1900, 2), (1969, 12), (1970, 1), (2000, 2), (2100, 3), (2400, 2),
            (9999, 12),
        ])
    func month(year: Int, month: Int) throws {
        let start = Window.day(at: try Date.utc(year, month, 15).milliseconds)
        #expect(Window.month(ofDay: start) == Int64((year - 1970) * 12 + month - 1))
    }

    @Test(
        "A day begins at midnight, before 1970 too",
        arguments: [(-86_400_001, -2), (-86_400_000, -1), (-1, -1), (0, 0), (86_399_999, 0), (86_400_000, 1)])
    func day(milliseconds: Int64, day: Int64) { #expect(Window.day(at: milliseconds) == day) }

    @Test("The next window opens at its first millisecond")
    func opening() throws {
        let now = try Date.utc(2028, 2, 28, 12, 30).milliseconds
        #expect(Window.day.opening(after: now) == (try Date.utc(2028, 2, 29).milliseconds))
        #expect(Window.month.opening(after: now) == (try Date.utc(2028, 3, 1).milliseconds))
        #expect(
            Window.month.opening(after: try Date.utc(1969, 12, 31).milliseconds) == 0)
        for window in [Window.unlimited, .install, .interval(.seconds(9))] {
            #expect(window.opening(after: now) == now)
        }
    }

    @Test("A whole millisecond survives its way through a date")
    func milliseconds() {
        var wrong: [Int64] = []
        for index in Int64(0)..<200_000 {
            let whole = -2_000_000_000_000 + index * 40_000_037
            if Date(milliseconds: whole).milliseconds != whole { wrong.append(whole) }
            let sum = Date(timeIntervalSince1970: 1_767_225_600) + Double(index) / 1000
            if sum.milliseconds != 1_767_225_600_000 + index { wrong.append(index) }
        }
        #expect(wrong == [])
        #expect(Date(timeIntervalSince1970: 0.0019).milliseconds == 1)
        #expect(Date(timeIntervalSince1970: -0.0011).milliseconds == -2)
    }

    @Test(
        "Absurd dates and durations are cut instead of trapping",
        arguments: [Double.infinity, -.infinity, .nan, 1e300, -1e300])
    func absurd(seconds: Double) {
        let cut = Date(timeIntervalSince1970: seconds).milliseconds
        #expect(cut.magnitude == (seconds.isNaN ? 0 : 1 << 53))
        for window in [
            Window.unlimited, .day, .month, .install, .interval(.seconds(Int64.max)), .interval(.seconds(Int64.min)),
        ] {
            if let gate = window.gate(at: cut) { _ = window.extent(of: gate, around: cut) }
            _ = window.opening(after: cut)
        }
        #expect(Duration.seconds(Int64.max).milliseconds == (1 << 43) * 1000)
    }
}
