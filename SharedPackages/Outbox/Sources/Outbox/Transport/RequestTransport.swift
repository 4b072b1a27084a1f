/// Sends one request. The only part of the outbox that uses the network.
public protocol RequestTransport: Sendable {
    /// Sends a request and returns the result.
    ///
    /// It must return within 60 s, the duration of the upload lease, or another process can send the same request.
    /// Cancelling the task must cancel the request without waiting for the server.
    func send(_ request: OutboundRequest) async -> TransportResult
}

/// The result of one attempt.
public enum TransportResult: Sendable, Equatable {
    /// The server answered.
    ///
    /// - Parameters:
    ///   - status: The HTTP status.
    ///   - retryAfter: The value of its `Retry-After` header.
    case answered(status: Int, retryAfter: String?)
    /// There was no answer.
    case failed(TransportFailure)
}

/// The reason why there was no answer.
public enum TransportFailure: Sendable, Equatable {
    /// The network, the name or the server was not reached. The request was not sent.
    case unreachable
    /// The server's certificate or the TLS handshake was rejected. The request was not sent.
    case untrusted
    /// The timeout passed. The request may have arrived.
    case timedOut
    /// The connection broke. The request may have arrived.
    case interrupted
    /// The request was cancelled. It may have arrived.
    case cancelled

    /// Whether the server may have received the request.
    public var mayHaveArrived: Bool {
        switch self {
        case .unreachable, .untrusted: false
        case .timedOut, .interrupted, .cancelled: true
        }
    }
}
