/// Decides which fires of a sampled frequency are sent.
struct FireSampler: Sendable {
    let processSeed: UInt64
    let random: @Sendable () -> Double

    /// - Parameter installSeed: Read only if the share is per install.
    func takesPart(_ name: String, _ share: Frequency.Share, installSeed: () throws -> UInt64) rethrows -> Bool {
        switch share.stability {
        case .install: Self.position(of: name, seed: try installSeed()) < share.fraction
        case .process: Self.position(of: name, seed: processSeed) < share.fraction
        case .fire: random() < share.fraction
        }
    }

    /// Returns a number in 0..<1 that depends on name and seed alone, in every version of this code: FNV-1a, then the
    /// finaliser of SplitMix64 for an even spread. Swift's own hashes change with every launch.
    static func position(of name: String, seed: UInt64) -> Double {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325 ^ seed
        for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        hash = (hash ^ (hash >> 30)) &* 0xbf58_476d_1ce4_e5b9
        hash = (hash ^ (hash >> 27)) &* 0x94d0_49bb_1331_11eb
        hash ^= hash >> 31
        return Double(hash >> 11) / Double(1 << 53)
    }
}
