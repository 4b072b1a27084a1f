/// The only durations that are sent. An exact duration could identify a user.
public struct LatencyBuckets: Sendable, Hashable {
    private let bounds: [Duration]

    /// 1, 5, 10, 30, 60, 300 and 600 seconds.
    public static let standard = LatencyBuckets(
        .seconds(1), .seconds(5), .seconds(10), .seconds(30), .seconds(60), .seconds(300), .seconds(600))

    /// Creates buckets from their upper bounds.
    public init(_ first: Duration, _ others: Duration...) { bounds = ([first] + others).sorted() }

    /// Returns the smallest bound in milliseconds that is not below the duration, or the greatest bound.
    public func milliseconds(_ duration: Duration) -> Int {
        let bound = bounds.first { duration <= $0 } ?? bounds[bounds.count - 1]
        return Int(bound.components.seconds) * 1000 + Int(bound.components.attoseconds / 1_000_000_000_000_000)
    }

    /// Returns the bucket of an interval, or `nil` without a start or an end.
    public func milliseconds(_ interval: MeasuredInterval?) -> Int? { interval?.duration.map(milliseconds(_:)) }
}
