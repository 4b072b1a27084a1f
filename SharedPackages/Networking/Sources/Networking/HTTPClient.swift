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
    fileprivate typealias Engine = URLSessionEngine
    #else
    fileprivate typealias Engine = CurlEngine
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
        let transfer = Transfer(engine, request)
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                start(transfer) { continuation.resume(returning: $0) }
            }
        } onCancel: {
            transfer.cancel()
        }
        return try outcome.get()
    }

    /// Starts a request and returns at once. For senders of many requests: `send` changes threads twice a request.
    ///
    /// - Parameter completion: Called once with the outcome, on a thread of the client or where the transfer is cancelled.
    ///   It must not block, because other requests wait for it.
    package func start(
        _ request: HTTPRequest, completion: @escaping @Sendable (Result<HTTPAnswer, HTTPFailure>) -> Void
    ) -> Transfer {
        let transfer = Transfer(engine, request)
        start(transfer, completion: completion)
        return transfer
    }

    private func start(
        _ transfer: Transfer, completion: @escaping @Sendable (Result<HTTPAnswer, HTTPFailure>) -> Void
    ) {
        let request = transfer.exchange.request
        guard request.isWellFormed else { return completion(.failure(.invalidURL)) }
        guard request.timeout > .zero else { return completion(.failure(.timedOut)) }
        guard let clock else { return engine.start(transfer.exchange, completion: completion) }
        let timer = Task { [engine] in
            // A cancelled sleep means that the exchange has ended.
            if (try? await clock.sleep(for: request.timeout)) != nil {
                engine.cancel(transfer.exchange, .timedOut)
            }
        }
        engine.start(transfer.exchange) { outcome in
            timer.cancel()
            completion(outcome)
        }
    }
}

extension HTTPClient {
    /// A request on its way.
    package struct Transfer: Sendable {
        private let engine: Engine
        fileprivate let exchange: Engine.Exchange

        fileprivate init(_ engine: Engine, _ request: HTTPRequest) {
            self.engine = engine
            exchange = Engine.Exchange(request)
        }

        /// Ends the request at once with ``HTTPFailure/cancelled``, without waiting for the server.
        package func cancel() { engine.cancel(exchange, .cancelled) }
    }
}
