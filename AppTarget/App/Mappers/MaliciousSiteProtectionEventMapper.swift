package import Common
package import MaliciousSiteProtection
package import PixelKit

/// Maps the events of malicious site protection to this app's pixels.
// Its one property is a `let` of a Sendable type.
package final class MaliciousSiteProtectionEventMapper: EventMapping<MaliciousSiteProtectionEvent>, @unchecked Sendable
{
    // Its one property is a `let` of a Sendable type.
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
            fire(.errorPageShown(category: category, clientSideHit: clientSideHit))
        case .visitSite(let category): fire(.visitSite(category: category))
        case .leaveSite(let category): fire(.leaveSite(category: category))
        case .iframeLoaded(let category): fire(.iframeLoaded(category: category))
        case .settingToggled(let isOn): fire(.featureToggled(newState: isOn))
        case .matchesApiTimeout: fire(.clientTimeout)
        case .matchesApiFailure(let failure):
            fire(.matchesAPIError(failure))
            return onComplete(failure)
        case .failedToDownloadInitialDataSets(let category, let type):
            fire(.failedToFetchInitialDatasets(category: category, type: type))
        case .filterNotEvaluated: break  // A fault of the data, seen by those who make them: nothing is sent.
        }
        onComplete(nil)
    }

    private func fire(_ pixel: MaliciousSiteProtectionPixel) { pixels.fire(pixel) }
}
