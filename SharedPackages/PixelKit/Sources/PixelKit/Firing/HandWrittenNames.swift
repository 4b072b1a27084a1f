/// Stores which names hand-written pixels fired. It lives for one group.
///
/// For an app whose pixels are all generated, it reads an empty table once in a group.
struct HandWrittenNames {
    /// An app that invents names must not fill the store with them.
    private static let limit = 1_000

    private let store: OutboxStore
    private var names: Set<String>?

    init(store: OutboxStore) { self.store = store }

    /// Stores whether the queued pixel is hand-written.
    mutating func note(_ pixel: some Pixel, in transaction: borrowing Transaction) throws {
        var names = try self.names ?? store.handWrittenNames(in: transaction)
        defer { self.names = names }
        if type(of: pixel).isGenerated {
            // The pixel may have been hand-written in an earlier version.
            guard names.remove(pixel.name) != nil else { return }
        } else {
            guard names.count < Self.limit, names.insert(pixel.name).inserted else { return }
        }
        try store.note(pixel.name, isHandWritten: names.contains(pixel.name), in: transaction)
    }
}
