import CSQLite
public import Foundation

/// The current row of a query, valid only inside the closure that receives it.
public struct Row: ~Copyable {
    private let statement: OpaquePointer

    init(statement: OpaquePointer) { self.statement = statement }

    /// Returns the integer in a column, counted from zero, or 0 for null.
    public func integer(_ column: Int) -> Int64 { sqlite3_column_int64(statement, Int32(column)) }

    /// Returns the integer in a column, counted from zero, or 0 for null.
    public func int(_ column: Int) -> Int { Int(integer(column)) }

    /// Returns the integer in a column, counted from zero, or `nil` for null.
    public func optionalInteger(_ column: Int) -> Int64? {
        sqlite3_column_type(statement, Int32(column)) == SQLITE_NULL ? nil : integer(column)
    }

    /// Returns the text in a column, counted from zero, or an empty text for null.
    public func text(_ column: Int) -> String {
        guard let bytes = sqlite3_column_text(statement, Int32(column)) else { return "" }
        let count = Int(sqlite3_column_bytes(statement, Int32(column)))  // The text may hold NUL.
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    /// Returns the bytes in a column, counted from zero, or `nil` for null.
    public func data(_ column: Int) -> Data? {
        guard sqlite3_column_type(statement, Int32(column)) != SQLITE_NULL else { return nil }
        guard let bytes = sqlite3_column_blob(statement, Int32(column)) else { return Data() }
        return Data(bytes: bytes, count: Int(sqlite3_column_bytes(statement, Int32(column))))
    }
}

@available(*, unavailable, message: "A row is valid only inside the closure that receives it.")
extension Row: Sendable {}

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
