import Persistence

/// Notes which names were fired by hand-written pixels; lives for one drain.
///
/// An app whose pixels are all generated pays one look at an empty table a drain.
struct HandWrittenNames {
    /// An app that makes up names must not fill the store with them.
    private static let limit = 1_000

    private let outbox: SQLiteOutbox
    private var names: Set<String>?

    init(outbox: SQLiteOutbox) { self.outbox = outbox }

    /// Notes where `pixel`, which was just queued, comes from.
    mutating func note(_ pixel: some Pixel, in transaction: borrowing Transaction) throws {
        var names = try self.names ?? outbox.handWrittenNames(in: transaction)
        defer { self.names = names }
        if type(of: pixel).isGenerated {
            // A pixel that was hand-written in an earlier version is none any more.
            guard names.remove(pixel.name) != nil else { return }
        } else {
            guard names.count < Self.limit, names.insert(pixel.name).inserted else { return }
        }
        try outbox.note(pixel.name, isHandWritten: names.contains(pixel.name), in: transaction)
    }
}
