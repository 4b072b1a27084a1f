public import Common
public import Foundation

/// Keeps the data sets up to date.
public struct DataSetUpdater: Sendable {
    /// How long a data set goes without asking for news.
    public struct Intervals: Hashable, Sendable {
        private let prefixes: Duration
        private let filters: Duration
        /// How long to wait after a failure, if the interval is not shorter.
        let retry: Duration

        /// Creates intervals.
        ///
        /// - Parameters:
        ///   - hashPrefixSet: By default twenty minutes: prefixes must be fresh to be of use.
        ///   - filterSet: By default twelve hours: filters only spare a request.
        ///   - retry: How long to wait after a failure, if the interval is not shorter anyway.
        public init(
            hashPrefixSet: Duration = .seconds(20 * 60),
            filterSet: Duration = .seconds(12 * 60 * 60),
            retry: Duration = .seconds(20 * 60)
        ) {
            prefixes = hashPrefixSet
            filters = filterSet
            self.retry = retry
        }

        subscript(type: DataSetKind) -> Duration {
            switch type {
            case .hashPrefixSet: prefixes
            case .filterSet: filters
            }
        }
    }

    private let dataSets: DataSetStore
    private let api: any DataSetsAPI
    private let eventMapping: EventMapping<MaliciousSiteProtectionEvent>
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Date

    /// Creates an updater.
    ///
    /// - Parameters:
    ///   - dataSets: The data sets to keep up to date.
    ///   - api: The service.
    ///   - eventMapping: Told when a first download fails.
    ///   - clock: Waits between updates.
    ///   - now: The date that is kept as that of an update.
    public init(
        dataSets: DataSetStore,
        api: any DataSetsAPI,
        eventMapping: EventMapping<MaliciousSiteProtectionEvent>,
        clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.dataSets = dataSets
        self.api = api
        self.eventMapping = eventMapping
        self.clock = clock
        self.now = now
    }

    /// Asks for what is new in one data set and applies it.
    ///
    /// - Returns: The data set's new status.
    /// - Throws: Why the old set stays: an error of the service's client, or a `MaliciousSiteProtectionError`.
    @discardableResult
    @concurrent public func update(_ id: DataSetID) async throws -> DataSetStore.Status {
        let before = dataSets.status(of: id)
        do {
            let body = try await api.changes(of: id, since: before.revision)
            try dataSets.apply(body, to: id, since: before.revision, at: now())
        } catch {
            if before.origin == .embedded, !Task.isCancelled {
                eventMapping.fire(.failedToDownloadInitialDataSets(category: id.category, type: id.type))
            }
            throw error
        }
        return dataSets.status(of: id)
    }

    /// Updates every data set whenever its interval has passed since its last update, until the task is cancelled.
    ///
    /// A data set that was never downloaded, or not for longer than its interval, is updated at once.
    public func run(intervals: Intervals = Intervals()) async {
        await withDiscardingTaskGroup { group in
            for id in DataSetID.all {
                group.addTask { await keepUpToDate(id, intervals) }
            }
        }
    }

    private func keepUpToDate(_ id: DataSetID, _ intervals: Intervals) async {
        let interval = intervals[id.type]
        var pause = remainder(of: interval, for: id)
        while (try? await clock.sleep(for: pause)) != nil, !Task.isCancelled {
            let isUpdated = (try? await update(id)) != nil  // What went wrong is reported or passes.
            pause = isUpdated ? interval : min(interval, intervals.retry)
        }
    }

    /// How much of the interval is left since the last update, made perhaps by an earlier launch.
    private func remainder(of interval: Duration, for id: DataSetID) -> Duration {
        guard let last = dataSets.lastUpdate(of: id) else { return .zero }
        let age = Duration.seconds(now().timeIntervalSince(last))
        return min(max(interval - age, .zero), interval)  // A clock that was set back never stretches an interval.
    }
}
