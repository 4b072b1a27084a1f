import Foundation
import Primitives

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends HTTP requests. Everything in this package that speaks HTTP goes through it.
///
/// It keeps no cookies, caches or credentials, follows no redirect, and sends no header that identifies the device. The
/// connections end with the client.
package final class HTTPClient: Sendable {
    private let userAgent: String
    private let clock: any Clock<Duration>
    private let session: URLSession
    private let exchanges: HTTPExchanges

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - userAgent: The value of the `User-Agent` header, so that the system's own, which names its version, is not sent.
    ///   - clock: The clock of timeouts.
    package init(userAgent: String, clock: any Clock<Duration> = ContinuousClock()) {
        self.userAgent = userAgent
        self.clock = clock
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpAdditionalHeaders = ["User-Agent": userAgent, "Accept-Language": "en", "Accept": "*/*"]
        exchanges = HTTPExchanges()
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
    }

    // Without this, `URLSession` and its delegate are never freed.
    deinit { session.finishTasksAndInvalidate() }

    /// Sends a request and returns the answer.
    ///
    /// Cancelling the calling task cancels the request at once, without waiting for the server.
    package func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPAnswer {
        guard let urlRequest = URLRequest(request) else { throw .invalidURL }
        // The session's own timeouts count whole seconds of silence on Linux, so the limit of the whole request is here.
        let result = await valueOrNil(within: request.timeout, clock: clock) { [session, exchanges] in
            await exchanges.send(urlRequest, keeping: request.answerBody, with: session)
        }
        guard let result else { throw Task.isCancelled ? .cancelled : .timedOut }
        return try result.get()
    }
}

extension URLRequest {
    fileprivate init?(_ request: HTTPRequest) {
        guard let url = URL(string: request.url), url.scheme == "http" || url.scheme == "https", url.host() != nil else {
            return nil
        }
        self.init(url: url)
        httpMethod = request.method.rawValue
        httpBody = request.body
        timeoutInterval = max(1, request.timeout.seconds.rounded(.up))
        for header in request.headers { setValue(header.value, forHTTPHeaderField: header.name) }
        #if canImport(FoundationNetworking)
        // curl repeats a GET by itself when a reused connection closes without an answer, and the repeat is not counted.
        setValue("close", forHTTPHeaderField: "Connection")
        #endif
    }
}
