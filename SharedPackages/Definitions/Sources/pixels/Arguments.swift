/// The arguments of a command, sorted into flags, options and the rest.
struct Arguments {
    private var flags: Set<String> = []
    private var options: [String: [String]] = [:]
    /// What is neither flag nor option, in order.
    private(set) var rest: [String] = []

    /// Parses `arguments`: `--flag`, `--option value` or `--option=value`; everything after `--` is rest.
    init(_ arguments: [String], flags knownFlags: Set<String>, options knownOptions: Set<String>) throws(UsageError) {
        var waiting = arguments[...]
        while let argument = waiting.popFirst() {
            if argument == "--" {
                rest += waiting
                break
            }
            guard argument.hasPrefix("--") else {
                guard argument == "-" || !argument.hasPrefix("-") else {
                    throw UsageError(message: "'\(argument)' is not an option.")
                }
                rest.append(argument)
                continue
            }
            let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            if knownFlags.contains(name), parts.count == 1 {
                flags.insert(name)
            } else if knownOptions.contains(name) {
                guard let value = parts.count > 1 ? String(parts[1]) : waiting.popFirst() else {
                    throw UsageError(message: "'--\(name)' needs a value.")
                }
                options[name, default: []].append(value)
            } else {
                throw UsageError(message: "'\(argument)' is not an option.")
            }
        }
    }

    func has(_ flag: String) -> Bool { flags.contains(flag) }

    /// The last value of an option.
    func value(_ option: String) -> String? { options[option]?.last }

    /// Every value of an option that may be repeated.
    func values(_ option: String) -> [String] { options[option] ?? [] }

    /// The value of an option that must be there.
    func required(_ option: String) throws(UsageError) -> String {
        guard let value = value(option) else { throw UsageError(message: "'--\(option)' is missing.") }
        return value
    }
}
