/// What a gate is kept under: name, leg, and the part of the fire that the scope names.
struct GateKey {
    let text: String

    // NUL separates: no name holds it, and values that do are preceded by their length.
    init(name: String, leg: Frequency.Leg, scope: Frequency.Scope, fire: PendingFire) {
        self.init(
            name: name, leg: leg, scope: scope, parameters: { fire.pixel.parameters }, error: { fire.error })
    }

    init(
        name: String, leg: Frequency.Leg, scope: Frequency.Scope, parameters: () -> PixelParameters,
        error: () -> ErrorChain?
    ) {
        var text = "\(name)\u{0}\(leg.suffix)"
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
                let value = item.value.text ?? ""
                text += "\u{0}p\(item.key)\u{0}\(value.utf8.count)\u{0}\(value)"
            }
        }
        self.text = text
    }
}
