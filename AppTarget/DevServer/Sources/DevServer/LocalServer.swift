public import Foundation

/// A server on this machine that plays the services which the app talks to.
///
/// It collects pixels (`/t/…`) and wide events (`/e`), serves the protection data, accounts and checkouts, and goes
/// wrong when it is told to:
///
/// ```swift
/// let server = try LocalServer.start()
/// try server.script([.status(503, on: "/t/")])
/// // … point the code under test to `server.url` …
/// for await request in server.requests() { print(request.path, request.status) }
/// await server.stop()
/// ```
///
/// It listens on 127.0.0.1 only. A server that is let go without ``stop()`` stops by itself, a little later.
public final class LocalServer: Sendable {
    /// Where a server listens and what it reads and writes.
    public struct Configuration: Sendable {
        /// The port; 0, the default, picks a free one.
        public var port: UInt16
        /// The file to which collected requests are appended, a line each; `nil` keeps them in memory only.
        public var log: URL?
        /// The folder with the protection data; `nil` serves the small built-in data.
        public var data: URL?
        /// What delays are measured with; a test may pass one of its own.
        public var clock: any Clock<Duration>

        /// Creates a configuration; the defaults suit a test.
        public init(
            port: UInt16 = 0,
            log: URL? = nil,
            data: URL? = nil,
            clock: any Clock<Duration> = ContinuousClock()
        ) {
            self.port = port
            self.log = log
            self.data = data
            self.clock = clock
        }
    }

    /// The port it listens on.
    public var port: Int { daemon.port }

    /// Where clients reach it, without a trailing slash.
    public var url: URL { URL(string: "http://127.0.0.1:\(port)")! }  // Digits in a literal: it always parses.

    private let daemon: HTTPDaemon
    private let log: RequestLog
    private let script: FaultScript

    private init(daemon: HTTPDaemon, log: RequestLog, script: FaultScript) {
        self.daemon = daemon
        self.log = log
        self.script = script
    }

    deinit {
        Task { [daemon, log] in
            await daemon.stop()
            log.finish()
        }
    }

    /// Starts a server; when this returns it can be reached.
    public static func start(_ configuration: Configuration = Configuration()) throws(LocalServerError) -> LocalServer {
        try start(configuration, limits: HTTPLimits())
    }

    static func start(_ configuration: Configuration, limits: HTTPLimits) throws(LocalServerError) -> LocalServer {
        let file: LogFile? = if let url = configuration.log { try LogFile(url) } else { nil }
        let log = RequestLog(file: file)
        let script = FaultScript()
        let data =
            if let folder = configuration.data { try ProtectionData(folder: folder) } else { ProtectionData.builtIn }
        let responder = Responder(
            routes: makeRoutes(
                protection: ProtectionService(data: data), subscription: SubscriptionService(), script: script, log: log
            ),
            script: script,
            log: log,
            bodyLimit: limits.bodyBytes
        )
        let exchanges = Exchanges(limits: limits, clock: configuration.clock) { responder.answer($0) }
        let daemon = try HTTPDaemon(port: configuration.port, exchanges: exchanges)
        return LocalServer(daemon: daemon, log: log, script: script)
    }

    /// The collected requests still in memory (the last 32 to 64 MiB), in the order in which they came.
    public var collected: [CollectedRequest] { log.requests }

    /// The collected requests in memory and then each new one, until the server stops.
    ///
    /// Each call begins from the start, so that nothing is missed. A request appears before anything of its
    /// answer is sent, a delayed one before its delay. A reader that lags by more than 65,536 requests loses the oldest.
    public func requests() -> AsyncStream<CollectedRequest> { log.follow() }

    /// The faults still to come.
    public var faults: [Fault] { script.faults }

    /// Adds faults behind those still to come: all, or none if one makes no sense.
    ///
    /// A request uses up the first fault whose path it begins with. Paths that begin with `/_` have none.
    public func script(_ faults: [Fault]) throws(LocalServerError) { try script.add(faults) }

    /// Forgets the faults still to come.
    public func clearFaults() { script.clear() }

    /// Stops in order: no new connections, delays cut short, complete requests answered, port free.
    ///
    /// Every call returns when all that is done; ``collected`` can be read afterwards.
    public func stop() async {
        await daemon.stop()
        log.finish()
    }
}
