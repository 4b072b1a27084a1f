import Foundation
import Primitives
import Telemetry

/// The JSON body of an OTLP export of logs (`ExportLogsServiceRequest`).
///
/// Field names, 64-bit integers as strings, and `NaN` and `Infinity` as strings follow the JSON mapping of Protocol Buffers.
struct OTLPRequest: Encodable {
    struct ResourceLogs: Encodable {
        let resource: Resource
        let scopeLogs: [ScopeLogs]
    }

    struct Resource: Encodable {
        let attributes: [KeyValue]
    }

    struct ScopeLogs: Encodable {
        let scope: Scope
        let logRecords: [LogRecord]
    }

    struct Scope: Encodable {
        let name: String
    }

    struct LogRecord: Encodable {
        let timeUnixNano: String?
        let observedTimeUnixNano: String
        let severityNumber: Int
        let severityText: String
        let eventName: String
        let attributes: [KeyValue]
    }

    struct KeyValue: Encodable {
        let key: String
        let value: AnyValue
    }

    let resourceLogs: [ResourceLogs]

    /// Creates a request with one scope for each category of the events.
    init(_ events: [ObservedEvent], resource: OTLPResource) {
        let categories = Dictionary(grouping: events, by: \.event.category).sorted { $0.key < $1.key }
        let attributes = resource.attributes.sorted { $0.key < $1.key }
            .map { KeyValue(key: $0.key, value: AnyValue(value: .string($0.value))) }
        resourceLogs = [
            ResourceLogs(
                resource: Resource(attributes: attributes),
                scopeLogs: categories.map { category, events in
                    ScopeLogs(scope: Scope(name: category), logRecords: events.map(LogRecord.init))
                })
        ]
    }

    /// The body of the HTTP request.
    var json: Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        // Texts and numbers always encode, and the strategy above turns numbers that JSON lacks into texts.
        return (try? encoder.encode(self)) ?? Data("{}".utf8)
    }
}

/// An event and the time at which the sink received it.
struct ObservedEvent: Sendable {
    let event: TelemetryEvent
    let date: Date
}

extension OTLPRequest.LogRecord {
    /// Only public attributes are exported.
    fileprivate init(_ observed: ObservedEvent) {
        let event = observed.event
        timeUnixNano = event.timestamp.map(Self.nanoseconds)
        observedTimeUnixNano = Self.nanoseconds(observed.date)
        severityNumber = event.level.severityNumber
        severityText = event.level.rawValue
        eventName = event.name
        var values = event.attributes.byName.filter { $0.value.privacy == .public }.mapValues(\.value)
        if let flow = event.flowID { values["flow.id"] = .string(flow) }
        if let error = event.error, let outermost = error.links.first {
            values["error.type"] = .string("\(outermost.domain)(\(outermost.code))")
            if error.links.count > 1 { values["error.chain"] = .string(error.description) }
        }
        attributes = values.sorted { $0.key < $1.key }
            .map { OTLPRequest.KeyValue(key: $0.key, value: OTLPRequest.AnyValue(value: $0.value)) }
    }

    /// Nanoseconds since 1970 with the precision of a microsecond, which is that of a `Date`.
    private static func nanoseconds(_ date: Date) -> String {
        let microseconds = (date.timeIntervalSince1970 * 1e6).rounded()
        return "\(UInt64(min(max(microseconds, 0), 1e16)) * 1_000)"
    }
}

extension OTLPRequest {
    /// A typed value. A duration is a number of seconds.
    struct AnyValue: Encodable {
        private enum CodingKeys: String, CodingKey { case stringValue, intValue, doubleValue, boolValue }

        let value: Attribute.Value

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            switch value {
            case .string(let value): try container.encode(value, forKey: .stringValue)
            case .int(let value): try container.encode("\(value)", forKey: .intValue)
            case .double(let value): try container.encode(value, forKey: .doubleValue)
            case .bool(let value): try container.encode(value, forKey: .boolValue)
            case .duration(let value): try container.encode(value.seconds, forKey: .doubleValue)
            }
        }
    }
}

extension TelemetryEvent.Level {
    /// The number of the level in the data model of OpenTelemetry.
    fileprivate var severityNumber: Int {
        switch self {
        case .debug: 5
        case .info: 9
        case .notice: 10
        case .error: 17
        case .fault: 21
        }
    }
}
