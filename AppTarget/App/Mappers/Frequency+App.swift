package import PixelKit

extension Frequency {
    /// Daily and count, the days kept apart by error.
    package static let dailyAndCountByError = dailyAndCount.keyed(by: .error)
    /// Daily and count, the days kept apart by data set.
    package static let dailyAndCountByDataSet = dailyAndCount.keyed(by: .parameters(["category", "type"]))
}
