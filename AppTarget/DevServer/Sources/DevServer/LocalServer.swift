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
        /// The folder of the pixel definitions, by which the inspector judges. `nil` judges nothing.
        public var definitions: URL?
        /// The folder in which the inspector keeps its records. `nil` keeps them in memory only.
        public var history: URL?
        /// The clock of delays. A test may pass its own.
        public var clock: any Clock<Duration>

        /// Creates a configuration. The defaults are for tests.
        public init(
            port: UInt16 = 0,
            log: URL? = nil,
            data: URL? = nil,
            definitions: URL? = nil,
            history: URL? = nil,
            clock: any Clock<Duration> = ContinuousClock()
        ) {
            self.port = port
            self.log = log
            self.data = data
            self.definitions = definitions
            self.history = history
            self.clock = clock
        }
    }

    /// The port on which the server listens.
    public var port: Int { daemon.port }

    /// The address of the server, without a trailing slash.
    public var url: URL { URL(string: "http://127.0.0.1:\(port)")! }  // Digits in a literal: it always parses.

    private let daemon: HTTPDaemon
    private let log: RequestLog
    private let script: FaultScript
    private let inspector: Inspector

    private init(daemon: HTTPDaemon, log: RequestLog, script: FaultScript, inspector: Inspector) {
        self.daemon = daemon
        self.log = log
        self.script = script
        self.inspector = inspector
    }

    deinit {
        Task { [daemon, log, inspector] in
            inspector.finish()
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
        let definitions: Definitions? =
            if let folder = configuration.definitions { try Definitions(folder: folder) } else { nil }
        let inspector = Inspector(records: try RecordStore(folder: configuration.history), definitions: definitions)
        let script = FaultScript(onChange: { inspector.notify() })
        let data =
            if let folder = configuration.data { try ProtectionData(folder: folder) } else { ProtectionData.builtIn }
        let responder = Responder(
            routes: makeRoutes(
                protection: ProtectionService(data: data), subscription: SubscriptionService(),
                inspector: InspectorRoutes(inspector: inspector, script: script, clock: configuration.clock),
                script: script, log: log
            ),
            script: script,
            log: log,
            inspector: inspector,
            bodyLimit: limits.bodyBytes
        )
        let exchanges = Exchanges(limits: limits, clock: configuration.clock) { responder.answer($0) }
        let daemon = try HTTPDaemon(port: configuration.port, exchanges: exchanges)
        return LocalServer(daemon: daemon, log: log, script: script, inspector: inspector)
    }

    /// Lets the process open more files, so that a server can hold more connections. Call it before ``start(_:)``.
    package static func raiseFileLimit() { HTTPLimits.raiseFileLimit() }

    /// The collected requests in memory, the newest 32 to 64 MiB, oldest first.
    public var collected: [CollectedRequest] { log.requests }

    /// Returns the collected requests in memory and then each new one, until the server stops.
    ///
    /// A request appears before its answer is sent, and before its delay. A reader that lags by more than 65,536 requests
    /// loses the oldest.
    public func requests() -> AsyncStream<CollectedRequest> { log.follow() }

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
        inspector.finish()
        await daemon.stop()
        log.finish()
        await inspector.records.settle()
    }
}
