package import Common
package import PixelKit
package import WideEvent

/// Maps failures of wide events to pixels.
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
        case .storageFailed(let name, let failure): fire(.change, name, failure)
        case .updateFailed(let name, let failure): fire(.update, name, failure)
        case .completionFailed(let name, let failure): fire(.complete, name, failure)
        case .loadFailed(let name, let failure): fire(.load, name, failure)
        }
        onComplete(nil)
    }

    private func fire(_ step: WideEventPixel.Step, _ name: String, _ failure: WideEventFailure) {
        // The flow may be of an earlier version of the app. Only names of the definition are sent.
        let event = WideEventPixel.Event(rawValue: name) ?? .other
        pixels.fire(
            WideEventPixel.failure(event: event, step: step, reason: .init(failure)),
            frequency: .dailyAndCountByTrouble, completion: nil)
    }
}

extension WideEventPixel.Reason {
    /// Converts a failure, without details of the flow.
    package init(_ failure: WideEventFailure) {
        switch failure {
        case .unreadable: self = .unreadable
        case .unencodable: self = .unencodable
        case .expired: self = .expired
        case .undeclared: self = .undeclared
        case .storage: self = .storage
        }
    }
}
