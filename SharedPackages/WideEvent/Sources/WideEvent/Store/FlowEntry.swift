/// A change of flows on its way to the store.
final class FlowEntry: OutboxEntry, @unchecked Sendable {  // `reports` is touched on the database's queue alone.
    typealias Work = @Sendable (OutboxGroup, borrowing Transaction) throws -> [FlowReport]

    private let work: Work
    private let whenDone: @Sendable ([FlowReport]) -> Void
    private let onFailure: @Sendable (WideEventFailure) -> FlowReport
    private let eventMapping: EventMapping<WideEventFailureEvent>
    private var reports: [FlowReport] = []

    /// - Parameters:
    ///   - work: Called at most once, inside the transaction. If it throws, only its own changes are undone.
    ///   - whenDone: Called once after the commit or the failure.
    ///   - onFailure: Describes a failure of the storage.
    ///   - eventMapping: Receives failures.
    init(
        _ work: @escaping Work, whenDone: @escaping @Sendable ([FlowReport]) -> Void,
        onFailure: @escaping @Sendable (WideEventFailure) -> FlowReport,
        eventMapping: EventMapping<WideEventFailureEvent>
    ) {
        self.work = work
        self.whenDone = whenDone
        self.onFailure = onFailure
        self.eventMapping = eventMapping
    }

    /// A change that cannot be stored now fails, so that the feature can go on.
    var isRetried: Bool { false }

    func write(in group: OutboxGroup, _ transaction: borrowing Transaction) throws {
        do {
            reports = try group.isolated(in: transaction) { try work(group, $0) }
        } catch {
            reports = [onFailure(.storage(DatabaseError(error)))]
        }
    }

    func committed() {
        for event in reports.compactMap(\.failure) { eventMapping.fire(event) }
        whenDone(reports)
    }

    func failed(_ error: DatabaseError) {
        reports = [onFailure(.storage(error))]
        committed()
    }

    func abandoned() { failed(.failed(code: 0, message: "the outbox has ended")) }
}
