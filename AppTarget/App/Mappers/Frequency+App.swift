package import PixelKit

extension Frequency {
    /// Daily and count, the days kept apart by error.
    package static let dailyAndCountByError = dailyAndCount.keyed(by: .error)
    /// Daily and count, the days kept apart by data set.
    package static let dailyAndCountByDataSet = dailyAndCount.keyed(by: .parameters(["category", "type"]))
    /// Daily and count, the days kept apart by the step of a purchase.
    package static let dailyAndCountByStep = dailyAndCount.keyed(by: .parameters(["step"]))
    /// Daily and count, the days kept apart by wide event, step and reason.
    package static let dailyAndCountByTrouble = dailyAndCount.keyed(by: .parameters(["event", "step", "reason"]))
}
