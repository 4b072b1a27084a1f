package import PixelKit
package import Telemetry

extension TelemetryEvent {
    /// The category of what becomes of pixels.
    static let pixelCategory = "pixels"

    /// Requests are on disk.
    package static func pixelsQueued(_ count: Int) -> Self { pixels("queued", ["count": .integer(count)]) }

    /// A frequency, or sampling, held fires back.
    package static func pixelsSuppressed(_ count: Int) -> Self { pixels("suppressed", ["count": .integer(count)]) }

    /// The server took a request.
    package static func pixelSent(_ request: OutboxActivity.Request, attempt: Int) -> Self {
        pixels("sent", ["pixel": .word(request.name), "target": .string(request.target), "attempt": .integer(attempt)])
    }

    /// A request is tried again later.
    package static func pixelPostponed(
        _ request: OutboxActivity.Request, attempt: Int, after delay: Duration, _ failure: TransportResult
    ) -> Self {
        pixels(
            "postponed",
            [
                "pixel": .word(request.name), "target": .string(request.target), "attempt": .integer(attempt),
                "after": .duration(delay), "reason": .word(failure.word),
            ], level: .info)
    }

    /// Requests were given up, and counted.
    package static func pixelsDropped(_ count: Int, reason: DropReason) -> Self {
        pixels("dropped", ["count": .integer(count), "reason": .word(reason.rawValue)], level: .notice)
    }

    /// The store could not be written.
    package static func pixelStoreFailed(_ error: DatabaseError) -> Self {
        pixels("store_failed", ["reason": .word(error.word)], level: .error)
    }

    /// A damaged store was set aside, or a missing one replaced.
    package static func pixelStoreRecovered(setAside file: String?) -> Self {
        pixels("store_recovered", ["set_aside": .boolean(file != nil)], level: .error)
    }

    /// A consent was stored.
    package static func consentChanged(to consent: Consent) -> Self {
        pixels("consent_changed", ["consent": .word(consent.rawValue)], level: .notice)
    }

    /// What was to be erased is gone from the files.
    package static let pixelsErased = pixels("erased", level: .notice)

    private static func pixels(
        _ name: String, _ attributes: Attributes = [:], level: Level = .debug
    ) -> Self {
        Self("pixels.\(name)", category: pixelCategory, level: level, attributes: attributes)
    }
}

extension DatabaseError {
    fileprivate var word: String {
        switch self {
        case .cannotOpen: "cannot open"
        case .newerSchema: "newer schema"
        case .full: "full"
        case .readOnly: "read-only"
        case .busy: "busy"
        case .corrupt: "corrupt"
        case .failed(let code, _): "code \(code)"
        }
    }
}

extension TransportResult {
    fileprivate var word: String {
        switch self {
        case .answered(let status, _): "status \(status)"
        case .failed(let failure): "\(failure)"
        }
    }
}
