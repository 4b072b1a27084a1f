public import Foundation
public import Primitives

/// An event reported to telemetry, independent of the sinks that receive it.
///
/// Apps add their own factories, so that a call site names only the event:
///
/// ```swift
/// import Telemetry
///
/// enum Threat: String { case phishing, malware }
///
/// extension TelemetryEvent {
///     static func siteBlocked(kind: Threat) -> Self {
///         Self("site.blocked", category: "protection", attributes: ["kind": .string(kind.rawValue, privacy: .public)])
///     }
/// }
///
/// func warningShown(telemetry: Telemetry) {
///     telemetry.observe(.siteBlocked(kind: .phishing))
/// }
/// ```
public struct TelemetryEvent: Hashable, Sendable {
    /// The event's name, such as `site.blocked`. Sinks distinguish events by it.
    public var name: String {
        get { content.name }
        set { change { $0.name = newValue } }
    }
    /// The part of the app that reports the event.
    public var category: String {
        get { content.category }
        set { change { $0.category = newValue } }
    }
    /// The severity of the event.
    public var level: Level {
        get { content.level }
        set { change { $0.level = newValue } }
    }
    /// Details by name, each with its privacy.
    public var attributes: Attributes {
        get { content.attributes }
        set { change { $0.attributes = newValue } }
    }
    /// The event's error, without its texts.
    public var error: ErrorChain? {
        get { content.error }
        set { change { $0.error = newValue } }
    }
    /// The identifier of the flow that the event is a step of.
    public var flowID: String? {
        get { content.flowID }
        set { change { $0.flowID = newValue } }
    }
    /// The time of the event. The facade sets it when it observes an event without one.
    public var timestamp: Date? {
        get { secondsSince1970.map(Date.init(timeIntervalSince1970:)) }
        set { secondsSince1970 = newValue?.timeIntervalSince1970 }
    }

    /// One reference, so that an event is handed to another thread in two words. As six stored properties it cost
    /// `observe` 35 ns more, most of it for counting references and moving cache lines.
    private var box: Box
    /// A bare number, because the size of a `Date` is known to its own library alone. Unknown sizes are slow.
    private var secondsSince1970: Double?

    /// Creates an event.
    ///
    /// - Parameters:
    ///   - name: The event's name, such as `site.blocked`.
    ///   - category: The part of the app that reports the event.
    ///   - level: The severity.
    ///   - attributes: Details by name.
    ///   - error: The event's error. Only the domains and codes of its chain are kept.
    public init(
        _ name: String,
        category: String = "app",
        level: Level = .info,
        attributes: Attributes = [:],
        error: (any Error)? = nil
    ) {
        self.init(
            Content(
                name: name, category: category, level: level, attributes: attributes,
                error: error.map(ErrorChain.init)))
    }

    private init(_ content: Content) { box = Box(content) }

    /// Returns the event as a step of the flow `id`.
    public func inFlow(_ id: String) -> Self {
        var event = self
        event.flowID = id
        return event
    }

    /// Returns the event with the timestamp `date`.
    public func at(_ date: Date) -> Self {
        var event = self
        event.timestamp = date
        return event
    }
}

extension TelemetryEvent {
    /// An event without its timestamp.
    private struct Content: Hashable {
        var name: String
        var category: String
        var level: Level
        var attributes: Attributes
        var error: ErrorChain?
        var flowID: String?
    }

    private final class Box: Hashable, Sendable {
        let content: Content

        init(_ content: Content) { self.content = content }

        static func == (lhs: Box, rhs: Box) -> Bool { lhs === rhs || lhs.content == rhs.content }

        func hash(into hasher: inout Hasher) { hasher.combine(content) }
    }

    private var content: Content { box.content }

    private mutating func change(_ body: (inout Content) -> Void) {
        var content = content
        body(&content)
        box = Box(content)
    }
}

extension TelemetryEvent: Codable {
    private enum CodingKeys: String, CodingKey {
        case name, category, level, attributes, error
        case flowID = "flow"
        case timestamp
    }

    /// Decodes an event. Only its name is required.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let links = try container.decodeIfPresent([ErrorChain.Link].self, forKey: .error)
        self.init(
            Content(
                name: try container.decode(String.self, forKey: .name),
                category: try container.decodeIfPresent(String.self, forKey: .category) ?? "app",
                level: try container.decodeIfPresent(Level.self, forKey: .level) ?? .info,
                attributes: try container.decodeIfPresent(Attributes.self, forKey: .attributes) ?? [:],
                error: links.map(ErrorChain.init(links:)),
                flowID: try container.decodeIfPresent(String.self, forKey: .flowID)))
        timestamp = try container.decodeIfPresent(Date.self, forKey: .timestamp)
    }

    /// Encodes the whole event, including private and sensitive attributes.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(category, forKey: .category)
        try container.encode(level, forKey: .level)
        try container.encode(attributes, forKey: .attributes)
        try container.encodeIfPresent(error?.links, forKey: .error)
        try container.encodeIfPresent(flowID, forKey: .flowID)
        try container.encodeIfPresent(timestamp, forKey: .timestamp)
    }
}

extension TelemetryEvent {
    /// The severity of an event, from lowest to highest.
    public enum Level: String, CaseIterable, Codable, Comparable, Sendable {
        /// Details for the developers of the reporting code.
        case debug
        /// Normal operation.
        case info
        /// Normal but significant.
        case notice
        /// A failure.
        case error
        /// A programming error or a broken system.
        case fault

        /// Whether `lhs` is the lower severity.
        public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rank < rhs.rank }

        private var rank: Int {
            switch self {
            case .debug: 0
            case .info: 1
            case .notice: 2
            case .error: 3
            case .fault: 4
            }
        }
    }
}
