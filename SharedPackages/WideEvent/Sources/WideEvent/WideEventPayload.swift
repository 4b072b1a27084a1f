import Foundation

/// A wide event as it travels: nested JSON.
struct WideEventPayload<Flow: WideEventData>: Encodable {
    let flow: Flow
    let status: WideEventStatus
    let environment: WideEventEnvironment
    var isFirstDailyOccurrence = false

    /// The JSON, its keys sorted; `nil` when a value cannot be written.
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
        let metadata = Flow.metadata
        var event = encoder.container(keyedBy: Key.self)

        var meta = event.nestedContainer(keyedBy: Key.self, forKey: .meta)
        try meta.encode(environment.typePrefix + metadata.name, forKey: .type)
        try meta.encode(metadata.version, forKey: .version)

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
        try encode(metadata, to: &feature)
    }

    private func encode(_ metadata: WideEventMetadata, to feature: inout KeyedEncodingContainer<Key>) throws {
        try feature.encode(metadata.name, forKey: .name)
        try feature.encode(status.word, forKey: .status)
        var data = feature.nestedContainer(keyedBy: Key.self, forKey: .data)
        switch metadata.details {
        case .feature:
            try data.encode(flow.ext, forKey: .ext)
            try data.encodeIfPresent(flow.errorData, forKey: .error)
            try feature.encodeIfPresent(status.reason, forKey: .statusReason)
        case .ext:
            try data.encode(ExtWithDetails(payload: self), forKey: .ext)
        }
    }

    /// The fields of the event and, in the same object, reason and error.
    private struct ExtWithDetails: Encodable {
        let payload: WideEventPayload

        func encode(to encoder: any Encoder) throws {
            try payload.flow.ext.encode(to: encoder)
            var details = encoder.container(keyedBy: Key.self)
            try details.encodeIfPresent(payload.status.reason, forKey: .statusReason)
            try details.encodeIfPresent(payload.flow.errorData, forKey: .error)
        }
    }
}
