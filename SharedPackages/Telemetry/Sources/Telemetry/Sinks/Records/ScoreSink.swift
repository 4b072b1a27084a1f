/// A leaderboard and the record whose count is its score.
public struct Leaderboard: Hashable, Sendable {
    /// The identifier of the leaderboard.
    public let id: String
    /// The record whose count is submitted.
    public let record: String

    /// Creates a leaderboard whose score is the count of `record`.
    public init(_ id: String, record: String) {
        self.id = id
        self.record = record
    }
}

/// A service that receives scores, such as Game Center. It keeps the best score of a person.
public protocol ScoreReporting: Sendable {
    /// Submits a score and returns when the service has accepted it. Submitting a score again changes nothing.
    ///
    /// - Throws: Any error. The score is submitted again later.
    func submit(_ score: Int, to leaderboard: String) async throws
}

/// A service that keeps the best scores in a store, for platforms without Game Center.
public actor FileScores: ScoreReporting {
    private let store: any ValueStore<[String: Int]>

    /// Creates a service that keeps scores in `store`, such as a `JSONFile`.
    public init(in store: any ValueStore<[String: Int]>) { self.store = store }

    /// Stores the score, if it is the best one of the leaderboard.
    public func submit(_ score: Int, to leaderboard: String) throws {
        _ = try store.update { ($0 ?? [:]).merging([leaderboard: score], uniquingKeysWith: max) }
    }

    /// Returns the best score of each leaderboard.
    ///
    /// - Throws: The store's error.
    public func scores() throws -> [String: Int] { try store.load() ?? [:] }
}

/// A sink that submits the counts of a `RecordSink` to leaderboards.
///
/// A score is submitted when it is higher than the last accepted one. Accepted scores are stored, so that a launch with
/// nothing new does not call the service. A score is submitted again if the process ends between the service's answer and
/// the write to the store. Calls to the service take time: wrap the sink in a `ForwardingSink`, or rely on the facade's
/// patience.
public actor ScoreSink: TelemetrySink {
    /// The sink's name.
    public nonisolated let name: String
    /// The dependency on the `RecordSink`.
    public nonisolated let sinkOptions: SinkOptions
    /// The number of leaderboards, and the service.
    public nonisolated let settings: String
    private let leaderboards: [Leaderboard]
    private let records: RecordSink
    private let store: any ValueStore<[String: Int]>
    /// The service that receives the scores.
    package nonisolated let service: any ScoreReporting
    private let calls: ServiceCalls
    /// The accepted scores. The stored ones are read at the first event.
    private var submitted: [String: Int]?

    /// Creates a sink.
    ///
    /// - Parameters:
    ///   - name: The sink's name.
    ///   - leaderboards: The leaderboards and their records.
    ///   - records: The sink that counts. It must stand before this one.
    ///   - store: The store of accepted scores.
    ///   - service: The service that receives the scores.
    ///   - retryInterval: The pause after an error of the service. A flush ignores it. A minute by default.
    ///   - clock: The clock of the pause.
    public init(
        name: String = "scores",
        leaderboards: [Leaderboard],
        records: RecordSink,
        store: any ValueStore<[String: Int]>,
        service: any ScoreReporting,
        retryInterval: Duration = .seconds(60),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.name = name
        self.leaderboards = leaderboards
        self.records = records
        self.store = store
        self.service = service
        calls = ServiceCalls(retryInterval: retryInterval, clock: clock)
        sinkOptions = SinkOptions(readsFrom: [records.name])
        settings = "submits the scores of \(leaderboards.count) leaderboards to \(type(of: service))"
    }

    /// Submits the scores that are higher than the accepted ones.
    ///
    /// - Throws: The first error of the service or the store. The score is submitted again.
    public func receive(_ event: TelemetryEvent) async throws {
        if !calls.isPaused { try await submit() }
    }

    /// Submits the scores that are higher than the accepted ones.
    public func flush(until deadline: Deadline) async {
        try? await submit()
    }

    /// Returns the accepted score of each leaderboard.
    ///
    /// - Throws: The store's error, if the scores of earlier launches cannot be read.
    public func submittedScores() throws -> [String: Int] {
        if let error = loadSubmitted() { throw error }
        return submitted ?? [:]
    }

    private func submit() async throws {
        var loadError: (any Error)?
        try await calls.run {
            loadError = loadSubmitted()
            let counts = try await records.counts()
            var firstError: (any Error)?
            for leaderboard in leaderboards {
                let score = counts[leaderboard.record, default: 0]
                do {
                    if score > submitted?[leaderboard.id] ?? 0 { try await submit(score, to: leaderboard) }
                } catch {
                    firstError = firstError ?? error
                }
            }
            if let firstError { throw firstError }
        }
        if let loadError { throw loadError }
    }

    private func submit(_ score: Int, to leaderboard: Leaderboard) async throws {
        try await service.submit(score, to: leaderboard.id)
        submitted?[leaderboard.id] = score
        _ = try store.update { ($0 ?? [:]).merging([leaderboard.id: score], uniquingKeysWith: max) }
    }

    /// Reads the scores of earlier launches, once.
    ///
    /// - Returns: The store's error. In that case the scores are submitted again.
    private func loadSubmitted() -> (any Error)? {
        if submitted != nil { return nil }
        var loadError: (any Error)?
        do { submitted = try store.load() ?? [:] } catch { loadError = error }
        submitted = submitted ?? [:]
        return loadError
    }
}
