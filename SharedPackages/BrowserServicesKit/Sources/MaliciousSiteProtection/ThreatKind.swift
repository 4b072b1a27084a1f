/// What a malicious page is after.
public enum ThreatKind: String, CaseIterable, Codable, Hashable, Sendable {
    /// It pretends to be another site to collect secrets.
    case phishing
    /// It makes visitors install harmful software.
    case malware
    /// It cheats visitors out of money.
    case scam
}
