public import Foundation
import Persistence

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends requests with `URLSession`: no cookies, no cache, no credentials, no redirects, no traces of the device.
public struct URLSessionTransport: PixelTransport {
    private let endpoint: String
    private let session: URLSession

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - endpoint: What the targets of requests follow: `https://example.com` or `https://example.com/collect`.
    ///   - timeout: How long an answer may take. 30 s by default, half of what a lease lasts.
    public init(endpoint: URL, timeout: Duration = .seconds(30)) {
        var base = endpoint.absoluteString
        while base.hasSuffix("/") { base.removeLast() }
        self.endpoint = base
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = timeout.seconds
        configuration.timeoutIntervalForResource = timeout.seconds
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        // The system would name its version and the person's languages.
        configuration.httpAdditionalHeaders = ["User-Agent": "PixelKit", "Accept-Language": "en", "Accept": "*/*"]
        session = URLSession(configuration: configuration, delegate: NoRedirects(), delegateQueue: nil)
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
            let (_, response) = try await session.data(for: urlRequest)
            guard let response = response as? HTTPURLResponse else { return .failed(.interrupted) }
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

    private final class NoRedirects: NSObject, URLSessionTaskDelegate {
        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            completionHandler(nil)
        }
    }
}
