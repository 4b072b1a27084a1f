import Foundation

/// Regular expressions without the `u` flag, as the `regex` format judges them.
enum LenientPattern {
    /// Whether `text` is a valid expression when needless escapes and lone brackets are forgiven.
    static func isValid(_ text: String) -> Bool {
        var strict = ""
        var scalars = Array(text.unicodeScalars)[...]
        while let scalar = scalars.popFirst() {
            guard scalar == "\\", let escaped = scalars.popFirst() else {
                strict.unicodeScalars.append(scalar)
                continue
            }
            // An escape that means nothing means its character.
            let keeps = "dDsSwWbBfnrtv0123456789cxuk^$\\.*+?()[]{}|/-".unicodeScalars.contains(escaped)
            strict += keeps && escaped != "-" ? "\\\(escaped)" : "\\x{\(String(escaped.value, radix: 16))}"
        }
        return (try? NSRegularExpression(pattern: strict)) != nil
    }
}
