#if canImport(CryptoKit)
import CryptoKit

/// Returns the SHA-256 of `bytes` as four big-endian words.
func sha256(_ bytes: UnsafeRawBufferPointer) -> SIMD4<UInt64> {
    var hash = SHA256()
    hash.update(bufferPointer: bytes)
    return hash.finalize().withUnsafeBytes { $0.loadUnaligned(as: SIMD4<UInt64>.self) }.bigEndianWords
}
#else
import CCrypto

/// The algorithm. Fetching it once saves a look-up in every call, which `EVP_sha256()` would make.
// It is never freed or written after the look-up, and libcrypto shares algorithms between threads.
nonisolated(unsafe) private let algorithm: OpaquePointer? = EVP_MD_fetch(nil, "SHA256", nil) ?? EVP_sha256()

/// Returns the SHA-256 of `bytes` as four big-endian words.
func sha256(_ bytes: UnsafeRawBufferPointer) -> SIMD4<UInt64> {
    var digest = SIMD4<UInt64>()
    withUnsafeMutableBytes(of: &digest) { output in
        // It fails only when memory runs out. The digest is then zero, which no data set contains.
        _ = EVP_Digest(bytes.baseAddress, bytes.count, output.baseAddress, nil, algorithm, nil)
    }
    return digest.bigEndianWords
}
#endif

extension SIMD4<UInt64> {
    /// The words whose big-endian bytes these are, and the reverse.
    fileprivate var bigEndianWords: Self { Self(x.bigEndian, y.bigEndian, z.bigEndian, w.bigEndian) }
}
