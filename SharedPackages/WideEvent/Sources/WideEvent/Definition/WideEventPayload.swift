import Foundation

/// A wide event as it is sent: nested JSON.
struct WideEventPayload<Flow: WideEventData>: Encodable {
    let flow: Flow
    let kind: WideEventKind
    let status: WideEventStatus
    let environment: WideEventEnvironment
    var isFirstDailyOccurrence = false

    private var schema: WideEventSchema { kind.definition.schema }

    /// The JSON with sorted keys. `nil` if a value cannot be written.
    var json: Data? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try? encoder.encode(self)
    }

    private enum Key: String, CodingKey {
        case meta, global, app, context, feature
        case type, version, platform, name, status, data, ext, error
        case sampleRate = "sample_rate"
        case isFirstDailyOccurrence = "is_first_daily_occurrence"
        case formFactor = "form_factor"
        case statusReason = "status_reason"
    }

    func encode(to encoder: any Encoder) throws {
        let definition = kind.definition
        var event = encoder.container(keyedBy: Key.self)

        var meta = event.nestedContainer(keyedBy: Key.self, forKey: .meta)
        try meta.encode(definition.type, forKey: .type)
        try meta.encode(definition.version, forKey: .version)

        var global = event.nestedContainer(keyedBy: Key.self, forKey: .global)
        try global.encode(environment.platform, forKey: .platform)
        try global.encode("app", forKey: .type)
        try global.encode(flow.globalData.sampleRate, forKey: .sampleRate)
        if isFirstDailyOccurrence { try global.encode(true, forKey: .isFirstDailyOccurrence) }

        let appData = flow.appData.filled(from: environment.app)
        var app = event.nestedContainer(keyedBy: Key.self, forKey: .app)
        try app.encodeIfPresent(appData.name, forKey: .name)
        try app.encodeIfPresent(appData.version, forKey: .version)
        try app.encodeIfPresent(appData.formFactor, forKey: .formFactor)

        if let contextData = flow.contextData {
            var context = event.nestedContainer(keyedBy: Key.self, forKey: .context)
            try context.encode(contextData.name, forKey: .name)
        }
        var feature = event.nestedContainer(keyedBy: Key.self, forKey: .feature)
        try encodeFeature(to: &feature)
    }

    private func encodeFeature(to feature: inout KeyedEncodingContainer<Key>) throws {
        try feature.encode(kind.definition.feature, forKey: .name)
        try feature.encode(status.word, forKey: .status)
        if !reasonIsInExt { try feature.encodeIfPresent(status.reason, forKey: .statusReason) }
        var data = feature.nestedContainer(keyedBy: Key.self, forKey: .data)
        try data.encode(Ext(payload: self), forKey: .ext)
        if !errorIsInExt { try data.encodeIfPresent(flow.errorData, forKey: .error) }
    }

    // Definitions place reason and error differently.
    private var reasonIsInExt: Bool { schema.declares("feature", "data", "ext", "status_reason") }
    private var errorIsInExt: Bool { schema.declares("feature", "data", "ext", "error") }

    /// The fields of the event and, in the same object, reason and error where they are declared there.
    private struct Ext: Encodable {
        let payload: WideEventPayload

        func encode(to encoder: any Encoder) throws {
            try payload.kind.ext(of: payload.flow)?.encode(to: encoder)
            var details = encoder.container(keyedBy: Key.self)
            if payload.reasonIsInExt { try details.encodeIfPresent(payload.status.reason, forKey: .statusReason) }
            if payload.errorIsInExt { try details.encodeIfPresent(payload.flow.errorData, forKey: .error) }
        }
    }
}
