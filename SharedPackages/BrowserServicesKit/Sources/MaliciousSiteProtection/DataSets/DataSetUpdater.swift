public import Common
public import Foundation

/// Keeps the data sets up to date.
public struct DataSetUpdater: Sendable {
    /// The time between two updates of a data set.
    public struct Intervals: Hashable, Sendable {
        private let prefixes: Duration
        private let filters: Duration
        /// The longest wait after a failed update.
        let retry: Duration

        /// Creates intervals.
        ///
        /// - Parameters:
        ///   - hashPrefixSet: Twenty minutes by default. New threats are found through the prefixes alone.
        ///   - filterSet: Twelve hours by default. Filters only save a request.
        ///   - retry: The wait after a failed update, if it is shorter than the interval.
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

    /// The number of failed updates in a row that is reported.
    static let reportedFailures = 3

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
    ///   - eventMapping: Receives failed first downloads, and data sets whose updates keep failing.
    ///   - clock: The clock of the intervals.
    ///   - now: The date that is stored as the date of an update.
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

    /// Requests the changes of one data set and applies them.
    ///
    /// If the service refuses the revision, or its answer cannot be applied, the whole set is requested once.
    ///
    /// - Parameters:
    ///   - id: The data set.
    ///   - full: Whether the whole set is requested in any case.
    /// - Returns: The new state of the data set.
    /// - Throws: An error of the service's client, or a ``MaliciousSiteProtectionError``. The old set stays.
    @discardableResult
    @concurrent public func update(_ id: DataSetID, full: Bool = false) async throws -> DataSetStore.Status {
        let before = dataSets.status(of: id)
        do {
            try await download(id, since: before.revision, full: full)
        } catch {
            report(error, of: id, before)
            throw error
        }
        dataSets.recordUpdate(of: id, succeeded: true)
        return dataSets.status(of: id)
    }

    private func download(_ id: DataSetID, since revision: Int, full: Bool) async throws {
        if !full {
            do {
                let body = try await api.changes(of: id, since: revision)
                return try dataSets.apply(body, to: id, since: revision, at: now())
            } catch let error as MaliciousSiteProtectionError where revision > 0 && error.callsForWholeSet {
                try Task.checkCancellation()
            }
        }
        let body = try await api.changes(of: id, since: 0)
        try dataSets.apply(body, to: id, since: 0, startsOver: true, at: now())
    }

    private func report(_ error: any Error, of id: DataSetID, _ before: DataSetStore.Status) {
        if Task.isCancelled { return }
        if case .superseded = error as? MaliciousSiteProtectionError { return }  // Another update succeeded.
        let failures = dataSets.recordUpdate(of: id, succeeded: false)
        if before.origin == .embedded {
            eventMapping.fire(.failedToDownloadInitialDataSets(category: id.category, type: id.type))
        }
        if failures == Self.reportedFailures {
            eventMapping.fire(.failedToUpdateDataSets(category: id.category, type: id.type))
        }
    }

    /// Updates every data set whenever its interval has passed since its last update. It returns when its task is cancelled.
    ///
    /// A data set that was never downloaded, or whose interval has passed, is updated at once. Start it where the process
    /// lives longer than the interval.
    public func run(intervals: Intervals = Intervals()) async {
        await withTaskGroup { group in
            for id in DataSetID.all {
                group.addTask { await keepUpToDate(id, intervals) }
            }
        }
    }

    private func keepUpToDate(_ id: DataSetID, _ intervals: Intervals) async {
        let interval = intervals[id.type]
        var pause = remainder(of: interval, for: id)
        while (try? await clock.sleep(for: pause)) != nil, !Task.isCancelled {
            let isUpdated = (try? await update(id)) != nil  // `update` reports failures.
            pause = isUpdated ? interval : min(interval, intervals.retry)
        }
    }

    /// The part of the interval that remains since the last update, which may be an earlier launch's.
    private func remainder(of interval: Duration, for id: DataSetID) -> Duration {
        guard let last = dataSets.lastUpdate(of: id) else { return .zero }
        let age = Duration.seconds(now().timeIntervalSince(last))
        return min(max(interval - age, .zero), interval)  // A clock that was set back does not stretch an interval.
    }
}

extension MaliciousSiteProtectionError {
    /// Whether the whole set may succeed where the changes since a revision have failed.
    fileprivate var callsForWholeSet: Bool {
        switch self {
        case .unreadableChangeSet, .revisionWentBackwards: true
        // The service may no longer know the revision. The others mean access, time and rate.
        case .unexpectedStatus(let status): (400..<500).contains(status) && ![401, 403, 408, 429].contains(status)
        case .answerTooLong, .unreadableMatches, .superseded, .corruptFile, .cannotWrite: false
        }
    }
}
