/// The key of a gate: name, leg, kind of window, and the part of the fire that the scope names.
struct GateKey {
    let text: String

    // NUL separates: no name has it, and texts that can have it are preceded by their length.
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
                guard let value = item.value.text else { continue }  // It is not sent either.
                text += "\u{0}p\(item.key.utf8.count)\u{0}\(item.key)\u{0}\(value.utf8.count)\u{0}\(value)"
            }
        }
        self.text = text
    }

    /// Separates the windows of one name: a debounced fire must not open "once per install" again.
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
