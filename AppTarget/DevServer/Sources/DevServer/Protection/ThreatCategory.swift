/// What a site is dangerous for.
enum ThreatCategory: String, CaseIterable, Codable, Sendable {
    case phishing, malware, scam
}
