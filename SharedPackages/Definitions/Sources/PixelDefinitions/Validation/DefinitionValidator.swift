import JSONSchema

/// Validates a folder of definitions.
public struct DefinitionValidator: Sendable {
    private let folder: DefinitionFolder
    private let options: ValidationOptions

    /// Creates a validator of `folder`.
    public init(_ folder: DefinitionFolder, options: ValidationOptions = ValidationOptions()) {
        self.folder = folder
        self.options = options
    }

    /// Returns every fault, in the order of the files.
    public func faults() -> [Fault] {
        var faults = folder.faults
        if folder.isLegacyLayout {
            let remedy = "Move the dictionaries to pixels/ and the definitions to pixels/definitions/."
            faults.append(Fault(.missingFile, "The folder has the older layout. \(remedy)", file: "pixels/definitions"))
        }
        if let product = folder.product { faults += Product.faults(in: product, mode: options.mode) }
        faults += dictionaryFaults()
        faults += pixelFaults()
        faults += WideEventValidator(folder, options: options).faults()
        if options.mode == .strict { faults += StrictChecks(folder, options: options).faults() }
        return faults
    }

    private func dictionaryFaults() -> [Fault] {
        var faults = Self.faults(of: folder.parameters, items: ItemShape.parameterProblems)
        faults += Self.faults(of: folder.suffixes, items: ItemShape.suffixProblems)
        faults += Self.faults(of: folder.ignoredParameters, items: ItemShape.parameterProblems, allowsList: true)
        faults += ExperimentShape.faults(of: folder.experiments)
        faults += ExperimentShape.searchFaults(of: folder.searchExperiments)
        return faults
    }

    /// The faults in the form of a dictionary.
    private static func faults(
        of file: DefinitionFile?, items: (JSONValue) -> [ItemShape.Problem], allowsList: Bool = false
    ) -> [Fault] {
        guard let file else { return [] }
        guard file.value.members != nil else {
            if allowsList, file.value == .array([]) || file.value == .null { return [] }
            return [file.fault(.wrongType, "A dictionary must be an object, not \(file.value.shown).")]
        }
        return file.entries.flatMap { name, item in
            items(item).map { file.fault($0.code, $0.message, at: [name], pixel: name) }
        }
    }

    private func pixelFaults() -> [Fault] {
        var faults: [Fault] = []
        var places: [String: String] = [:]
        let owners = OwnerCheck(options)
        let builder = PixelSchemaBuilder(folder, mode: options.mode)
        for file in folder.pixels {
            let shapeFaults = PixelShape.faults(of: file, version: options.schemaVersion)
            faults += shapeFaults
            // A file with a fault of form is not validated further, and its names are not remembered.
            guard shapeFaults.isEmpty else { continue }
            for (name, definition) in file.entries {
                if let place = places.updateValue(file.path, forKey: name) {
                    let message = "The pixel is also defined in \(place). Remove or rename one."
                    faults.append(file.fault(.duplicatePixel, message, at: [name], pixel: name))
                    continue
                }
                faults += owners.faults(definition["owners"], of: name, in: file)
                do {
                    _ = try builder.schemas(of: definition)
                } catch {
                    faults.append(file.fault(error, at: [name], pixel: name))
                }
            }
        }
        return faults
    }
}
