/// An app version in the form of the reference's version library: up to four parts, wildcards, a pre-release.
package struct AppVersion: Sendable, Equatable {
    /// The parts of a version such as `1.2.3`. Nearly all versions are of this form.
    private let plain: SIMD4<UInt32>?
    private let parts: [Substring]
    private let preRelease: Substring?

    /// Parses `text`; nil if it is not a valid version. Such a version is never compared.
    package init?(_ text: String) {
        plain = Self.plainParts(text)
        if plain != nil {
            parts = []
            preRelease = nil
            return
        }
        let part = #"(?:\.([xX*]|[0-9]+))"#
        let identifiers = #"[0-9A-Za-z\-]+(?:\.[0-9A-Za-z\-]+)*"#
        let expression =
            #"[v^~<>=]*([0-9]+)(?:\#(part)(?:\#(part)\#(part)?(?:-(\#(identifiers)))?(?:\+\#(identifiers))?)?)?"#
        guard let first = text.utf8.first, first == UInt8(ascii: "v") || (0x30...0x39).contains(first),
            let match = try? Regex(expression).wholeMatch(in: text)
        else { return nil }
        parts = (1...4).compactMap { match.output[$0].substring }
        preRelease = match.output[5].substring
    }

    private static func plainParts(_ text: String) -> SIMD4<UInt32>? {
        var numbers = SIMD4<UInt32>()
        var index = 0
        var digits = 0
        for byte in text.utf8 {
            if byte == UInt8(ascii: ".") {
                guard digits > 0, index < 3 else { return nil }
                index += 1
                digits = 0
            } else {
                guard (0x30...0x39).contains(byte), digits < 9 else { return nil }
                numbers[index] = numbers[index] * 10 + UInt32(byte - 0x30)
                digits += 1
            }
        }
        return digits > 0 ? numbers : nil
    }

    /// Whether this version comes before `other`. A pre-release comes before its release.
    package func precedes(_ other: Self) -> Bool {
        if let plain, let otherPlain = other.plain {
            for index in 0..<4 where plain[index] != otherPlain[index] { return plain[index] < otherPlain[index] }
            return false
        }
        if let order = Self.order(texts, other.texts) { return order }
        guard let preRelease, let otherPreRelease = other.preRelease else {
            return preRelease != nil && other.preRelease == nil
        }
        return Self.order(preRelease.split(separator: "."), otherPreRelease.split(separator: ".")) ?? false
    }

    private var texts: [Substring] { plain.map { plain in (0..<4).map { "\(plain[$0])" } } ?? parts }

    /// Whether `left` comes first; nil if they are equal.
    private static func order(_ left: [Substring], _ right: [Substring]) -> Bool? {
        for index in 0..<max(left.count, right.count) {
            let first = index < left.count ? left[index] : "0"
            let second = index < right.count ? right[index] : "0"
            if [first, second].contains(where: { ["x", "X", "*"].contains($0) }) { continue }
            if let first = leadingNumber(first), let second = leadingNumber(second) {
                if first != second { return first < second }
            } else if first != second {
                return first.unicodeScalars.lexicographicallyPrecedes(second.unicodeScalars)
            }
        }
        return nil
    }

    /// `parseInt`: the number at the beginning, if there is one.
    private static func leadingNumber(_ text: Substring) -> Double? {
        Double(text.prefix { ("0"..."9").contains($0) })
    }
}
