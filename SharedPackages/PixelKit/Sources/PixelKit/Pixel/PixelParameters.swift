import Foundation

/// The parameters of a pixel, in the order of sending.
///
/// ```text
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

    /// The keys of values, and the parts of the name, that the definition does not allow. A pixel with any is not sent.
    public private(set) var undeclared: [String] = []

    /// The keys of values, and the parts of the name, that take too many steps to check against a pattern of the
    /// definition. A pixel with any is not sent.
    public private(set) var tooComplex: [String] = []

    /// Creates an empty list.
    public init() { items = [] }

    /// Adds a parameter, unless it is `nil`.
    public mutating func append(_ key: String, _ value: PixelValue?) {
        if let value { items.append(Item(key: key, value: value)) }
    }

    /// Adds a parameter that its definition may not allow: if `isDeclared` is false, the pixel is not sent.
    ///
    /// Generated code calls this where a definition's rule has no Swift type.
    public mutating func append(_ key: String, _ value: PixelValue?, isDeclared: Bool) {
        guard let value else { return }
        items.append(Item(key: key, value: value))
        if !isDeclared { undeclared.append(key) }
    }

    /// Notes that a part of the pixel's name is not what its definition allows, unless `isDeclared`.
    public mutating func require(_ isDeclared: Bool, _ part: String) {
        if !isDeclared { undeclared.append(part) }
    }

    /// Notes that `key` has a value that its definition does not allow, unless `rule` allows it. `nil` is allowed.
    public mutating func require(_ value: PixelValue?, _ key: String, by rule: PixelRule) {
        guard let text = value?.text, !undeclared.contains(key) else { return }
        note(rule.verdict(on: text), key)
    }

    /// Notes that a part of the pixel's name does not match its definition's pattern, unless it does.
    public mutating func require(_ text: String, _ part: String, matching pattern: PixelPattern) {
        note(pattern.verdict(on: text), part)
    }

    /// - Parameter isDeclared: `nil` if checking takes too many steps.
    private mutating func note(_ isDeclared: Bool?, _ key: String) {
        switch isDeclared {
        case true?: break
        case false?: undeclared.append(key)
        case nil: if !tooComplex.contains(key) { tooComplex.append(key) }
        }
    }

    /// Notes the keys whose values `rule` does not allow.
    public mutating func require(_ values: [String: PixelValue], by rule: PixelRule) {
        for (key, value) in values.sorted(by: { $0.key < $1.key }) { require(value, key, by: rule) }
    }

    /// Adds text that must match its definition's pattern.
    public mutating func append(_ key: String, _ text: String?, matching pattern: PixelPattern) {
        guard let text else { return }
        append(key, .string(text))
        note(pattern.verdict(on: text), key)
    }

    /// Adds values by keys that must match their definition's pattern, in the order of the keys.
    public mutating func append(_ values: [String: PixelValue], keysMatching pattern: PixelPattern) {
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            append(key, value)
            note(pattern.verdict(on: key), key)
        }
    }
}

extension PixelParameters: ExpressibleByDictionaryLiteral {
    /// Creates a list in the order of the literal, without `nil` entries.
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
    /// A number. NaN and infinities are left out and counted.
    case double(Double)
    /// `true` or `false`.
    case bool(Bool)

    /// Returns text that is sent as base64.
    public static func base64(_ text: String) -> PixelValue { .string(Data(text.utf8).base64EncodedString()) }

    /// The text before encoding, or `nil` for NaN and infinities.
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
