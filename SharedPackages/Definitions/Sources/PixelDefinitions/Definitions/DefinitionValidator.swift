/// Judges a folder of definitions.
public struct DefinitionValidator: Sendable {
    private let folder: DefinitionFolder
    private let options: ValidationOptions

    /// Makes a validator of `folder`.
    public init(_ folder: DefinitionFolder, options: ValidationOptions = ValidationOptions()) {
        self.folder = folder
        self.options = options
    }

    /// Every fault, in the order of the files.
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
        var faults = DictionaryShape.faults(of: folder.parameters, items: ItemShape.parameterFaults)
        faults += DictionaryShape.faults(of: folder.suffixes, items: ItemShape.suffixFaults)
        faults += DictionaryShape.faults(
            of: folder.ignoredParameters, items: ItemShape.parameterFaults, allowsList: true)
        faults += ExperimentShape.faults(of: folder.experiments)
        faults += ExperimentShape.searchFaults(of: folder.searchExperiments)
        return faults
    }

    private func pixelFaults() -> [Fault] {
        var faults: [Fault] = []
        var places: [String: String] = [:]
        let builder = PixelSchemaBuilder(folder, mode: options.mode)
        for file in folder.pixels {
            let shapeFaults = PixelShape.faults(of: file, version: options.schemaVersion)
            faults += shapeFaults
            // A file with a fault of form is judged no further, and its names are not remembered.
            guard shapeFaults.isEmpty else { continue }
            for (name, definition) in file.entries {
                if let place = places.updateValue(file.path, forKey: name) {
                    let message = "The pixel is also defined in \(place). Remove or rename one."
                    faults.append(file.fault(.duplicatePixel, message, at: [name], pixel: name))
                    continue
                }
                faults += ownerFaults(definition, name, in: file)
                do {
                    _ = try builder.schemas(of: definition)
                } catch {
                    faults.append(file.fault(error.code, error.message, at: [name] + error.path, pixel: name))
                }
            }
        }
        return faults
    }

    private func ownerFaults(_ definition: JSONValue, _ name: String, in file: DefinitionFile) -> [Fault] {
        OwnerCheck(known: options.owners).faults(definition["owners"], of: name, in: file)
    }
}

/// Compares owners with the accounts that may own something.
struct OwnerCheck {
    let known: Set<String>?

    func faults(_ owners: JSONValue?, of name: String, in file: DefinitionFile) -> [Fault] {
        guard let known, let owners = owners?.elements else { return [] }
        return owners.compactMap(\.text).enumerated().compactMap { index, owner in
            guard !known.contains(owner) else { return nil }
            let message = "Owner '\(owner)' is not among the known accounts. Correct it, or add the account."
            return file.fault(.unknownOwner, message, at: [name, "owners", String(index)], pixel: name)
        }
    }
}
