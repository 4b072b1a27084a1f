import Foundation

/// One row of the inspector, with an id by which clients continue.
struct InspectorRecord: Sendable {
    let id: Int64
    let kind: Kind
    let name: String
    /// The name of the definition. `nil` if there is none.
    let definition: String?
    /// The verdict's name. `nil` for a record that is not judged.
    let verdict: String?
    let time: Date
    /// The content as a JSON object, without the id.
    let json: String

    /// The kinds of records.
    enum Kind: String, Encodable, CaseIterable, Sendable {
        case pixel, wideEvent, telemetry
        /// A pixel that was not sent, with the reason.
        case notSent
    }

    /// The record as a JSON object, with its id as the first key.
    var line: String { "{\"id\":\(id),\(json.dropFirst())" }

    /// The approximate size in memory.
    var cost: Int { 200 + json.utf8.count }
}

/// The content of a record.
struct RecordContent: Encodable {
    /// The raw request.
    struct Request: Encodable {
        let method: String
        let path: String
        let query: String
        let body: String
        let status: Int
    }

    /// A telemetry event as an app reported it.
    struct Event: Encodable {
        let name: String
        var category: String?
        var level: String?
        var attributes: [String: String]?
        var error: String?
    }

    let kind: InspectorRecord.Kind
    let time: Date
    let name: String
    var parts: NameParts?
    /// The app that reported the record. `nil` for a request, which does not name its app.
    var app: String?
    var definition: String?
    var verdict: String?
    var reasons: [String] = []
    /// The decoded parameters, in the order of the query.
    var parameters: [Parameter] = []
    var request: Request?
    var event: Event?

    struct Parameter: Encodable, Equatable {
        let name: String
        let value: String
    }

    /// The content as one line of JSON.
    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
        }
        // Strings and numbers always encode.
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}

/// The parts of a pixel's name.
struct NameParts: Encodable, Equatable {
    private static let frequencies: Set = [
        "daily", "count", "first", "monthly", "weekly", "unique", "sampled", "d", "c", "u",
    ]
    private static let platforms: Set = ["linux", "macos", "ios", "android", "windows", "phone", "tablet"]

    /// `m_` or an empty text.
    let prefix: String
    let name: String
    /// Suffixes that are neither frequency nor platform.
    let variant: String
    let frequency: String
    let platform: String
    /// The words after the name, in their order.
    let suffixes: [String]

    /// Splits a name.
    ///
    /// - Parameter definition: The name of its definition. Without one, the known suffixes at the end are split off.
    init(_ text: String, definition: String?) {
        prefix = text.hasPrefix("m_") ? "m_" : ""
        var words = text.dropFirst(prefix.count).split(separator: "_", omittingEmptySubsequences: false).map(
            String.init)
        let fixed: Int
        if let definition {
            fixed = definition.dropFirst(prefix.count).split(separator: "_", omittingEmptySubsequences: false).count
        } else {
            let isSuffix = { (word: String) in Self.frequencies.contains(word) || Self.platforms.contains(word) }
            fixed = max(1, words.count - words.reversed().prefix(while: isSuffix).count)
        }
        name = words.prefix(fixed).joined(separator: "_")
        words = Array(words.dropFirst(fixed))
        suffixes = words
        platform = words.filter(Self.platforms.contains).joined(separator: "_")
        frequency = words.filter(Self.frequencies.contains).joined(separator: "_")
        variant = words.filter { !Self.platforms.contains($0) && !Self.frequencies.contains($0) }
            .joined(separator: "_")
    }
}

extension [RecordContent.Parameter] {
    /// Decodes a query. A plus sign is a plus sign, and an invalid percent sequence stays as it is.
    init(query: String) {
        self = query.split(separator: "&").map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let decoded = parts.map { $0.removingPercentEncoding ?? $0 }
            return .init(name: decoded[0], value: decoded.count == 2 ? decoded[1] : "")
        }
    }
}
