package import Common
package import PixelKit
package import WideEvent

/// Maps trouble with wide events to this app's pixels.
// Its one property is a `let` of a Sendable type.
package final class WideEventFailureEventMapper: EventMapping<WideEventFailureEvent>, @unchecked Sendable {
    private let pixels: any PixelFiring

    package init(pixels: any PixelFiring) {
        self.pixels = pixels
        super.init()
    }

    package override func map(
        _ event: WideEventFailureEvent, error: (any Error)?, parameters: [String: String]?,
        onComplete: @escaping Completion
    ) {
        switch event {
        case .startFailed(let name, let failure): fire(.start, name, failure)
        case .updateFailed(let name, let failure): fire(.update, name, failure)
        case .completionFailed(let name, let failure): fire(.complete, name, failure)
        case .discardFailed(let name, let failure): fire(.discard, name, failure)
        case .loadFailed(let name, let failure): fire(.load, name, failure)
        }
        onComplete(nil)
    }

    private func fire(_ step: WideEventFailurePixel.Step, _ name: String, _ failure: WideEventFailure) {
        pixels.fire(WideEventFailurePixel(step, event: name, failure))
    }
}
