/// The values of the `format` keyword that apply to strings, in the strict reading of the reference's format library.
package enum StringFormat: String, Sendable, CaseIterable {
    case date, time
    case dateTime = "date-time"
    case isoTime = "iso-time"
    case isoDateTime = "iso-date-time"
    case duration
    case uri
    case uriReference = "uri-reference"
    case uriTemplate = "uri-template"
    case url, email, hostname, ipv4, ipv6
    case regex, uuid
    case jsonPointer = "json-pointer"
    case jsonPointerFragment = "json-pointer-uri-fragment"
    case relativeJSONPointer = "relative-json-pointer"
    case byte, password, binary

    package func accepts(_ text: String) -> Bool {
        switch self {
        case .date: DateFormats.isDate(text[...])
        case .time: DateFormats.isTime(text[...], needsZone: true)
        case .dateTime: DateFormats.isDateTime(text, needsZone: true)
        case .isoTime: DateFormats.isTime(text[...], needsZone: false)
        case .isoDateTime: DateFormats.isDateTime(text, needsZone: false)
        case .duration: DateFormats.isDuration(text)
        case .uri: URIFormats.isURI(text)
        case .uriReference: URIFormats.isReference(text)
        case .uriTemplate: URIFormats.isTemplate(text)
        case .url: URIFormats.isURL(text)
        case .ipv4: URIFormats.isIPv4(text[...])
        case .ipv6: URIFormats.isIPv6(text[...])
        case .email: TextFormats.isEmail(text)
        case .hostname: TextFormats.isHostname(text)
        case .regex: TextFormats.isRegex(text)
        case .uuid: TextFormats.isUUID(text)
        case .jsonPointer: TextFormats.isPointer(text[...])
        case .jsonPointerFragment: TextFormats.isPointerFragment(text)
        case .relativeJSONPointer: TextFormats.isRelativePointer(text)
        case .byte: TextFormats.isBase64(text)
        case .password, .binary: true
        }
    }
}

/// The values of the `format` keyword that apply to numbers.
package enum NumberFormat: String, Sendable, CaseIterable {
    case int32, int64, float, double

    func accepts(_ number: Double) -> Bool {
        switch self {
        case .int32: number == number.rounded() && number.magnitude <= 2_147_483_648 && number < 2_147_483_648
        case .int64: number == number.rounded()
        case .float, .double: true
        }
    }
}
