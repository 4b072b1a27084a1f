public import Foundation
import Primitives

/// What the payloads of a wide event may hold: everything else is undeclared, and does not travel.
///
/// Generated, as data: the part of JSON Schema that definitions use. Objects hold what is listed and nothing more.
public struct WideEventSchema: Sendable {
    /// `nil` when the text could not be read: nothing is declared then.
    private let root: Rule?

    /// Reads a schema. Generated code calls this.
    public init(json: String) { root = try? JSONDecoder().decode(Rule.self, from: Data(json.utf8)) }

    /// Finds what a payload holds or lacks against the schema.
    ///
    /// - Returns: The way there, of declared keys and at most one that is not: `feature.data.ext.steps`; empty for the
    ///   payload itself. `nil` when everything is as declared.
    public func fault(in payload: Data) -> String? {
        guard let root, let check = try? JSONDecoder().decode(Check.self, from: payload, configuration: root) else {
            return ""
        }
        return check.fault?.joined(separator: ".")
    }

    /// Whether payloads may have a value there.
    func declares(_ path: String...) -> Bool {
        path.reduce(root) { rule, key in rule?.properties?[key] } != nil
    }
}

/// What one value may be.
private final class Rule: Decodable, Sendable {
    enum Kind: String, Decodable {
        case string, number, integer, boolean, object, array
    }

    let type: Kind
    let properties: [String: Rule]?
    let required: [String]?
    let items: Rule?
    let values: [Scalar]?
    /// Compiled once. An invalid pattern makes the schema unreadable.
    let pattern: BoundedExpression?
    let minimum: Double?
    let maximum: Double?

    private enum CodingKeys: String, CodingKey {
        case type, properties, required, items, pattern, minimum, maximum
        case values = "enum"
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        type = try members.decode(Kind.self, forKey: .type)
        properties = try members.decodeIfPresent([String: Rule].self, forKey: .properties)
        required = try members.decodeIfPresent([String].self, forKey: .required)
        items = try members.decodeIfPresent(Rule.self, forKey: .items)
        values = try members.decodeIfPresent([Scalar].self, forKey: .values)
        pattern = try members.decodeIfPresent(String.self, forKey: .pattern).map(BoundedExpression.init)
        minimum = try members.decodeIfPresent(Double.self, forKey: .minimum)
        maximum = try members.decodeIfPresent(Double.self, forKey: .maximum)
    }

    /// A search, not a whole match, as in JSON Schema. A text that takes too many steps is not allowed.
    func allows(_ text: String) -> Bool {
        values?.contains(.text(text)) != false && pattern.map { $0.search(text) == .found } != false
    }

    func allows(_ number: Double) -> Bool {
        values?.contains(.number(number)) != false && minimum.map { number >= $0 } != false
            && maximum.map { number <= $0 } != false
    }
}

/// A value that a definition lists.
private enum Scalar: Decodable, Equatable {
    case text(String)
    case number(Double)

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let text = try? value.decode(String.self) {
            self = .text(text)
        } else {
            self = .number(try value.decode(Double.self))
        }
    }
}

/// Reads a value as its rule says, and keeps the way to the first fault.
private struct Check: DecodableWithConfiguration {
    let fault: [String]?

    init(from decoder: any Decoder, configuration rule: Rule) throws {
        switch rule.type {
        case .object: fault = Self.fault(in: try decoder.container(keyedBy: Key.self), rule)
        case .array: fault = try Self.fault(in: decoder.unkeyedContainer(), rule)
        case .string: fault = rule.allows(try String(from: decoder)) ? nil : []
        case .number: fault = rule.allows(try Double(from: decoder)) ? nil : []
        case .integer: fault = rule.allows(Double(try Int(from: decoder))) ? nil : []
        case .boolean:
            _ = try Bool(from: decoder)
            fault = nil
        }
    }

    private static func fault(in object: KeyedDecodingContainer<Key>, _ rule: Rule) -> [String]? {
        for key in object.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
            guard let property = rule.properties?[key.stringValue],
                // A value that cannot be read as its rule says is not what was declared.
                let check = try? object.decode(Check.self, forKey: key, configuration: property)
            else { return [key.stringValue] }
            if let fault = check.fault { return [key.stringValue] + fault }
        }
        return rule.required?.first { !object.contains(Key(stringValue: $0)) }.map { [$0] }
    }

    private static func fault(in array: any UnkeyedDecodingContainer, _ rule: Rule) throws -> [String]? {
        var array = array
        while !array.isAtEnd {
            guard let items = rule.items else { return [] }
            if let fault = try array.decode(Check.self, configuration: items).fault { return fault }
        }
        return nil
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
