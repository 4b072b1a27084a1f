public import Foundation
import Persistence

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends requests with `URLSession`: no cookies, no cache, no credentials, no redirects, no traces of the device.
public struct URLSessionTransport: PixelTransport {
    private let endpoint: String
    private let timeout: Duration
    private let session: RequestSession

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - endpoint: What the targets of requests follow: `https://example.com` or `https://example.com/collect`. A
    ///     query or a fragment in it is left out.
    ///   - timeout: How long an answer may take in all. 30 s by default; at most 45 s, since a lease lasts for 60.
    public init(endpoint: URL, timeout: Duration = .seconds(30)) {
        var base = String(endpoint.absoluteString.prefix { $0 != "?" && $0 != "#" })
        while base.hasSuffix("/") { base.removeLast() }
        self.endpoint = base
        self.timeout = min(timeout, .seconds(45))
        session = RequestSession(timeout: self.timeout)
    }

    /// Sends a request and returns what became of it.
    public func send(_ request: OutboundRequest) async -> TransportResult {
        guard let url = URL(string: endpoint + request.target) else { return .failed(.unreachable) }
        var urlRequest = URLRequest(url: url)
        urlRequest.httpMethod = request.method
        urlRequest.httpBody = request.body
        if request.body != nil { urlRequest.setValue("application/json", forHTTPHeaderField: "Content-Type") }
        #if canImport(FoundationNetworking)
        // On a connection that is used again and dropped without an answer, curl repeats a GET on its own:
        // the server would see a pixel twice, and nobody would count it.
        urlRequest.setValue("close", forHTTPHeaderField: "Connection")
        #endif
        do {
            let response = try await session.answer(to: urlRequest)
            return .answered(
                status: response.statusCode, retryAfter: response.value(forHTTPHeaderField: "Retry-After"))
        } catch {
            return .failed(Self.failure(error))
        }
    }

    private static func failure(_ error: any Error) -> TransportFailure {
        guard let error = error as? URLError else { return error is CancellationError ? .cancelled : .interrupted }
        return switch error.code {
        case .cancelled: .cancelled
        case .timedOut: .timedOut
        case .notConnectedToInternet, .cannotFindHost, .dnsLookupFailed, .cannotConnectToHost, .badURL,
            .unsupportedURL, .internationalRoamingOff, .dataNotAllowed, .callIsActive:
            .unreachable
        case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
            .clientCertificateRequired:
            .untrusted
        default: .interrupted
        }
    }
}
