/// Where the app keeps whether a person wants protection.
public protocol ProtectionSettings: Sendable {
    /// Whether pages are judged.
    var isProtectionOn: Bool { get }

    /// Keeps the choice beyond this launch.
    func setProtection(on isOn: Bool) throws
}
