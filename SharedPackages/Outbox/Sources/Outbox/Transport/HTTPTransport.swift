public import Foundation
import Networking

/// Sends requests over HTTP: no cookies, no cache, no credentials, no redirects, no header that identifies the device.
///
/// On Linux a request keeps a core busy while it waits for its answer, because Foundation goes on listening for "ready to
/// write". The timeout bounds that.
public struct HTTPTransport: RequestTransport {
    private let endpoint: String
    private let timeout: Duration
    private let client = HTTPClient(userAgent: "PixelKit")

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - endpoint: The prefix of all targets: `https://example.com` or `https://example.com/collect`. A query or a
    ///     fragment is left out.
    ///   - timeout: The limit for a whole request. 30 s by default, at most 45 s, because the upload lease lasts 60 s.
    public init(endpoint: URL, timeout: Duration = .seconds(30)) {
        var base = String(endpoint.absoluteString.prefix { $0 != "?" && $0 != "#" })
        while base.hasSuffix("/") { base.removeLast() }
        self.endpoint = base
        self.timeout = min(timeout, .seconds(45))
    }

    /// Sends a request and returns the result.
    public func send(_ request: OutboundRequest) async -> TransportResult {
        let method: HTTPRequest.Method =
            switch request.kind {
            case .pixel: .get
            case .wideEvent: .post
            }
        do throws(HTTPFailure) {
            let answer = try await client.send(
                HTTPRequest(
                    method, endpoint + request.target,
                    headers: request.body == nil ? [] : [HTTPRequest.Header("Content-Type", "application/json")],
                    body: request.body, timeout: timeout, answerBody: .ignored))
            return .answered(status: answer.status, retryAfter: answer.retryAfter)
        } catch {
            return .failed(TransportFailure(error))
        }
    }
}

extension TransportFailure {
    fileprivate init(_ failure: HTTPFailure) {
        switch failure {
        case .invalidURL, .unreachable, .unusableLibrary: self = .unreachable
        case .untrusted: self = .untrusted
        case .timedOut: self = .timedOut
        case .interrupted, .answerTooLong: self = .interrupted
        case .cancelled: self = .cancelled
        }
    }
}
