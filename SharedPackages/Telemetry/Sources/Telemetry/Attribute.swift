import Primitives

/// A typed detail of an event, with its privacy.
///
/// As with the system's logger, numbers and literals are public by default, and a string that is known only at run time
/// is private by default.
///
/// ```swift
/// import Telemetry
///
/// func pageLoaded(host: String, took: Duration, telemetry: Telemetry) {
///     telemetry.observe(
///         TelemetryEvent(
///             "page.loaded",
///             attributes: [
///                 "cache": "memory",  // Public: a literal.
///                 "frames": 3,  // Public: a number.
///                 "took": .duration(took),
///                 "host": .string(host),  // Private: a string from outside.
///             ]))
/// }
/// ```
public struct Attribute: Hashable, Codable, Sendable {
    /// The value of an attribute.
    public enum Value: Hashable, Sendable {
        /// Text.
        case string(String)
        /// A whole number.
        case int(Int)
        /// A number.
        case double(Double)
        /// Yes or no.
        case bool(Bool)
        /// A span of time.
        case duration(Duration)
    }

    /// The readers that may see an attribute.
    public enum Privacy: String, CaseIterable, Codable, Sendable {
        /// Everyone who can read the log.
        case `public`
        /// Only readers whose device is set up to show private values.
        case `private`
        /// No reader.
        case sensitive
    }

    /// The value.
    public let value: Value
    /// The readers that may see the value.
    public let privacy: Privacy

    /// Creates an attribute.
    public init(_ value: Value, privacy: Privacy) {
        self.value = value
        self.privacy = privacy
    }

    /// Returns a text. It is private by default because it may come from the user.
    public static func string(_ value: String, privacy: Privacy = .private) -> Self {
        Self(.string(value), privacy: privacy)
    }

    /// Returns a whole number.
    public static func int(_ value: Int, privacy: Privacy = .public) -> Self {
        Self(.int(value), privacy: privacy)
    }

    /// Returns a number. Not-a-number and infinities are written as `nan` and `inf`, in JSON as strings.
    public static func double(_ value: Double, privacy: Privacy = .public) -> Self {
        Self(.double(value), privacy: privacy)
    }

    /// Returns a yes or no.
    public static func bool(_ value: Bool, privacy: Privacy = .public) -> Self {
        Self(.bool(value), privacy: privacy)
    }

    /// Returns a span of time. It is written in seconds.
    public static func duration(_ value: Duration, privacy: Privacy = .public) -> Self {
        Self(.duration(value), privacy: privacy)
    }
}

extension Attribute: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral
{
    /// Creates a public text.
    public init(stringLiteral value: String) { self = .string(value, privacy: .public) }

    /// Creates a public whole number.
    public init(integerLiteral value: Int) { self = .int(value) }

    /// Creates a public number.
    public init(floatLiteral value: Double) { self = .double(value) }

    /// Creates a public yes or no.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension Attribute.Value: CustomStringConvertible {
    /// The value as text. A duration is written in seconds.
    public var description: String {
        switch self {
        case .string(let value): value
        case .int(let value): "\(value)"
        case .double(let value): "\(value)"
        case .bool(let value): "\(value)"
        case .duration(let value): "\(value.seconds)s"
        }
    }
}

extension Attribute.Value: Codable {
    private enum CodingKeys: String, CodingKey { case string, int, double, bool, duration }

    /// Decodes an object with the type as its only key, such as `{"int":3}`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard container.allKeys.count == 1, let key = container.allKeys.first else {
            let message = "An attribute's value needs exactly one key: string, int, double, bool or duration."
            throw DecodingError.dataCorrupted(.init(codingPath: container.codingPath, debugDescription: message))
        }
        switch key {
        case .string: self = .string(try container.decode(String.self, forKey: key))
        case .int: self = .int(try container.decode(Int.self, forKey: key))
        case .double: self = .double(try Self.double(in: container))
        case .bool: self = .bool(try container.decode(Bool.self, forKey: key))
        case .duration: self = .duration(try container.decode(Duration.self, forKey: key))
        }
    }

    /// Encodes an object with the type as its only key. Not-a-number and infinities are strings, since JSON lacks them.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .string(let value): try container.encode(value, forKey: .string)
        case .int(let value): try container.encode(value, forKey: .int)
        case .double(let value) where value.isFinite: try container.encode(value, forKey: .double)
        case .double(let value): try container.encode("\(value)", forKey: .double)
        case .bool(let value): try container.encode(value, forKey: .bool)
        case .duration(let value): try container.encode(value, forKey: .duration)
        }
    }

    private static func double(in container: KeyedDecodingContainer<CodingKeys>) throws -> Double {
        guard let text = try? container.decode(String.self, forKey: .double) else {
            return try container.decode(Double.self, forKey: .double)
        }
        guard let value = Double(text) else {
            throw DecodingError.dataCorruptedError(forKey: .double, in: container, debugDescription: "Not a number.")
        }
        return value
    }
}

/// The attributes of an event by name.
///
/// Written like a dictionary and stored as a short list. An event has few attributes, so a linear search is faster than
/// hashing a name. The order has no meaning.
public struct Attributes: Sendable, ExpressibleByDictionaryLiteral {
    private var pairs: [(String, Attribute)]

    /// Creates attributes from a literal. If a name occurs several times, its last value is used.
    public init(dictionaryLiteral elements: (String, Attribute)...) {
        pairs = elements
        guard elements.count > 1 else { return }
        for index in elements.indices.dropLast().reversed() where firstIndex(of: elements[index].0, after: index) != nil
        {
            pairs.remove(at: index)
        }
    }

    /// Creates attributes from a dictionary.
    public init(_ attributes: [String: Attribute]) { pairs = attributes.map { ($0.key, $0.value) } }

    /// The attribute of a name. Assigning `nil` removes it.
    public subscript(name: String) -> Attribute? {
        get { firstIndex(of: name).map { pairs[$0].1 } }
        set {
            switch (firstIndex(of: name), newValue) {
            case (let index?, let attribute?): pairs[index].1 = attribute
            case (let index?, nil): pairs.remove(at: index)
            case (nil, let attribute?): pairs.append((name, attribute))
            case (nil, nil): break
            }
        }
    }

    /// The attributes as a dictionary.
    public var byName: [String: Attribute] { Dictionary(pairs) { _, last in last } }

    private func firstIndex(of name: String, after index: Int = -1) -> Int? {
        pairs[(index + 1)...].firstIndex { $0.0 == name }
    }
}

extension Attributes: Hashable, Codable {
    /// Whether both have the same attributes, in any order.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.byName == rhs.byName }

    /// Hashes the attributes without regard to their order.
    public func hash(into hasher: inout Hasher) { hasher.combine(byName) }

    /// Decodes an object of attributes by name.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode([String: Attribute].self))
    }

    /// Encodes an object of attributes by name.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(byName)
    }
}
