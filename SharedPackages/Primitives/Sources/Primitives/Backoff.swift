/// The delays between attempts that fail in a row: exponential, with a limit.
package struct Backoff: Sendable, Equatable {
    /// The delay after the first failure.
    package let base: Duration
    package let longest: Duration
    /// Whether the delay is a random part of the exponential one, never less than `base`.
    package let isRandom: Bool

    package init(base: Duration, longest: Duration, isRandom: Bool = false) {
        self.base = base
        self.longest = longest
        self.isRandom = isRandom
    }

    /// Returns the delay after a number of earlier failures.
    ///
    /// - Parameter random: A number in 0..<1.
    package func delay(failures: Int, random: Double = 0) -> Duration {
        let exponent = min(max(failures, 0), 30)
        guard isRandom else { return min(longest, base * (1 << exponent)) }
        let ceiling = min(longest, base * (2 << exponent))
        return base + (max(base, ceiling) - base) * random
    }
}
