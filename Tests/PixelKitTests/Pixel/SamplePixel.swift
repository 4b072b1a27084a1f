import Foundation
import PixelKit

/// A pixel whose every property a test may choose.
struct SamplePixel: Pixel {
    var name = "m_sample"
    var frequency = Frequency.standard
    var allowedFrequencies: [Frequency]?
    var suffixes: [PixelSuffix] = [.frequency]
    var parameters: PixelParameters = [:]
    var standardParameters: StandardParameters = []
    var error: (any Error)?
}

extension Date {
    /// A moment in UTC.
    static func utc(
        _ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0, milliseconds: Int = 0
    ) throws -> Date {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = DateComponents(year: year, month: month, day: day, hour: hour, minute: minute)
        guard let date = calendar.date(from: parts) else { throw CocoaError(.formatting) }
        return date + Double(milliseconds) / 1000
    }
}
