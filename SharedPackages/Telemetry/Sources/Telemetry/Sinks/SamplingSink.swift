/// Hands on a share of the events.
///
/// An event of a flow is kept or left out with the whole flow, the same way in every process; the others are drawn one
/// by one.
public struct SamplingSink: TelemetrySink {
    private let base: any TelemetrySink
    private let percent: Double
    private let draw: @Sendable () -> Double

    /// Creates a sink that hands on `percent` of the events.
    ///
    /// - Parameters:
    ///   - base: The sink that receives them.
    ///   - percent: The share, from 0 to 100.
    ///   - draw: Returns a number from 0 up to, but not including, 100 for an event outside a flow.
    /// - Throws: `TelemetryError.invalid` when `percent` is out of its range.
    public init(
        _ base: any TelemetrySink,
        percent: Double,
        draw: @escaping @Sendable () -> Double = { Double.random(in: 0..<100) }
    ) throws(TelemetryError) {
        guard (0...100).contains(percent) else {
            throw .invalid(option: "the share of '\(base.name)'", value: "\(percent)", expected: "0 to 100")
        }
        self.base = base
        self.percent = percent
        self.draw = draw
    }

    /// The name of the sink beneath.
    public var name: String { base.name }

    /// The terms of the sink beneath.
    public var terms: SinkTerms { base.terms }

    /// The sink beneath.
    public var downstream: [any TelemetrySink] { [base] }

    /// Hands the event on, if it is in the sample.
    public func receive(_ event: TelemetryEvent) async throws {
        let lot = event.flowID.map(Self.lot) ?? draw()
        if lot < percent { try await base.receive(event) }
    }

    /// Flushes the sink beneath.
    public func flush(until deadline: Deadline) async { await base.flush(until: deadline) }

    /// A number from 0 up to 100 that depends on `flow` alone.
    ///
    /// FNV-1a, since `Hasher` differs from launch to launch; the last step of MurmurHash3 spreads what short and
    /// similar texts leave in the low bits.
    static func lot(of flow: String) -> Double {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in flow.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        hash = (hash ^ (hash >> 33)) &* 0xff51_afd7_ed55_8ccd
        hash = (hash ^ (hash >> 33)) &* 0xc4ce_b9fe_1a85_ec53
        hash ^= hash >> 33
        return Double(hash >> 11) / Double(UInt64(1) << 53) * 100
    }
}
