package import Foundation

/// One HTTP request and the limits of its answer.
package struct HTTPRequest: Sendable, Equatable {
    package enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
    }

    /// What the client keeps of the body of an answer.
    package enum AnswerBody: Sendable, Equatable {
        /// Nothing. A body of more than 64 KiB is cut off, and the status counts all the same.
        case ignored
        /// All bytes. A longer body ends the request with ``HTTPFailure/answerTooLong``.
        case kept(limit: Int)
    }

    package struct Header: Sendable, Equatable {
        package let name: String
        package let value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    package var method: Method
    /// The address as it is sent, in ASCII and without credentials. It is not encoded again.
    package var url: String
    /// Headers beside those that the client sends itself: `User-Agent`, `Accept-Language`, and `Accept: */*` unless it is here.
    package var headers: [Header]
    package var body: Data?
    /// The limit for the whole request: name look-up, connection, TLS and answer.
    package var timeout: Duration
    /// The limit for the time without a byte from the server, in real time. `nil` for none but the timeout.
    package var silence: Duration?
    package var answerBody: AnswerBody

    package init(
        _ method: Method, _ url: String, headers: [Header] = [], body: Data? = nil, timeout: Duration,
        silence: Duration? = nil, answerBody: AnswerBody
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.silence = silence
        self.answerBody = answerBody
    }
}

extension HTTPRequest {
    /// Whether the request can be sent as it is: an `http` or `https` URL, and headers that are one line each.
    var isWellFormed: Bool {
        Self.isWebAddress(url)
            && headers.allSatisfy { header in
                !header.name.isEmpty
                    && header.name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
                    && header.value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
            }
    }

    /// Whether a text is an `http` or `https` URL in visible ASCII, with a host and without credentials.
    private static func isWebAddress(_ url: String) -> Bool {
        var url = url
        return url.withUTF8 { bytes in
            let schemes = ["http://", "https://"]
            // `| 0x20` makes letters small.
            guard let scheme = schemes.first(where: { zip(bytes, $0.utf8).allSatisfy { $0 | 0x20 == $1 } }) else {
                return false
            }
            let rest = UnsafeBufferPointer(rebasing: bytes.dropFirst(scheme.utf8.count))
            let authority = UnsafeBufferPointer(rebasing: rest.prefix { $0 != 0x2F && $0 != 0x3F && $0 != 0x23 })  // `/?#`
            return !authority.isEmpty && authority[0] != UInt8(ascii: ":") && !authority.contains(UInt8(ascii: "@"))
                && bytes.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        }
    }
}

/// A server's answer.
package struct HTTPAnswer: Sendable, Equatable {
    package let status: Int
    /// The value of the header `Retry-After`.
    package let retryAfter: String?
    /// Empty unless the request keeps the body.
    package let body: Data
    /// How often the system sent the request again by itself. Always 0 on Linux, where that is prevented.
    package let repeats: Int

    package init(status: Int, retryAfter: String? = nil, body: Data = Data(), repeats: Int = 0) {
        self.status = status
        self.retryAfter = retryAfter
        self.body = body
        self.repeats = repeats
    }
}

/// Why a request has no answer.
package enum HTTPFailure: Error, Sendable, Equatable {
    /// The request cannot be sent: its address is no `http` or `https` URL, or a header has more than one line.
    case invalidURL
    /// The network, the name or the server was not reached. The request was not sent.
    case unreachable
    /// The server's certificate or the TLS handshake was rejected. The request was not sent.
    case untrusted
    /// The timeout passed. The request may have arrived.
    case timedOut
    /// The connection broke, or the answer was not HTTP. The request may have arrived.
    case interrupted
    /// The calling task was cancelled. The request may have arrived.
    case cancelled
    /// The body of the answer is longer than the request allows.
    case answerTooLong(limit: Int)
    /// The HTTP library of the system cannot be used. Nothing was sent.
    case unusableLibrary(reason: String)
}
