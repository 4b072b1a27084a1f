/// Finds the definition that a pixel's name belongs to.
///
/// The reference keeps a tree of the names' parts between underscores. Here each beginning of a name that ends at an
/// underscore is one entry of a hash table, and the hash of a name is extended part by part, so that finding costs one
/// pass over its bytes.
struct NameTable: Sendable {
    /// What a name leads to.
    struct Match {
        /// The index of the definition.
        var definition: Int
        /// The bytes of the name that belong to it.
        var length: Int
    }

    private struct Slot: Sendable {
        var hash: UInt64 = 0
        /// Where the bytes begin in `bytes`.
        var start = 0
        /// Negative for an empty slot.
        var length = -1
        /// The definition whose whole name this is; negative for a mere beginning.
        var definition = -1
    }

    private var slots: [Slot]
    private let bytes: [UInt8]

    /// Makes a table of `names`; where two are equal the last counts.
    init(_ names: [String]) {
        bytes = names.flatMap { Array($0.utf8) }
        let beginnings = bytes.count { $0 == UInt8(ascii: "_") } + names.count
        var capacity = 16
        while capacity < beginnings * 2 { capacity *= 2 }  // Half empty, and a power of two for the mask.
        slots = Array(repeating: Slot(), count: capacity)
        var start = 0
        for (definition, name) in names.enumerated() {
            insert(start..<(start + name.utf8.count), definition)
            start += name.utf8.count
        }
    }

    private mutating func insert(_ name: Range<Int>, _ definition: Int) {
        var hash = Self.seed
        for offset in name {
            if bytes[offset] == UInt8(ascii: "_") {
                add(Slot(hash: hash, start: name.lowerBound, length: offset - name.lowerBound))
            }
            hash = Self.extend(hash, bytes[offset])
        }
        add(Slot(hash: hash, start: name.lowerBound, length: name.count, definition: definition))
    }

    private mutating func add(_ slot: Slot) {
        var index = Int(truncatingIfNeeded: slot.hash) & (slots.count - 1)
        while slots[index].length >= 0 {
            let present = slots[index]
            if present.hash == slot.hash, present.length == slot.length,
                bytes[present.start..<(present.start + slot.length)] == bytes[slot.start..<(slot.start + slot.length)]
            {
                if slot.definition >= 0 { slots[index].definition = slot.definition }
                return
            }
            index = (index + 1) & (slots.count - 1)
        }
        slots[index] = slot
    }

    /// The definition for `name`: its parts are followed as far as they are known.
    ///
    /// With `backtracks`, a name that leads beyond a definition into the mere beginning of a longer one falls back to the
    /// former. The reference does not.
    func match(_ name: UnsafeBufferPointer<UInt8>, backtracks: Bool) -> Match? {
        slots.withUnsafeBufferPointer { slots in
            bytes.withUnsafeBufferPointer { bytes in
                var hash = Self.seed
                var deepest: Match?
                for offset in 0...name.count {
                    if offset == name.count || name[offset] == UInt8(ascii: "_") {
                        let known = UnsafeBufferPointer(rebasing: name[..<offset])
                        guard let slot = Self.find(known, hash, slots, bytes) else { break }
                        if slot.definition >= 0 {
                            deepest = Match(definition: slot.definition, length: offset)
                        } else if !backtracks {
                            deepest = nil
                        }
                    }
                    if offset < name.count { hash = Self.extend(hash, name[offset]) }
                }
                return deepest
            }
        }
    }

    private static func find(
        _ name: UnsafeBufferPointer<UInt8>, _ hash: UInt64, _ slots: UnsafeBufferPointer<Slot>,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> Slot? {
        var index = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[index].length >= 0 {
            let slot = slots[index]
            if slot.hash == hash, slot.length == name.count,
                name.elementsEqual(bytes[slot.start..<(slot.start + slot.length)])
            {
                return slot
            }
            index = (index + 1) & (slots.count - 1)
        }
        return nil
    }

    // FNV-1a.
    private static let seed: UInt64 = 0xCBF2_9CE4_8422_2325

    @inline(__always)
    private static func extend(_ hash: UInt64, _ byte: UInt8) -> UInt64 { (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
}
