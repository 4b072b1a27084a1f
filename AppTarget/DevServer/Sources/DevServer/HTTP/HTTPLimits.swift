/// What one daemon holds at most.
enum HTTPLimits {
    static let bodyBytes = 1 << 20
    /// Further connections wait in the system's queue. Well below the usual 1,024 descriptors of a process.
    static let connections: UInt32 = 512
    /// How long a connection may be silent.
    static let timeoutSeconds: UInt32 = 30
    /// Request line and headers of one connection: a URL of 64 KiB fits.
    static let connectionMemory = 128 << 10
}
