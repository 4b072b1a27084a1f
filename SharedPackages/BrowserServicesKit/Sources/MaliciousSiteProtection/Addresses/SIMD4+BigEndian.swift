extension SIMD4<UInt64> {
    /// The words that these have as their big-endian bytes, and the other way round.
    var bigEndianWords: Self { Self(x.bigEndian, y.bigEndian, z.bigEndian, w.bigEndian) }
}
