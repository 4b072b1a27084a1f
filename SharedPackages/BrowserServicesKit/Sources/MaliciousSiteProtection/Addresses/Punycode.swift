import Foundation

/// The ASCII form of a label with Unicode characters. It contains a dot if a character stands for text with one.
///
/// Foundation maps most labels as browsers do (UTS #46). It refuses some that browsers load, such as those that begin or
/// end with a hyphen or are longer than 63 characters. Those are mapped here, so that a label never loses its letters.
func asciiLabel(_ label: Substring) -> String {
    let delimiters = "/\\?#@:[]%".utf8
    if !label.utf8.contains(where: { delimiters.contains($0) || $0 <= Ascii.space }),
        let address = URL(string: "http://\(label)/").flatMap({ WebAddress($0.absoluteString) }),
        address.host.allSatisfy({ $0 < 0x80 })
    {
        return String(decoding: address.host, as: UTF8.self)
    }
    return foldedScalars(label).split(separator: ".", omittingEmptySubsequences: false).map { scalars in
        let isASCII = scalars.allSatisfy(\.isASCII)
        return isASCII ? String(String.UnicodeScalarView(scalars)) : "xn--" + punycode(Array(scalars))
    }.joined(separator: ".")
}

/// The compatibility form of a label in lower case, without characters that have no glyph.
private func foldedScalars(_ label: Substring) -> [Unicode.Scalar] {
    let scalars = String(label).precomposedStringWithCompatibilityMapping.unicodeScalars
    let visible = scalars.filter { !$0.properties.isDefaultIgnorableCodePoint }
    let lowercased = visible.map(\.properties.lowercaseMapping).joined()
    return Array(lowercased.precomposedStringWithCompatibilityMapping.unicodeScalars)
}

/// Encodes a label as RFC 3492 defines it, without the prefix `xn--`.
func punycode(_ scalars: [Unicode.Scalar]) -> String {
    var output = String(String.UnicodeScalarView(scalars.filter(\.isASCII)))
    let basicCount = UInt64(output.utf8.count)
    if basicCount > 0 { output += "-" }
    var handled = basicCount
    var (code, delta, bias): (UInt64, UInt64, UInt64) = (0x80, 0, 72)
    while handled < UInt64(scalars.count) {
        // Some scalar is not handled yet, so there is a next code. Labels are short enough for 64 bits.
        let next = scalars.lazy.map { UInt64($0.value) }.filter { $0 >= code }.min() ?? code
        delta += (next - code) * (handled + 1)
        code = next
        for scalar in scalars {
            if scalar.value < code { delta += 1 }
            guard UInt64(scalar.value) == code else { continue }
            output += variableLengthDigits(of: delta, bias: bias)
            bias = adaptedBias(delta, count: handled + 1, isFirst: handled == basicCount)
            delta = 0
            handled += 1
        }
        delta += 1
        code += 1
    }
    return output
}

private func variableLengthDigits(of delta: UInt64, bias: UInt64) -> String {
    let digits = Array("abcdefghijklmnopqrstuvwxyz0123456789")
    var text = ""
    var rest = delta
    var position: UInt64 = 36
    while true {
        let threshold = position <= bias ? 1 : min(position - bias, 26)
        if rest < threshold { break }
        text.append(digits[Int(threshold + (rest - threshold) % (36 - threshold))])
        rest = (rest - threshold) / (36 - threshold)
        position += 36
    }
    text.append(digits[Int(rest)])
    return text
}

private func adaptedBias(_ delta: UInt64, count: UInt64, isFirst: Bool) -> UInt64 {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var steps: UInt64 = 0
    while delta > 455 {
        delta /= 35
        steps += 36
    }
    return steps + 36 * delta / (delta + 38)
}
