public import Foundation
public import Primitives

/// Something that happened, told without saying who wants to know.
///
/// Apps add their own factories, so that a call site says only what happened:
///
/// ```swift
/// extension TelemetryEvent {
///     static func siteBlocked(kind: Threat) -> Self {
///         Self("site.blocked", category: "protection", attributes: ["kind": .string(kind.rawValue, privacy: .public)])
///     }
/// }
///
/// telemetry.observe(.siteBlocked(kind: .phishing))
/// ```
public struct TelemetryEvent: Hashable, Sendable {
    /// What happened, such as `site.blocked`; sinks tell events apart by it.
    public var name: String {
        get { content.name }
        set { change { $0.name = newValue } }
    }
    /// The part of the app that speaks.
    public var category: String {
        get { content.category }
        set { change { $0.category = newValue } }
    }
    /// How much attention the event wants.
    public var level: Level {
        get { content.level }
        set { change { $0.level = newValue } }
    }
    /// Details, by name; each says how private it is.
    public var attributes: Attributes {
        get { content.attributes }
        set { change { $0.attributes = newValue } }
    }
    /// The error that belongs to the event, without its texts.
    public var error: ErrorChain? {
        get { content.error }
        set { change { $0.error = newValue } }
    }
    /// The flow that the event is a step of, if it is one.
    public var flowID: String? {
        get { content.flowID }
        set { change { $0.flowID = newValue } }
    }
    /// When it happened; an event that has none is stamped by the facade as it is observed.
    public var timestamp: Date? {
        get { secondsSince1970.map(Date.init(timeIntervalSince1970:)) }
        set { secondsSince1970 = newValue?.timeIntervalSince1970 }
    }

    /// One reference, so that an event is handed to another thread in two words. As six stored properties it cost
    /// `observe` 35 ns more, most of it for counting references and moving cache lines.
    private var box: Box
    /// A bare number, since the size of a `Date` is known to its own library alone, and unknown sizes are slow.
    private var secondsSince1970: Double?

    /// Creates an event.
    ///
    /// - Parameters:
    ///   - name: What happened, such as `site.blocked`.
    ///   - category: The part of the app that speaks.
    ///   - level: How much attention the event wants.
    ///   - attributes: Details, by name.
    ///   - error: The error that belongs to the event; only the domains and codes of its chain are kept.
    public init(
        _ name: String,
        category: String = "app",
        level: Level = .info,
        attributes: Attributes = [:],
        error: (any Error)? = nil
    ) {
        box = Box(
            Content(
                name: name,
                category: category,
                level: level,
                attributes: attributes,
                error: error.map(ErrorChain.init)
            )
        )
    }

    /// Returns the event as a step of the flow `id`.
    public func inFlow(_ id: String) -> Self {
        var event = self
        event.flowID = id
        return event
    }

    /// Returns the event as having happened at `date`.
    public func at(_ date: Date) -> Self {
        var event = self
        event.timestamp = date
        return event
    }
}

extension TelemetryEvent {
    /// What an event says, without when.
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

extension TelemetryEvent {
    /// How much attention an event wants, from least to most.
    public enum Level: String, CaseIterable, Comparable, Sendable {
        /// For whoever works on the code that reports it.
        case debug
        /// The ordinary course of things.
        case info
        /// Worth seeing without looking for it.
        case notice
        /// Something failed.
        case error
        /// Something that must never happen did.
        case fault

        /// Whether `lhs` wants less attention than `rhs`.
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
