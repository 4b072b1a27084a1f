import Foundation

/// A value read from JSON or JSON5.
///
/// Numbers are doubles, as in the language that the reference is written in; objects have no order, which lives in
/// ``SourceOutline`` for the few places that need it.
package enum JSONValue: Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])
}

extension JSONValue: Equatable {
    /// Compares strings scalar by scalar, as JSON does; Swift takes `é` and `e` with an accent for the same.
    package static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): left == right && left.utf8.elementsEqual(right.utf8)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        case (.null, _), (.bool, _), (.number, _), (.string, _), (.array, _), (.object, _): false
        }
    }
}

extension JSONValue: Decodable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // The commonest kinds come first: each wrong guess costs a thrown error.
        if let text = try? container.decode(String.self) {
            self = .string(text)
            return
        }
        do {
            self = .object(try container.decode([String: JSONValue].self))
            return
        } catch  where (try? decoder.container(keyedBy: AnyKey.self)) != nil {
            throw error  // It is an object: the fault lies within, and the error says where.
        } catch {}
        do {
            self = .array(try container.decode([JSONValue].self))
            return
        } catch  where (try? decoder.unkeyedContainer()) != nil {
            throw error
        } catch {}
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .bool(flag)
        } else {
            self = .number(try container.decode(Double.self))
        }
    }

    private struct AnyKey: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

extension JSONValue {
    package var text: String? { if case .string(let text) = self { text } else { nil } }
    package var members: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }
    package var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
    package var number: Double? { if case .number(let number) = self { number } else { nil } }

    /// Whether an `if` of ECMAScript takes the value for true.
    var isTruthy: Bool {
        switch self {
        case .null: false
        case .bool(let flag): flag
        case .number(let number): number != 0 && !number.isNaN
        case .string(let text): !text.isEmpty
        case .array, .object: true
        }
    }

    /// The member `key` of an object; nil for any other value.
    package subscript(key: String) -> JSONValue? { members?[key] }

    /// Every string and key in lower case, as a product with `forceLowerCase` reads its inline parameters.
    var lowercased: JSONValue {
        switch self {
        case .null, .bool, .number: self
        case .string(let text): .string(text.lowercased())
        case .array(let elements): .array(elements.map(\.lowercased))
        case .object(let members):
            .object(Dictionary(members.map { ($0.lowercased(), $1.lowercased) }, uniquingKeysWith: { _, last in last }))
        }
    }
}
