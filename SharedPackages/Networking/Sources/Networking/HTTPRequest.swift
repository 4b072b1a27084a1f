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
    /// The address as it is sent. It is not encoded again.
    package var url: String
    /// Headers beside those that the client sends itself (`User-Agent`, `Accept`, `Accept-Language`).
    package var headers: [Header]
    package var body: Data?
    /// The limit for the whole request: name look-up, connection, TLS and answer.
    package var timeout: Duration
    package var answerBody: AnswerBody

    package init(
        _ method: Method, _ url: String, headers: [Header] = [], body: Data? = nil, timeout: Duration,
        answerBody: AnswerBody
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.answerBody = answerBody
    }
}

/// A server's answer.
package struct HTTPAnswer: Sendable, Equatable {
    package let status: Int
    /// The value of the header `Retry-After`.
    package let retryAfter: String?
    /// Empty unless the request keeps the body.
    package let body: Data

    package init(status: Int, retryAfter: String? = nil, body: Data = Data()) {
        self.status = status
        self.retryAfter = retryAfter
        self.body = body
    }
}

/// Why a request has no answer.
package enum HTTPFailure: Error, Sendable, Equatable {
    /// The address cannot be requested: it is no `http` or `https` URL.
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
}
