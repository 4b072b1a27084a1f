#if canImport(CryptoKit)
import CryptoKit

/// The SHA-256 of `bytes` as four big-endian words.
func sha256(_ bytes: UnsafeRawBufferPointer) -> SIMD4<UInt64> {
    var hash = SHA256()
    hash.update(bufferPointer: bytes)
    return hash.finalize().withUnsafeBytes { $0.loadUnaligned(as: SIMD4<UInt64>.self) }.bigEndianWords
}
#endif
