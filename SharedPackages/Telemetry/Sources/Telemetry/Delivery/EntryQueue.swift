/// A bounded first-in, first-out queue that reuses its storage.
///
/// Appending and removing take constant time. Events count towards the limit; all else finds room.
struct EntryQueue: Sendable {
    private let limit: Int
    private let overflow: Overflow
    private var storage: [Entry?] = []  // Its size is a power of two, or zero.
    private var head = 0
    private var count = 0
    /// How many events wait.
    private(set) var events = 0

    init(limit: Int, overflow: Overflow) {
        self.limit = limit
        self.overflow = overflow
    }

    var isEmpty: Bool { count == 0 }

    var first: Entry? { isEmpty ? nil : storage[head] }

    /// Appends `entry`, and drops an event, an earlier one or `entry` itself, where the limit asks for it.
    ///
    /// - Returns: Whether nothing was dropped.
    mutating func append(_ entry: Entry) -> Bool {
        var hasRoom = true
        if entry.isEvent {
            hasRoom = events < limit
            if !hasRoom {
                if overflow == .newest { return false }
                removeFirstEvent()
            }
            events += 1
        }
        if count == storage.count { grow() }
        storage[(head + count) & (storage.count - 1)] = entry
        count += 1
        return hasRoom
    }

    mutating func popFirst() -> Entry? {
        guard count > 0, let entry = storage[head].take() else { return nil }
        head = (head + 1) & (storage.count - 1)
        count -= 1
        if entry.isEvent { events -= 1 }
        return entry
    }

    mutating func drain() -> [Entry] {
        var entries: [Entry] = []
        while let entry = popFirst() { entries.append(entry) }
        return entries
    }

    /// Removes the first event; whatever else waits before it stays there.
    private mutating func removeFirstEvent() {
        guard let entry = popFirst(), !entry.isEvent else { return }
        removeFirstEvent()
        head = (head - 1) & (storage.count - 1)
        storage[head] = entry
        count += 1
    }

    private mutating func grow() {
        let size = max(16, storage.count * 2)
        var larger: [Entry?] = []
        larger.reserveCapacity(size)
        larger.append(contentsOf: storage[head...])
        larger.append(contentsOf: storage[..<head])
        larger.append(contentsOf: repeatElement(nil, count: size - count))
        storage = larger
        head = 0
    }
}
