/// A count that is reported as an achievement.
public struct Milestone: Hashable, Sendable {
    /// The identifier of the achievement.
    public let id: String
    /// The record that counts towards it.
    public let record: String
    /// The count that reaches it.
    public let count: Int

    /// Creates a milestone that is reached when `record` counts `count`.
    public init(_ id: String, record: String, count: Int) {
        self.id = id
        self.record = record
        self.count = count
    }
}

/// A service that receives achievements, such as Game Center.
///
/// Its list of confirmed achievements is the truth: after a crash between a confirmation and our own record of it, only the
/// service knows.
public protocol AchievementReporting: Sendable {
    /// Returns the ids of the milestones that were confirmed, in this launch and earlier ones.
    ///
    /// - Throws: Any error. In that case nothing is reported, and the sink asks again later.
    func confirmed() async throws -> Set<String>

    /// Reports one milestone and returns when it is confirmed.
    ///
    /// - Throws: Any error. The milestone is reported again later, unless `confirmed()` contains it by then.
    func report(_ milestone: Milestone) async throws
}

/// A service that keeps achievements in a store, for platforms without Game Center.
public actor FileAchievements: AchievementReporting {
    private let store: any ValueStore<Set<String>>

    /// Creates a service that keeps confirmed ids in `store`, such as a `JSONFile`.
    public init(in store: any ValueStore<Set<String>>) { self.store = store }

    /// Returns the ids in the store.
    public func confirmed() throws -> Set<String> { try store.load() ?? [] }

    /// Adds the milestone's id to the store.
    public func report(_ milestone: Milestone) throws {
        _ = try store.update { ($0 ?? []).union([milestone.id]) }
    }
}

/// A sink that reports the milestones that a `RecordSink` has counted.
///
/// A milestone is reported until the service has confirmed it, and never after that. Confirmed ids are stored, and the
/// service is asked for its list before the first report of a launch. A milestone of an earlier launch is reported with the
/// first event. Calls to the service take time: wrap the sink in a `ForwardingSink`, or rely on the facade's patience.
public actor AchievementSink: TelemetrySink {
    /// The sink's name.
    public nonisolated let name: String
    /// The dependency on the `RecordSink`.
    public nonisolated let sinkOptions: SinkOptions
    /// The number of milestones, and the service.
    public nonisolated let settings: String
    private let records: RecordSink
    private let store: any ValueStore<Set<String>>
    /// The service that receives the milestones.
    package nonisolated let service: any AchievementReporting
    private let calls: ServiceCalls

    /// The milestones that are not known to be confirmed. The stored ids are read at the first event.
    private var open: [Milestone]
    private var confirmed: Set<String>?
    /// Whether the service was asked for its list in this launch.
    private var hasAsked = false

    /// Creates a sink.
    ///
    /// - Parameters:
    ///   - name: The sink's name.
    ///   - milestones: The milestones to report.
    ///   - records: The sink that counts. It must stand before this one.
    ///   - store: The store of confirmed ids, so that a launch with nothing to report does not call the service.
    ///   - service: The service that receives the milestones.
    ///   - retryInterval: The pause after an error of the service. A flush ignores it. A minute by default.
    ///   - clock: The clock of the pause.
    public init(
        name: String = "achievements",
        milestones: [Milestone],
        records: RecordSink,
        store: any ValueStore<Set<String>>,
        service: any AchievementReporting,
        retryInterval: Duration = .seconds(60),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.name = name
        self.records = records
        self.store = store
        self.service = service
        calls = ServiceCalls(retryInterval: retryInterval, clock: clock)
        open = milestones
        sinkOptions = SinkOptions(readsFrom: [records.name])
        settings = "reports \(milestones.count) milestones to \(type(of: service))"
    }

    /// Reports the milestones that were reached.
    ///
    /// - Throws: The error of the service or the store. The milestone is reported again.
    public func receive(_ event: TelemetryEvent) async throws {
        guard !open.isEmpty, !calls.isPaused else { return }
        try await report()
    }

    /// Reports the milestones that were reached and not yet confirmed.
    public func flush(until deadline: Deadline) async {
        try? await report()
    }

    /// Returns the milestones that are not known to be confirmed, whether reached or not.
    ///
    /// - Throws: The store's error, if the ids of earlier launches cannot be read.
    public func unconfirmed() throws -> [Milestone] {
        if let error = loadConfirmed() { throw error }
        return open
    }

    private func report() async throws {
        var loadError: (any Error)?
        try await calls.run {
            loadError = loadConfirmed()
            let counts = try await records.counts()
            for milestone in open where counts[milestone.record, default: 0] >= milestone.count {
                try await report(milestone)
            }
        }
        if let loadError { throw loadError }
    }

    private func report(_ milestone: Milestone) async throws {
        if !hasAsked {
            try confirm(await service.confirmed())
            hasAsked = true
        }
        guard open.contains(milestone) else { return }
        do {
            try await service.report(milestone)
        } catch {
            hasAsked = false  // The milestone may be confirmed although the answer was lost.
            throw error
        }
        try confirm([milestone.id])
    }

    /// Stores confirmed ids. If they cannot be stored, the next launch asks the service.
    private func confirm(_ ids: Set<String>) throws {
        let all = (confirmed ?? []).union(ids)
        open.removeAll { all.contains($0.id) }
        guard all != confirmed else { return }
        confirmed = all
        _ = try store.update { ($0 ?? []).union(all) }
    }

    /// Reads the ids of earlier launches, once.
    ///
    /// - Returns: The store's error. The service knows the lost ids.
    private func loadConfirmed() -> (any Error)? {
        if confirmed != nil { return nil }
        var loadError: (any Error)?
        do { confirmed = try store.load() ?? [] } catch { loadError = error }
        confirmed = confirmed ?? []
        open.removeAll { confirmed?.contains($0.id) ?? false }
        return loadError
    }
}
