/// Whose flows they are: processes of different owners run side by side and leave each other's flows alone.
public struct WideEventOwner: RawRepresentable, Hashable, Sendable {
    /// The name, as stored.
    public let rawValue: String

    /// Names an owner, an extension for example: `WideEventOwner(rawValue: "vpn")`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The app itself.
    public static let app = WideEventOwner(rawValue: "app")
}

/// One run of an owner's process.
public struct WideEventSession: RawRepresentable, Hashable, Sendable {
    /// The name, as stored.
    public let rawValue: String

    /// Names a session; tests simulate launches by sessions of different names.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A new session of this process, which others can tell to be running.
    public static func ofThisProcess() -> WideEventSession { WideEventSession(rawValue: Lease().holder) }

    /// Whether it is another name for a process that still runs. Numbers of processes come back, so a session that
    /// began a day ago is taken for ended.
    func isRunning(since start: Int64, now: Int64) -> Bool {
        (now &- start).magnitude < 86_400_000 && Lease(holder: rawValue).isHeldByRunningProcess
    }
}
