import Foundation
import PackagePlugin

/// Generates the Swift types of the pixels and wide events in a target's `PixelDefinitions` folder.
@main
struct PixelCodegen: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let target = target as? any SourceModuleTarget else { return [] }
        let generation = Generation(
            target: target.name, folder: target.directoryURL.appending(path: "PixelDefinitions"),
            output: context.pluginWorkDirectoryURL.appending(path: "Pixels"))
        return try generation.commands { try context.tool(named: "pixels").url }
    }
}

/// The generation for one target.
struct Generation {
    let target: String
    /// The target's definitions.
    let folder: URL
    let output: URL

    /// The command that generates the types; none for a target without definitions.
    func commands(tool: () throws -> URL) throws -> [Command] {
        let files = files()
        guard !files.isEmpty else { return [] }
        let outputs = [("pixels", ""), ("wide_events", "wide_events++")].flatMap { section, start in
            let prefix = folder.appending(path: "\(section)/definitions").path + "/"
            return files.filter { $0.path.hasPrefix(prefix) }.map { file in
                output.appending(path: start + Self.outputName(file.path.dropFirst(prefix.count)))
            }
        }
        return [
            .buildCommand(
                displayName: "Generating pixels and wide events of \(target)", executable: try tool(),
                arguments: ["generate", folder.path, "--output", output.path], inputFiles: files, outputFiles: outputs
            )
        ]
    }

    /// The name of the file that is generated for a definition file. `CodeGenerator` has the same rule.
    private static func outputName(_ path: Substring) -> String {
        let allowed = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-")
        let parts = path.split(separator: "/").map { $0.addingPercentEncoding(withAllowedCharacters: allowed) ?? "" }
        return parts.joined(separator: "+") + ".swift"
    }

    /// Every file below `folder`, in a stable order; none if there is no such folder.
    private func files() -> [URL] {
        guard let paths = FileManager.default.enumerator(atPath: folder.path) else { return [] }
        return paths.compactMap { $0 as? String }.sorted().map { folder.appending(path: $0) }.filter { file in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder) && !isFolder.boolValue
        }
    }
}
