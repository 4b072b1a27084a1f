public import Foundation

/// A value that is bound to a statement.
public enum SQLValue: Hashable, Sendable {
    /// A 64-bit signed integer.
    case integer(Int64)
    /// Text, stored as UTF-8.
    case text(String)
    /// Bytes.
    case blob(Data)
    /// The absence of a value.
    case null

    /// An integer.
    public static func int(_ value: Int) -> SQLValue { .integer(Int64(value)) }

    /// Bytes, or null.
    public static func optional(_ value: Data?) -> SQLValue { value.map(SQLValue.blob) ?? .null }
}

extension SQLValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    /// An integer.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// Text.
    public init(stringLiteral value: String) { self = .text(value) }
}
