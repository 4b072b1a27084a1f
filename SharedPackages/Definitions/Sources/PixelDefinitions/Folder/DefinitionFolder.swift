public import Foundation
import JSONSchema

/// A folder of definitions, read from disk and not yet validated.
///
/// ```swift
/// import Foundation
///
/// let folder = DefinitionFolder(reading: URL(filePath: "PixelDefinitions"))
/// for fault in DefinitionValidator(folder).faults() { print(fault) }
/// ```
public struct DefinitionFolder: Sendable {
    /// The location of the folder.
    public let root: URL
    /// The files that are missing or cannot be read.
    public let faults: [Fault]

    package let product: DefinitionFile?
    package let parameters: DefinitionFile?
    package let suffixes: DefinitionFile?
    package let ignoredParameters: DefinitionFile?
    package let experiments: DefinitionFile?
    package let searchExperiments: DefinitionFile?
    /// Each folder's files in byte order, before those of its subfolders. A duplicate is reported for the later file.
    package let pixels: [DefinitionFile]
    package let baseEvent: DefinitionFile?
    package let properties: DefinitionFile?
    package let wideEvents: [DefinitionFile]

    /// Reads the folder at `root`.
    ///
    /// Also reads the older layout, with the dictionaries in the folder itself and the definitions in `pixels`. Only live
    /// checks accept that layout.
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

    /// Whether `file` is an example for authors. A file in a subfolder never is.
    package func isTemplate(_ file: DefinitionFile) -> Bool {
        file.path.hasPrefix((isLegacyLayout ? "pixels/" : "pixels/definitions/") + "TEMPLATE")
    }

    var allFiles: [DefinitionFile] {
        [product, parameters, suffixes, ignoredParameters, experiments, searchExperiments, properties, baseEvent]
            .compactMap { $0 } + pixels + wideEvents
    }
}

/// Reads files and gathers the faults.
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

    /// A file whose absence is a warning.
    mutating func optionalFile(_ name: String) -> DefinitionFile? {
        let count = faults.count
        defer {
            for index in faults.indices[count...] { faults[index] = faults[index].asWarning }
        }
        return file(name)
    }

    mutating func exactFile(_ path: String) -> DefinitionFile? {
        guard exists(path) else {
            faults.append(
                Fault(.missingFile, "\(path) does not exist, but wide events are defined. Create it.", file: path))
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
        var folders = [folder][...]
        while let current = folders.popFirst() {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: current).path)) ?? []
            for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
                let path = "\(current)/\(name)"
                switch kind(of: path) {
                case .folder: folders.append(path)
                case .linkToFolder:
                    let message = "Links to folders are not followed. Move the folder here, or remove the link."
                    faults.append(Fault(.unreadableFile, message, file: path, severity: .warning))
                case .file:
                    if let file = gather({ root throws(Fault) in try DefinitionFile.read(path, in: root) }) {
                        files.append(file)
                    }
                }
            }
        }
        return files
    }

    private enum Kind {
        case file, folder, linkToFolder
    }

    private func kind(of path: String) -> Kind {
        let path = root.appending(path: path).path
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        guard isFolder.boolValue else { return .file }
        return (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) == nil ? .folder : .linkToFolder
    }
}
