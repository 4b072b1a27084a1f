/// Finds the definition that a pixel's name belongs to.
///
/// The reference keeps a tree of the names' parts between underscores. Here each prefix that ends at an underscore is one
/// entry of a hash table, and the hash of a name is extended part by part, so that finding costs one pass over the bytes.
struct NameTable: Sendable {
    /// What a name leads to.
    struct Match {
        /// The index of the definition.
        var definition: Int
        /// The bytes of the name that belong to it.
        var length: Int
    }

    private struct Slot: Sendable {
        var hash: UInt64
        var name: Int
        var length: Int
        /// The definition whose whole name this is; negative for a mere beginning.
        var definition: Int
    }

    private var slots: [Slot?]
    private let names: [[UInt8]]
    private let mask: Int

    /// Makes a table of `names`; where two are equal the last counts.
    init(_ names: [String]) {
        self.names = names.map { Array($0.utf8) }
        let prefixes = self.names.reduce(0) { $0 + $1.count { $0 == UInt8(ascii: "_") } + 1 }
        var capacity = 16
        while capacity < prefixes * 2 { capacity *= 2 }
        slots = Array(repeating: nil, count: capacity)
        mask = capacity - 1
        for index in names.indices { insert(index) }
    }

    private mutating func insert(_ name: Int) {
        let bytes = names[name]
        var hash = Self.seed
        for (offset, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "_") { add(Slot(hash: hash, name: name, length: offset, definition: -1)) }
            hash = Self.extend(hash, byte)
        }
        add(Slot(hash: hash, name: name, length: bytes.count, definition: name))
    }

    private mutating func add(_ slot: Slot) {
        var index = Int(truncatingIfNeeded: slot.hash) & mask
        while let present = slots[index] {
            if present.hash == slot.hash, present.length == slot.length,
                names[present.name].prefix(slot.length) == names[slot.name].prefix(slot.length)
            {
                if slot.definition >= 0 { slots[index]?.definition = slot.definition }
                return
            }
            index = (index + 1) & mask
        }
        slots[index] = slot
    }

    /// The definition for `name`: its parts are followed as far as they are known.
    ///
    /// - Parameter backtracks: Whether a name that leads beyond a definition into the mere beginning of a longer one falls
    ///   back to the former. The reference does not.
    func match(_ name: UnsafeBufferPointer<UInt8>, backtracks: Bool) -> Match? {
        var hash = Self.seed
        var deepest: Match?
        for offset in 0...name.count {
            if offset == name.count || name[offset] == UInt8(ascii: "_") {
                guard let definition = definition(hash, name, offset) else { break }
                if definition >= 0 {
                    deepest = Match(definition: definition, length: offset)
                } else if !backtracks {
                    deepest = nil
                }
            }
            if offset < name.count { hash = Self.extend(hash, name[offset]) }
        }
        return deepest
    }

    /// The definition index of the prefix of `length` bytes; nil if no name begins so.
    private func definition(_ hash: UInt64, _ name: UnsafeBufferPointer<UInt8>, _ length: Int) -> Int? {
        var index = Int(truncatingIfNeeded: hash) & mask
        while let slot = slots[index] {
            if slot.hash == hash, slot.length == length,
                names[slot.name].withUnsafeBufferPointer({ $0.prefix(length).elementsEqual(name.prefix(length)) })
            {
                return slot.definition
            }
            index = (index + 1) & mask
        }
        return nil
    }

    // FNV-1a.
    private static let seed: UInt64 = 0xCBF2_9CE4_8422_2325

    @inline(__always)
    private static func extend(_ hash: UInt64, _ byte: UInt8) -> UInt64 { (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
}
