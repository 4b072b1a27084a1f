package import PixelKit
package import Telemetry

extension TelemetryEvent {
    /// The category of the activity of the outbox and of PixelKit.
    static let pixelCategory = "pixels"

    /// Describes the activity of the outbox.
    package init(_ activity: OutboxActivity) {
        self =
            switch activity {
            case .committed(let requests): Self.pixels("queued", ["count": .int(requests.count)])
            case .sent(let request, let attempt): Self.pixels("sent", Self.attributes(of: request, attempt: attempt))
            case .postponed(let request, let attempt, let delay, let failure):
                Self.pixels(
                    "postponed", Self.attributes(of: request, attempt: attempt, delay: delay, failure), level: .info)
            case .dropped(let reason, let count): Self.dropped(count, reason)
            case .storageFailed(let error):
                Self.pixels("store_failed", ["reason": .word(error.word)], level: .error)
            case .storageRecovered(let file):
                Self.pixels("store_recovered", ["set_aside": .bool(file != nil)], level: .error)
            case .consentChanged(let consent):
                Self.pixels("consent_changed", ["consent": .word(consent.rawValue)], level: .notice)
            case .erased: Self.pixels("erased", level: .notice)
            }
    }

    /// Describes the activity of PixelKit.
    package init(_ activity: PixelActivity) {
        self =
            switch activity {
            case .suppressed(let count): Self.pixels("suppressed", ["count": .int(count)])
            case .rejected(let reason, let count): Self.dropped(count, reason)
            }
    }

    private static func dropped(_ count: Int, _ reason: DropReason) -> Self {
        pixels("dropped", ["count": .int(count), "reason": .word(reason.rawValue)], level: .notice)
    }

    private static func attributes(
        of request: OutboxActivity.Request, attempt: Int, delay: Duration? = nil, _ failure: TransportResult? = nil
    ) -> Attributes {
        var attributes: Attributes = [
            "pixel": .word(request.name), "target": .string(request.target), "attempt": .int(attempt),
        ]
        if let delay { attributes["after"] = .duration(delay) }
        if let failure { attributes["reason"] = .word(failure.word) }
        return attributes
    }

    private static func pixels(_ name: String, _ attributes: Attributes = [:], level: Level = .debug) -> Self {
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
