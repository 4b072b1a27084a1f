import JSONSchema

/// The settings of `product.json` that affect the checks of live pixels.
package struct Product: Sendable {
    /// The name of the version parameter; nil if versions are not compared.
    package var versionKey: String?
    /// The oldest version whose pixels are checked.
    package var targetVersion: AppVersion?
    /// Whether inline parameters and live requests are read in lower case.
    package var forcesLowerCase = false

    init() {}

    init(_ file: DefinitionFile?, targetVersion version: String? = nil) {
        guard let value = file?.value else { return }
        forcesLowerCase = value["forceLowerCase"]?.isTruthy ?? false
        let target = value["target"]
        let key = target?["key"]?.text
        versionKey = forcesLowerCase ? key?.lowercased() : key
        targetVersion = (version ?? target?["version"]?.text).flatMap(AppVersion.init)
    }

    /// Whether the product's version is at an address, which only the reference fetches.
    package static func fetchesVersion(_ folder: DefinitionFolder) -> Bool {
        folder.product?.value["target"]?["versionUrl"]?.isTruthy ?? false
    }

    /// The faults of `target`, which must define the version in exactly one way.
    static func faults(in file: DefinitionFile, mode: ValidationOptions.Mode) -> [Fault] {
        let target = file.value["target"]
        guard let target, target.isTruthy else {
            return [
                file.fault(.invalidTarget, "'target' is missing. Add one with 'key' and 'version'.", at: ["target"])
            ]
        }
        func has(_ key: String) -> Bool { target[key]?.isTruthy ?? false }
        let fetches = has("versionUrl") || has("versionRef")
        func fault(_ message: String) -> [Fault] { [file.fault(.invalidTarget, message, at: ["target"])] }
        if has("version"), fetches {
            return fault("'target' has both 'version' and 'versionUrl' or 'versionRef'. Keep one.")
        }
        if has("versionUrl") != has("versionRef") {
            return fault("'versionUrl' and 'versionRef' need each other. Add the missing one.")
        }
        let window = target["queryWindowInDays"]
        guard has("version") || fetches || (window != nil && window != .null) else {
            return fault(
                "'target' has neither 'version', nor 'versionUrl' with 'versionRef', nor 'queryWindowInDays'. Add one.")
        }
        guard mode == .strict, has("version") else { return [] }
        if target["key"]?.text == nil {
            return fault("'target' lacks 'key', so versions are never compared. Add the name of the version parameter.")
        }
        guard target["version"]?.text.flatMap(AppVersion.init) == nil else { return [] }
        return fault(
            "'version' \(target["version"]?.shown ?? "") is not a version. Write one such as \"7.212.0\".")
    }
}
