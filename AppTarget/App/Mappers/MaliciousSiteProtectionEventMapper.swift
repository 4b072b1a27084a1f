package import Common
package import MaliciousSiteProtection
package import PixelKit

/// Maps the events of malicious site protection to pixels.
// Its one property is a `let` of a Sendable type.
package final class MaliciousSiteProtectionEventMapper: EventMapping<MaliciousSiteProtectionEvent>, @unchecked Sendable
{
    private let pixels: any PixelFiring

    package init(pixels: any PixelFiring) {
        self.pixels = pixels
        super.init()
    }

    package override func map(
        _ event: MaliciousSiteProtectionEvent, error: (any Error)?, parameters: [String: String]?,
        onComplete: @escaping Completion
    ) {
        switch event {
        case .errorPageShown(let category, let clientSideHit):
            fire(.errorPageShown(category: .init(category), clientSideHit: clientSideHit))
        case .visitSite(let category): fire(.visitSite(category: .init(category)))
        case .leaveSite(let category): fire(.leaveSite(category: .init(category)))
        case .iframeLoaded(let category): fire(.iframeLoaded(category: .init(category)))
        case .settingToggled(let isOn): fire(.featureToggled(newState: isOn))
        case .matchesApiTimeout: fire(.clientTimeout)
        case .matchesApiFailure(let failure):
            fire(.matchesApiError(error: failure), .dailyAndCountByError)
            return onComplete(failure)
        case .failedToDownloadInitialDataSets(let category, let type):
            fire(
                .failedToFetchInitialDatasets(category: .init(category), type: .init(type)),
                .dailyAndCountByDataSet)
        case .failedToUpdateDataSets(let category, let type):
            fire(.failedToUpdateDatasets(category: .init(category), type: .init(type)), .dailyAndCountByDataSet)
        case .filterNotEvaluated: break  // A fault of the data set. Telemetry reports it.
        }
        onComplete(nil)
    }

    private func fire(_ pixel: MaliciousSiteProtectionPixel, _ frequency: Frequency? = nil) {
        pixels.fire(pixel, frequency: frequency, completion: nil)
    }
}

extension MaliciousSiteProtectionPixel.Category {
    /// Converts a kind of threat.
    package init(_ kind: ThreatKind) {
        switch kind {
        case .phishing: self = .phishing
        case .malware: self = .malware
        case .scam: self = .scam
        }
    }
}

extension MaliciousSiteProtectionPixel.TypeValue {
    /// Converts a kind of data set.
    package init(_ kind: DataSetKind) {
        switch kind {
        case .hashPrefixSet: self = .hashPrefixSet
        case .filterSet: self = .filterSet
        }
    }
}
