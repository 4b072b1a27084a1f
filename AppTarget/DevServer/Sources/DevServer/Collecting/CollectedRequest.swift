public import Foundation

/// A collected request and the status of its answer.
public struct CollectedRequest: Equatable, Sendable {
    /// The arrival of the request line, in whole milliseconds.
    public let time: Date
    /// The method, such as `GET`.
    public let method: String
    /// The target up to the first `?`, before percent-decoding.
    public let path: String
    /// The target after the first `?`, before percent-decoding. Empty if there is none.
    public let query: String
    /// The body. Empty if it was longer than 1 MiB.
    public let body: Data
    /// The status of the answer. 0 if the connection was closed.
    public let status: Int

    /// The body as text. `nil` if it is not UTF-8.
    public var text: String? { String(data: body, encoding: .utf8) }
}

extension Date {
    /// The time in the resolution of the log.
    func inWholeMilliseconds(_ rule: FloatingPointRoundingRule) -> Date {
        Date(timeIntervalSince1970: (timeIntervalSince1970 * 1000).rounded(rule) / 1000)
    }
}

extension CollectedRequest {
    init(_ request: HTTPRequest, status: Int) {
        time = request.time.inWholeMilliseconds(.down)
        method = request.method
        path = request.path
        query = request.query
        body = request.body
        self.status = status
    }
}

extension CollectedRequest: Decodable {
    private enum Key: String, CodingKey { case time, method, path, query, body, bodyEncoding, status }

    /// UTC, with milliseconds.
    private static let timeStyle = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    /// The request as a line of the log, without a line break.
    ///
    /// The keys are `time, method, path, query, body, status`, in this order. A body that is not UTF-8 is in base64 and is
    /// followed by `"bodyEncoding":"base64"`.
    public var jsonLine: String {
        let body = text.map(quoted) ?? "\"\(body.base64EncodedString())\",\"bodyEncoding\":\"base64\""
        // The style rounds down to a millisecond, and the nearest `Double` may be just below it.
        let time = time.addingTimeInterval(0.000_2).formatted(Self.timeStyle)
        return """
            {"time":"\(time)","method":\(quoted(method)),"path":\(quoted(path)),\
            "query":\(quoted(query)),"body":\(body),"status":\(status)}
            """
    }

    /// Parses a line of the log.
    public init(jsonLine: String) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(jsonLine.utf8))
    }

    /// Reads the object that ``jsonLine`` writes.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        time = try Self.timeStyle.parse(values.decode(String.self, forKey: .time)).inWholeMilliseconds(.toNearestOrEven)
        method = try values.decode(String.self, forKey: .method)
        path = try values.decode(String.self, forKey: .path)
        query = try values.decode(String.self, forKey: .query)
        status = try values.decode(Int.self, forKey: .status)
        let text = try values.decode(String.self, forKey: .body)
        switch try values.decodeIfPresent(String.self, forKey: .bodyEncoding) {
        case nil:
            body = Data(text.utf8)
        case "base64":
            guard let bytes = Data(base64Encoded: text) else {
                throw DecodingError.dataCorruptedError(forKey: .body, in: values, debugDescription: "Not base64.")
            }
            body = bytes
        case let encoding?:
            throw DecodingError.dataCorruptedError(
                forKey: .bodyEncoding,
                in: values,
                debugDescription: "Unknown encoding '\(encoding)'. Use base64."
            )
        }
    }
}

/// Returns a JSON string literal. Keyed encoding has no fixed order on Linux, so lines are composed of literals.
private func quoted(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": literal += "\\\""
        case "\\": literal += "\\\\"
        case "\n": literal += "\\n"
        case "\r": literal += "\\r"
        case "\t": literal += "\\t"
        case "\u{0}"..<"\u{20}":
            let code = String(scalar.value, radix: 16)
            literal += "\\u" + String(repeating: "0", count: 4 - code.count) + code
        default: literal.unicodeScalars.append(scalar)
        }
    }
    return literal + "\""
}
