import Foundation

/// Turns flows into what is stored, and back.
enum FlowCoding {
    /// `nil` when the data cannot be written as JSON.
    static func encode(_ flow: some WideEventData) -> Data? { try? JSONEncoder().encode(flow) }

    /// `nil` when the data cannot be read, not even with defaults for what is missing.
    static func decode<Flow: WideEventData>(_ stored: StoredFlow) -> Flow? {
        let decoder = JSONDecoder()
        let flow =
            (try? decoder.decode(Flow.self, from: stored.data))
            ?? withDefaults(of: Flow.self, stored.data).flatMap { try? decoder.decode(Flow.self, from: $0) }
        guard var flow else { return nil }
        flow.globalData = WideEventGlobalData(id: stored.id, sampleRate: stored.share)
        return flow
    }

    /// The JSON of a new flow, with what is stored laid over it.
    private static func withDefaults<Flow: WideEventData>(of kind: Flow.Type, _ data: Data) -> Data? {
        guard let defaults = encode(Flow()).flatMap({ try? JSONSerialization.jsonObject(with: $0) }),
            let stored = try? JSONSerialization.jsonObject(with: data)
        else { return nil }
        return try? JSONSerialization.data(withJSONObject: overlay(stored, on: defaults))
    }

    private static func overlay(_ upper: Any, on lower: Any) -> Any {
        guard let upper = upper as? [String: Any], let lower = lower as? [String: Any] else { return upper }
        return lower.merging(upper) { overlay($1, on: $0) }
    }
}
