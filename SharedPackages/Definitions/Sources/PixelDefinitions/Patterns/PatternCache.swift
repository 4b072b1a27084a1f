/// Compiled patterns by their source: definitions share few, and compiling one costs far more than finding it.
final class PatternCache {
    private var patterns: [String: Pattern] = [:]

    func pattern(_ source: String) throws(PatternError) -> Pattern {
        if let known = patterns[source] { return known }
        let pattern = try Pattern(source)
        patterns[source] = pattern
        return pattern
    }
}
