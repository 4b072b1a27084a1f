/// The only lengths of time that leave the device: an exact one could tell a person from others.
public struct LatencyBuckets: Sendable, Hashable {
    private let bounds: [Duration]

    /// 1, 5, 10, 30, 60, 300 and 600 seconds.
    public static let standard = LatencyBuckets(
        .seconds(1), .seconds(5), .seconds(10), .seconds(30), .seconds(60), .seconds(300), .seconds(600))

    /// Creates buckets from their upper bounds.
    public init(_ first: Duration, _ others: Duration...) { bounds = ([first] + others).sorted() }

    /// The least bound, in milliseconds, that is not below the duration; the greatest for what exceeds them all.
    public func milliseconds(_ duration: Duration) -> Int {
        let bound = bounds.first { duration <= $0 } ?? bounds[bounds.count - 1]
        return Int(bound.components.seconds) * 1000 + Int(bound.components.attoseconds / 1_000_000_000_000_000)
    }

    /// The bucket of an interval; `nil` when it has no start or no end.
    public func milliseconds(_ interval: MeasuredInterval?) -> Int? { interval?.duration.map(milliseconds(_:)) }
}
