package import Foundation

extension Date {
    /// Milliseconds since 1970, rounded down, within ±2^53 (285,000 years), so that sums cannot overflow.
    package var milliseconds: Int64 {
        // A `Date` is a binary fraction of a second: one for a whole millisecond can lie slightly below it.
        let exact = (timeIntervalSince1970 * 1000 + 0.001).rounded(.down)
        guard !exact.isNaN else { return 0 }
        return Int64(min(max(exact, -0x1p53), 0x1p53))
    }

    /// Creates the date at a number of milliseconds since 1970.
    package init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }
}

extension Duration {
    /// The duration in milliseconds, rounded towards zero, within ±2^43 seconds (285,000 years).
    package var milliseconds: Int64 {
        let seconds = min(max(components.seconds, -(1 << 43)), 1 << 43)
        return seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }

    /// The duration in seconds.
    package var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
