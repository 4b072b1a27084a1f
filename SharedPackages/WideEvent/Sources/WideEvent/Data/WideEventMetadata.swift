/// The values that are the same for every flow of a kind.
public struct WideEventMetadata: Sendable, Hashable {
    /// The name of stored and reported flows: `subscription-purchase`. It must keep its meaning, because flows of earlier
    /// versions of the app are found by it.
    public let name: String

    /// Describes a kind of flow.
    public init(name: String) { self.name = name }
}

/// The identity of a flow and its share of sampling.
public struct WideEventGlobalData: Codable, Sendable, Hashable {
    /// The number of the flow. It is never sent.
    public internal(set) var id: UInt64
    /// The share of flows that are measured, from 0 to 1. It is sent. The store decides once, when the flow starts.
    public internal(set) var sampleRate: Double

    /// Creates the identity of a new flow.
    ///
    /// - Parameter sampleRate: From 0 to 1. Other values are clamped, and NaN is 0.
    public init(sampleRate: Double = 1) {
        var generator = SystemRandomNumberGenerator()
        self.init(id: generator.next(), sampleRate: sampleRate)
    }

    init(id: UInt64, sampleRate: Double) {
        self.id = id
        self.sampleRate = sampleRate >= 0 ? min(sampleRate, 1) : 0
    }

    /// Whether this flow is measured. The answer for a flow never changes.
    ///
    /// The finaliser of SplitMix64 spreads the number evenly. Swift's own hashes change with every launch.
    var isSampled: Bool {
        var hash = id &+ 0x9e37_79b9_7f4a_7c15
        hash = (hash ^ (hash >> 30)) &* 0xbf58_476d_1ce4_e5b9
        hash = (hash ^ (hash >> 27)) &* 0x94d0_49bb_1331_11eb
        hash ^= hash >> 31
        return Double(hash >> 11) / Double(1 << 53) < sampleRate
    }
}

/// The app of a flow. The store fills in `nil` values when it writes the flow.
public struct WideEventAppData: Codable, Sendable, Hashable {
    /// The app's name.
    public var name: String?
    /// The app's version.
    public var version: String?
    /// `phone`, `tablet`, or `nil`.
    public var formFactor: String?

    /// Describes an app.
    public init(name: String? = nil, version: String? = nil, formFactor: String? = nil) {
        self.name = name
        self.version = version
        self.formFactor = formFactor
    }

    func filled(from other: WideEventAppData) -> WideEventAppData {
        WideEventAppData(
            name: name ?? other.name, version: version ?? other.version, formFactor: formFactor ?? other.formFactor)
    }
}

/// The place where a flow began.
public struct WideEventContextData: Codable, Sendable, Hashable {
    /// The context's name, for example the page that led here.
    public var name: String

    /// Names a context.
    public init(name: String) { self.name = name }
}
