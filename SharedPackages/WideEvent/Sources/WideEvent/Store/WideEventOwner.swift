/// The owner of flows. Processes of different owners run side by side and do not touch each other's flows.
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

    /// Names a session. Tests simulate launches by sessions of different names.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a session of this process. Other processes can check whether it is running.
    public static func ofThisProcess() -> WideEventSession { WideEventSession(rawValue: Lease().holder) }

    /// Whether the process of the session is running. Process numbers are reused, so a session that began a day ago counts
    /// as ended.
    func isRunning(since start: Int64, now: Int64) -> Bool {
        (now &- start).magnitude < 86_400_000 && Lease(holder: rawValue).isHeldByRunningProcess
    }
}
