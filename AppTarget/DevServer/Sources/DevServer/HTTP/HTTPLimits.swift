/// What one daemon holds at most.
struct HTTPLimits: Sendable {
    var bodyBytes = 1 << 20
    /// Further connections wait in the system's queue. Well below the usual 1,024 descriptors of a process.
    var connections: UInt32 = 512
    /// How long a connection may be silent.
    var timeoutSeconds: UInt32 = 30
    /// Request line and headers of one connection: a URL of 64 KiB fits.
    var connectionMemory = 128 << 10
    /// What a slow reader of an event stream may leave unread before its stream ends.
    var unreadEventBytes = 1 << 20
}
