/// The parameters of a pixel, in the order in which they travel.
///
/// ```swift
/// ["category": .string(kind.rawValue), "clientSideHit": clientSideHit.map(PixelValue.bool)]
/// ```
public struct PixelParameters: Sendable, Hashable {
    /// A key and its value.
    public struct Item: Sendable, Hashable {
        /// The key, not encoded.
        public let key: String
        /// The value.
        public let value: PixelValue
    }

    /// The parameters in order.
    public private(set) var items: [Item]

    /// Creates an empty list.
    public init() { items = [] }

    /// Adds a parameter; `nil` adds nothing.
    public mutating func append(_ key: String, _ value: PixelValue?) {
        if let value { items.append(Item(key: key, value: value)) }
    }
}

extension PixelParameters: ExpressibleByDictionaryLiteral {
    /// Creates a list in the order written; entries that are `nil` are left out.
    public init(dictionaryLiteral elements: (String, PixelValue?)...) {
        self.init()
        items.reserveCapacity(elements.count)
        for (key, value) in elements { append(key, value) }
    }
}

/// The value of a parameter.
public enum PixelValue: Sendable, Hashable {
    /// Text, any Unicode.
    case string(String)
    /// A whole number.
    case int(Int)
    /// A number; NaN and infinities are left out and counted.
    case double(Double)
    /// `true` or `false`.
    case bool(Bool)

    /// The text that travels before encoding, or `nil` when there is none.
    var text: String? {
        switch self {
        case .string(let string): string
        case .int(let int): String(int)
        case .double(let double): double.isFinite ? "\(double)" : nil
        case .bool(let bool): bool ? "true" : "false"
        }
    }
}

extension PixelValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral
{
    /// Text.
    public init(stringLiteral value: String) { self = .string(value) }
    /// A whole number.
    public init(integerLiteral value: Int) { self = .int(value) }
    /// A number.
    public init(floatLiteral value: Double) { self = .double(value) }
    /// `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}
