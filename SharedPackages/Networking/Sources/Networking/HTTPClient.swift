import Primitives

/// Sends HTTP requests. Everything in this package that speaks HTTP goes through it.
///
/// It uses libcurl on Linux and `URLSession` on Apple's platforms. It keeps no cookies, caches or credentials, follows no
/// redirect, asks for no compression, and sends no header that identifies the device. Proxies of the system apply: on Linux
/// those of `http_proxy`, `https_proxy` and `no_proxy`. The connections end with the client.
package final class HTTPClient: Sendable {
    package struct Configuration: Sendable {
        /// The value of the `User-Agent` header, so that the system's own, which names its version, is not sent.
        package var userAgent: String
        /// The clock of ``HTTPRequest/timeout``.
        package var clock: any Clock<Duration> = ContinuousClock()
        /// How many connections without a request stay open. On Apple's platforms also how many a host can have at all.
        package var maximumConnections = 32
        /// How long a connection without a request stays open. Servers and balancers close it after 60 s and more.
        package var idleLimit: Duration = .seconds(50)
        /// A PEM file with the certificate authorities to trust in place of the system's. Linux only.
        package var certificateAuthorities: String?

        package init(userAgent: String) { self.userAgent = userAgent }
    }

    #if canImport(os)
    private typealias Engine = URLSessionEngine
    #else
    private typealias Engine = CurlEngine
    #endif

    private let engine: Engine
    /// The clock to race each request with, `nil` if the engine's own is meant.
    private let clock: (any Clock<Duration>)?

    package init(_ configuration: Configuration) {
        engine = Engine(configuration)
        clock = Engine.limitsTime && configuration.clock is ContinuousClock ? nil : configuration.clock
    }

    package convenience init(userAgent: String, clock: any Clock<Duration> = ContinuousClock()) {
        var configuration = Configuration(userAgent: userAgent)
        configuration.clock = clock
        self.init(configuration)
    }

    deinit { engine.close() }

    /// Sends a request and returns the answer.
    ///
    /// Cancelling the calling task cancels the request at once, without waiting for the server.
    package func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPAnswer {
        guard request.isWellFormed else { throw .invalidURL }
        guard request.timeout > .zero else { throw .timedOut }
        guard let clock else { return try await engine.send(request).get() }
        let result = await valueOrNil(within: request.timeout, clock: clock) { [engine] in await engine.send(request) }
        guard let result else { throw Task.isCancelled ? .cancelled : .timedOut }
        return try result.get()
    }
}
