#if canImport(XcodeProjectPlugin)
import Foundation
import PackagePlugin
import XcodeProjectPlugin

/// The same for a target of an Xcode project, whose definitions lie in `PixelDefinitions` within the folder that bears
/// the target's name, or in the project's own folder.
extension PixelCodegen: XcodeBuildToolPlugin {
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
        let project = context.xcodeProject.directoryURL
        let generations = [target.displayName + "/PixelDefinitions", "PixelDefinitions"].map { path in
            Generation(
                target: target.displayName, folder: project.appending(path: path),
                output: context.pluginWorkDirectoryURL.appending(path: "Pixels"))
        }
        for generation in generations {
            let commands = try generation.commands { try context.tool(named: "pixels").url }
            if !commands.isEmpty { return commands }
        }
        return []
    }
}
#endif
