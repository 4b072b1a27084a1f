public import Primitives
public import Telemetry

/// The origin of exported events, as attributes of the OpenTelemetry semantic conventions.
public struct OTLPResource: Hashable, Sendable {
    /// The attributes by name, such as `service.name` and `service.version`.
    public let attributes: [String: String]

    /// Creates a resource.
    ///
    /// - Parameters:
    ///   - serviceName: The name of the app (`service.name`).
    ///   - serviceVersion: The version of the app (`service.version`).
    ///   - attributes: Further attributes of the semantic conventions, such as `deployment.environment.name`. An attribute
    ///     that identifies a person or a device belongs to no export.
    public init(serviceName: String, serviceVersion: String? = nil, attributes: [String: String] = [:]) {
        var all = attributes
        all["service.name"] = serviceName
        all["service.version"] = serviceVersion ?? attributes["service.version"]
        self.attributes = all
    }
}

/// The limits of an ``OTLPSink``. The defaults are those of the OpenTelemetry specification.
public struct OTLPOptions: Sendable {
    /// The number of events that may wait for their export. Later events are dropped and counted.
    public var capacity: Int
    /// The number of events that one request contains at most. A full batch is sent at once.
    public var batchSize: Int
    /// The time that an incomplete batch waits for more events.
    public var delay: Duration
    /// The limit for one request.
    public var timeout: Duration
    /// The number of attempts to send one batch. After the last one the batch is dropped and counted.
    ///
    /// Ten by default, which is about five minutes of a server that does not answer.
    public var attempts: Int
    /// Headers of every request, such as an API key of the collector.
    public var headers: [String: String]
    /// The clocks.
    public var time: TimeSource

    /// Creates options.
    public init(
        capacity: Int = 2_048,
        batchSize: Int = 512,
        delay: Duration = .seconds(1),
        timeout: Duration = .seconds(10),
        attempts: Int = 10,
        headers: [String: String] = [:],
        time: TimeSource = .system
    ) {
        self.capacity = capacity
        self.batchSize = batchSize
        self.delay = delay
        self.timeout = timeout
        self.attempts = attempts
        self.headers = headers
        self.time = time
    }

    func validate() throws(TelemetryError) {
        for (option, value) in [("capacity", capacity), ("batch size", batchSize), ("number of attempts", attempts)]
        where value < 1 {
            throw .invalid(option: "the \(option) of the export", value: "\(value)", expected: "at least 1")
        }
        for (option, value) in [("delay", delay), ("timeout", timeout)] where value <= .zero {
            throw .invalid(option: "the \(option) of the export", value: "\(value)", expected: "a positive duration")
        }
    }
}

/// The counts of an ``OTLPSink``'s events: `received = exported + rejected + dropped + waiting`.
public struct OTLPCounts: Hashable, Sendable {
    /// Events that the sink received.
    public internal(set) var received = 0
    /// Events that the server accepted.
    public internal(set) var exported = 0
    /// Events that the server rejected in an otherwise accepted request.
    public internal(set) var rejected = 0
    /// Events that were given up: the queue was full, or the request failed for good.
    public internal(set) var dropped = 0
    /// Events that wait for their export, including those that are being sent.
    public internal(set) var waiting = 0
}

/// The reason why exported events were lost.
public enum OTLPError: Error, Hashable {
    /// The queue was full.
    case queueFull(capacity: Int)
    /// The server answered with a status that forbids a repetition.
    case refused(status: Int)
    /// The server rejected some events of a request.
    case rejected(count: Int)
    /// No attempt to send a batch succeeded.
    case unreachable(attempts: Int)
}
