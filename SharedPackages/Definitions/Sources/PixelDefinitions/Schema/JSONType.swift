/// The types that JSON Schema tells apart.
enum JSONType: String, Sendable, CaseIterable {
    case string, number, integer, boolean, null, array, object
}

extension JSONValue {
    /// Whether the value is of `type` as it stands; infinities and NaN are numbers to nobody.
    func fits(_ type: JSONType) -> Bool {
        switch (self, type) {
        case (.string, .string), (.bool, .boolean), (.null, .null), (.array, .array), (.object, .object): true
        case (.number(let number), .number): number.isFinite
        case (.number(let number), .integer): number.isFinite && number == number.rounded(.towardZero)
        default: false
        }
    }

    /// The value converted to `type`, by the rules of the reference's schema library; nil if it cannot be.
    func coerced(to type: JSONType) -> JSONValue? {
        switch type {
        case .string:
            switch self {
            case .number, .bool: scriptText.map(JSONValue.string)
            case .null: .string("")
            default: nil
            }
        case .number: coercedNumber.map(JSONValue.number)
        case .integer:
            coercedNumber.flatMap { number in
                // Infinity counts as whole here: the remainder of a division by one is NaN, which is not "true".
                number.isInfinite || number == number.rounded(.towardZero) ? .number(number) : nil
            }
        case .boolean:
            switch self {
            case .string("true"), .number(1): .bool(true)
            case .string("false"), .number(0), .null: .bool(false)
            default: nil
            }
        case .null: self == .string("") || self == .number(0) || self == .bool(false) ? .null : nil
        case .array, .object: nil
        }
    }

    private var coercedNumber: Double? {
        switch self {
        case .bool(let flag): flag ? 1 : 0
        case .null: 0
        case .number(let number): number
        case .string(let text): text.isEmpty ? nil : ScriptNumber.parse(text)
        case .array, .object: nil
        }
    }
}
