/// The rules for names and how they are put together.
enum PixelName {
    /// Longer names are refused: they would not fit the tables that receive them.
    static let byteLimit = 200

    /// The name of one leg: name and suffixes joined by `_`, the empty ones left out.
    static func joined(
        _ name: String, suffixes: [PixelSuffix], leg: String, environment: PixelEnvironment
    ) -> String {
        var parts = [name]
        if !suffixes.contains(.frequency) { parts.append(leg) }
        for suffix in suffixes {
            switch suffix {
            case .frequency: parts.append(leg)
            case .platform: parts.append(environment.platform)
            case .formFactor: parts.append(environment.formFactor ?? "")
            case .text(let text): parts.append(text)
            }
        }
        return parts.filter { !$0.isEmpty }.joined(separator: "_")
    }

    /// Whether a name is made of `A–Z a–z 0–9 _ . -` and fits the limit.
    static func isValid(_ name: String) -> Bool {
        let bytes = name.utf8
        guard !bytes.isEmpty, bytes.count <= byteLimit else { return false }
        return bytes.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "-"):
                true
            default: false
            }
        }
    }
}
