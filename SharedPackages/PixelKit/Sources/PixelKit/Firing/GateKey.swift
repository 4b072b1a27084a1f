import Common
import Primitives

/// What a gate is kept under: name, leg, kind of window, and the part of the fire that the scope names.
struct GateKey {
    let text: String

    // NUL separates: no name holds it, and texts that may are preceded by their length.
    init(name: String, leg: Frequency.Leg, scope: Frequency.Scope, fire: PendingFire) {
        self.init(
            name: name, leg: leg, scope: scope, parameters: { fire.pixel.parameters }, error: { fire.error })
    }

    init(
        name: String, leg: Frequency.Leg, scope: Frequency.Scope, parameters: () -> PixelParameters,
        error: () -> ErrorChain?
    ) {
        var text = "\(name)\u{0}\(leg.suffix)\u{0}\(Self.kind(of: leg.window))"
        switch scope {
        case .name: break
        case .nameAndError:
            for link in error()?.links ?? [] {
                text += "\u{0}e\(link.domain.utf8.count)\u{0}\(link.domain)\u{0}\(link.code)"
            }
        case .nameAndParameters(let keys):
            let items = parameters().items
                .filter { keys.isEmpty || keys.contains($0.key) }
                .sorted { $0.key < $1.key }
            for item in items {
                guard let value = item.value.text else { continue }  // It does not travel either.
                text += "\u{0}p\(item.key.utf8.count)\u{0}\(item.key)\u{0}\(value.utf8.count)\u{0}\(value)"
            }
        }
        self.text = text
    }

    /// Keeps windows apart that one name may be fired with: a debounced fire must not open "once per install" again.
    private static func kind(of window: Frequency.Window) -> String {
        switch window {
        case .unlimited: ""
        case .day: "d"
        case .month: "m"
        case .install: "i"
        case .interval: "v"
        }
    }
}
