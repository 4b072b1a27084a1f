public import Foundation

/// A folder of definitions: everything read from disk, nothing judged yet.
public struct DefinitionFolder: Sendable {
    /// The folder itself.
    public let root: URL
    /// What could not be found or read. Any of these ends the reference's run.
    public let faults: [Fault]

    package let product: DefinitionFile?
    package let parameters: DefinitionFile?
    package let suffixes: DefinitionFile?
    package let ignoredParameters: DefinitionFile?
    package let experiments: DefinitionFile?
    package let searchExperiments: DefinitionFile?
    /// In the order in which duplicates are blamed: each folder's files by byte order, before its subfolders.
    package let pixels: [DefinitionFile]
    package let baseEvent: DefinitionFile?
    package let properties: DefinitionFile?
    package let wideEvents: [DefinitionFile]

    /// Reads the folder at `root`.
    ///
    /// Also reads the older layout, which keeps the dictionaries in the folder itself and the definitions in `pixels`,
    /// though only live checks accept it.
    public init(reading root: URL) {
        self.root = root
        var reader = FolderReader(root: root)
        product = reader.file("product")
        let isLegacy = !reader.exists("pixels/definitions") && reader.isDictionaryFolder("")
        isLegacyLayout = isLegacy
        let prefix = isLegacy ? "" : "pixels/"
        parameters = reader.file(prefix + "params_dictionary")
        suffixes = reader.file(prefix + "suffixes_dictionary")
        ignoredParameters = reader.file(prefix + "ignore_params")
        experiments = reader.file(prefix + "native_experiments")
        let searches = product?.value["searchExperimentsEnabled"] == .bool(true)
        searchExperiments = searches ? reader.optionalFile(prefix + "search_experiments") : nil
        pixels = reader.files(isLegacy ? "pixels" : "pixels/definitions")
        let hasWideEvents = reader.exists("wide_events/definitions")
        properties = hasWideEvents ? reader.file("wide_events/props_dictionary") : nil
        baseEvent = hasWideEvents ? reader.exactFile("wide_events/base_event.json") : nil
        wideEvents = hasWideEvents ? reader.files("wide_events/definitions") : []
        faults = reader.faults
    }

    let isLegacyLayout: Bool

    /// Whether `file` only shows how definitions are written. In subfolders the name means nothing.
    func isTemplate(_ file: DefinitionFile) -> Bool {
        file.path.hasPrefix((isLegacyLayout ? "pixels/" : "pixels/definitions/") + "TEMPLATE")
    }

    var allFiles: [DefinitionFile] {
        [product, parameters, suffixes, ignoredParameters, experiments, searchExperiments, properties, baseEvent]
            .compactMap { $0 } + pixels + wideEvents
    }
}

/// Reads files and gathers what went wrong.
private struct FolderReader {
    let root: URL
    var faults: [Fault] = []

    func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: root.appending(path: path).path) }

    func isDictionaryFolder(_ prefix: String) -> Bool {
        exists(prefix + "params_dictionary.json") || exists(prefix + "params_dictionary.json5")
    }

    mutating func file(_ name: String) -> DefinitionFile? {
        gather { root throws(Fault) in try DefinitionFile.read(named: name, in: root) }
    }

    /// A file whose absence the reference mentions, and goes on.
    mutating func optionalFile(_ name: String) -> DefinitionFile? {
        let count = faults.count
        defer {
            for index in faults.indices[count...] { faults[index] = faults[index].asWarning }
        }
        return file(name)
    }

    mutating func exactFile(_ path: String) -> DefinitionFile? {
        guard exists(path) else {
            faults.append(Fault(.missingFile, "\(path) does not exist, though wide events are defined.", file: path))
            return nil
        }
        return gather { root throws(Fault) in try DefinitionFile.read(path, in: root) }
    }

    private mutating func gather(_ read: (URL) throws(Fault) -> DefinitionFile) -> DefinitionFile? {
        do {
            return try read(root)
        } catch {
            faults.append(error)
            return nil
        }
    }

    /// Every file below `folder`, whatever its name: folder by folder, in byte order.
    mutating func files(_ folder: String) -> [DefinitionFile] {
        guard exists(folder) else {
            faults.append(Fault(.missingFile, "The folder \(folder) does not exist. Create it.", file: folder))
            return []
        }
        var files: [DefinitionFile] = []
        var folders = [folder]
        while !folders.isEmpty {
            let current = folders.removeFirst()
            let path = root.appending(path: current).path
            let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
            for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
                var isFolder: ObjCBool = false
                _ = FileManager.default.fileExists(atPath: "\(path)/\(name)", isDirectory: &isFolder)
                if isFolder.boolValue {
                    folders.append("\(current)/\(name)")
                } else if let file = gather({ root throws(Fault) in
                    try DefinitionFile.read("\(current)/\(name)", in: root)
                }) {
                    files.append(file)
                }
            }
        }
        return files
    }
}
