/// Sends one request; the one part of PixelKit that touches the network.
public protocol PixelTransport: Sendable {
    /// Sends a request and returns what became of it, within 60 s: so long lasts the lease that keeps other processes
    /// from sending the same. Cancelling the task cancels the request, without waiting for the server.
    func send(_ request: OutboundRequest) async -> TransportResult
}

/// What became of one attempt.
public enum TransportResult: Sendable, Equatable {
    /// The server answered.
    ///
    /// - Parameters:
    ///   - status: The HTTP status.
    ///   - retryAfter: The value of its `Retry-After` header.
    case answered(status: Int, retryAfter: String?)
    /// No answer came.
    case failed(TransportFailure)
}

/// Why no answer came.
public enum TransportFailure: Sendable, Equatable {
    /// The network, the name or the server was not reached: nothing was sent.
    case unreachable
    /// No trust was established with the server: nothing was sent.
    case untrusted
    /// The time ran out; the request may have arrived.
    case timedOut
    /// The connection broke; the request may have arrived.
    case interrupted
    /// The request was cancelled; it may have arrived.
    case cancelled

    /// Whether the server may have seen the request.
    public var mayHaveArrived: Bool {
        switch self {
        case .unreachable, .untrusted: false
        case .timedOut, .interrupted, .cancelled: true
        }
    }
}
