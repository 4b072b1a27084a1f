public import Foundation

/// A server on this machine with the services of the app.
///
/// It collects pixels (`/t/…`) and wide events (`/e`), serves protection data, accounts and checkouts, and fails on
/// request:
///
/// ```swift
/// let server = try LocalServer.start()
/// try server.script([.status(503, on: "/t/")])
/// // … point the code under test to `server.url` …
/// for await request in server.requests() { print(request.path, request.status) }
/// await server.stop()
/// ```
///
/// It listens on 127.0.0.1 only. A server that is released without ``stop()`` stops soon afterwards.
public final class LocalServer: Sendable {
    /// The port and the files of a server.
    public struct Configuration: Sendable {
        /// The port. 0 picks a free one.
        public var port: UInt16
        /// The file to which each collected request is appended as a line. `nil` keeps requests in memory only.
        public var log: URL?
        /// The folder of the protection data. `nil` serves the built-in data.
        public var data: URL?
        /// The clock of delays. A test may pass its own.
        public var clock: any Clock<Duration>
        /// Whether a checkout is paid when its status is first requested. Otherwise ``LocalServer/pay(_:)`` pays it.
        public var paysCheckouts: Bool

        /// Creates a configuration. The defaults are for tests.
        public init(
            port: UInt16 = 0,
            log: URL? = nil,
            data: URL? = nil,
            clock: any Clock<Duration> = ContinuousClock(),
            paysCheckouts: Bool = true
        ) {
            self.port = port
            self.log = log
            self.data = data
            self.clock = clock
            self.paysCheckouts = paysCheckouts
        }
    }

    /// The port on which the server listens.
    public var port: Int { daemon.port }

    /// The address of the server, without a trailing slash.
    public var url: URL { URL(string: "http://127.0.0.1:\(port)")! }  // Digits in a literal: it always parses.

    private let daemon: HTTPDaemon
    private let log: RequestLog
    private let script: FaultScript
    private let subscription: SubscriptionService

    private init(daemon: HTTPDaemon, log: RequestLog, script: FaultScript, subscription: SubscriptionService) {
        self.daemon = daemon
        self.log = log
        self.script = script
        self.subscription = subscription
    }

    deinit {
        Task { [daemon, log] in
            await daemon.stop()
            log.finish()
        }
    }

    /// Starts a server, which accepts requests as soon as this returns.
    public static func start(_ configuration: Configuration = Configuration()) throws(LocalServerError) -> LocalServer {
        try start(configuration, limits: HTTPLimits())
    }

    static func start(_ configuration: Configuration, limits: HTTPLimits) throws(LocalServerError) -> LocalServer {
        let file: LogFile? = if let url = configuration.log { try LogFile(url) } else { nil }
        let log = RequestLog(file: file)
        let script = FaultScript()
        let subscription = SubscriptionService(paysCheckouts: configuration.paysCheckouts)
        let data =
            if let folder = configuration.data { try ProtectionData(folder: folder) } else { ProtectionData.builtIn }
        let responder = Responder(
            routes: makeRoutes(
                protection: ProtectionService(data: data), subscription: subscription, script: script, log: log),
            script: script,
            log: log,
            bodyLimit: limits.bodyBytes
        )
        let exchanges = Exchanges(limits: limits, clock: configuration.clock) { responder.answer($0) }
        let daemon = try HTTPDaemon(port: configuration.port, exchanges: exchanges)
        return LocalServer(daemon: daemon, log: log, script: script, subscription: subscription)
    }

    /// The collected requests in memory, the newest 32 to 64 MiB, oldest first.
    public var collected: [CollectedRequest] { log.requests }

    /// Returns the collected requests in memory and then each new one, until the server stops.
    ///
    /// A request appears before its answer is sent, and before its delay. A reader that lags by more than 65,536 requests
    /// loses the oldest.
    public func requests() -> AsyncStream<CollectedRequest> { log.follow() }

    /// All checkouts, in the order in which they were opened. Each one that is complete is a charge.
    public var checkouts: [Checkout] { subscription.checkouts }

    /// Pays a checkout, as a person does on its page. A checkout that is not open stays as it is.
    public func pay(_ checkout: Checkout) { subscription.pay(checkout.id) }

    /// The faults that have not been used up.
    public var faults: [Fault] { script.faults }

    /// Appends faults. If one of them is invalid, none is added.
    ///
    /// A request uses up the first fault whose path is a prefix of its own. Paths that begin with `/_` have no faults.
    public func script(_ faults: [Fault]) throws(LocalServerError) { try script.add(faults) }

    /// Removes all faults.
    public func clearFaults() { script.clear() }

    /// Stops the server: refuses connections, cuts delays short, answers complete requests and frees the port.
    ///
    /// Every call returns after that. ``collected`` remains readable.
    public func stop() async {
        await daemon.stop()
        log.finish()
    }
}
