package import MaliciousSiteProtection
package import PixelKit

/// The pixels of malicious site protection.
package enum MaliciousSiteProtectionPixel: Pixel {
    case errorPageShown(category: ThreatKind, clientSideHit: Bool?)
    case visitSite(category: ThreatKind)
    case leaveSite(category: ThreatKind)
    case iframeLoaded(category: ThreatKind)
    case featureToggled(newState: Bool)
    case clientTimeout
    case matchesAPIError(any Error)
    case failedToFetchInitialDatasets(category: ThreatKind, type: DataSetKind)

    package var name: String {
        switch self {
        case .errorPageShown: "m_malicious-site-protection_error-page-shown"
        case .visitSite: "m_malicious-site-protection_visit-site"
        case .leaveSite: "m_malicious-site-protection_leave-site"
        case .iframeLoaded: "m_malicious-site-protection_iframe-loaded"
        case .featureToggled: "m_malicious-site-protection_feature-toggled"
        case .clientTimeout: "m_malicious-site-protection_client-timeout"
        case .matchesAPIError: "m_malicious-site-protection_matches-api-error"
        case .failedToFetchInitialDatasets: "m_malicious-site-protection_failed-to-fetch-initial-datasets"
        }
    }

    private static let countedByError = Frequency.dailyAndCount.keyed(by: .error)
    private static let countedByParameters = Frequency.dailyAndCount.keyed(by: .parameters(["category", "type"]))

    package var frequency: Frequency {
        switch self {
        case .errorPageShown: .dailyAndStandard
        case .visitSite, .leaveSite, .iframeLoaded, .featureToggled, .clientTimeout: .standard
        case .matchesAPIError: Self.countedByError
        case .failedToFetchInitialDatasets: Self.countedByParameters
        }
    }

    package var suffixes: [PixelSuffix] { [.frequency, .platform, .formFactor] }

    package var parameters: PixelParameters {
        switch self {
        case .errorPageShown(let category, let clientSideHit):
            ["category": .string(category.rawValue), "clientSideHit": clientSideHit.map(PixelValue.bool)]
        case .visitSite(let category), .leaveSite(let category), .iframeLoaded(let category):
            ["category": .string(category.rawValue)]
        case .featureToggled(let newState): ["newState": .bool(newState)]
        case .failedToFetchInitialDatasets(let category, let type):
            ["category": .string(category.rawValue), "type": .string(type.rawValue)]
        case .clientTimeout, .matchesAPIError: [:]
        }
    }

    package var error: (any Error)? {
        switch self {
        case .matchesAPIError(let error): error
        case .errorPageShown, .visitSite, .leaveSite, .iframeLoaded, .featureToggled, .clientTimeout,
            .failedToFetchInitialDatasets:
            nil
        }
    }
}
