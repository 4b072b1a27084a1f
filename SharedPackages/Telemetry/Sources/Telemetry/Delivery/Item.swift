/// What travels through a line, numbered in the order of arrival.
struct Entry: Sendable {
    let number: Int
    let item: Item

    var isEvent: Bool {
        switch item {
        case .event: true
        case .flush, .passage: false
        }
    }

    var passage: Passage? {
        switch item {
        case .passage(let passage): passage
        case .event, .flush: nil
        }
    }
}

/// What an entry is about.
enum Item: Sendable {
    /// Something happened.
    case event(TelemetryEvent)
    /// Somebody wants every sink to flush.
    case flush(FlushTicket)
    /// Somebody waits until all before has passed the sinks that do not lag.
    case passage(Passage)
}

/// A caller that waits.
///
/// A class, because a continuation's size is known to its own library alone, and an `Item` of unknown size is slow.
final class Passage: Sendable {
    private let continuation: CheckedContinuation<Void, Never>

    init(_ continuation: CheckedContinuation<Void, Never>) { self.continuation = continuation }

    func open() { continuation.resume() }
}
