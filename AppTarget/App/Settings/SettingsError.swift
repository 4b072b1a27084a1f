/// Why the settings could not be kept.
package enum SettingsError: Error, Equatable, Sendable {
    /// The file cannot be written.
    case cannotWrite(path: String)
}

extension SettingsError: CustomStringConvertible {
    /// What happened, to what, and what to do about it.
    package var description: String {
        switch self {
        case .cannotWrite(let path):
            "Settings: cannot write '\(path)'; the old ones hold. Check that its folder exists and is writable."
        }
    }
}
