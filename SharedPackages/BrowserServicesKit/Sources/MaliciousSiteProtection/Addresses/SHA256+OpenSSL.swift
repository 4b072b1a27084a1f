#if !canImport(CryptoKit)
import CCrypto

/// The algorithm, looked up once: `EVP_sha256()` would look it up at every call.
// Never freed and never written after the look-up; libcrypto shares algorithms between threads.
nonisolated(unsafe) private let algorithm: OpaquePointer? = EVP_MD_fetch(nil, "SHA256", nil) ?? EVP_sha256()

/// The SHA-256 of `bytes` as four big-endian words.
func sha256(_ bytes: UnsafeRawBufferPointer) -> SIMD4<UInt64> {
    var digest = SIMD4<UInt64>()
    withUnsafeMutableBytes(of: &digest) { output in
        // It fails only for want of memory, and leaves zeros behind: a hash that nothing is filed under.
        _ = EVP_Digest(bytes.baseAddress, bytes.count, output.baseAddress, nil, algorithm, nil)
    }
    return digest.bigEndianWords
}
#endif
