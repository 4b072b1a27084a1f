package import PixelKit
package import WideEvent

/// The pixel of trouble with wide events.
package struct WideEventFailurePixel: Pixel {
    /// What could not be done.
    package enum Step: String, Sendable {
        case start, update, complete, discard, load
    }

    private let event: String
    private let step: Step
    private let failure: WideEventFailure

    package init(_ step: Step, event: String, _ failure: WideEventFailure) {
        self.step = step
        self.event = event
        self.failure = failure
    }

    package var name: String { "m_wide-event_failure" }
    package var frequency: Frequency { .dailyAndCount.keyed(by: .parameters(["event", "step", "reason"])) }
    package var suffixes: [PixelSuffix] { [.frequency, .platform, .formFactor] }

    package var parameters: PixelParameters {
        ["event": .string(event), "step": .string(step.rawValue), "reason": .string(reason)]
    }

    private var reason: String {
        switch failure {
        case .unreadable: "unreadable"
        case .unencodable: "unencodable"
        case .expired: "expired"
        case .storage: "storage"
        }
    }
}
