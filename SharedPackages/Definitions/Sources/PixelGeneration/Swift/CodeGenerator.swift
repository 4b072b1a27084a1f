import JSONSchema
package import PixelDefinitions

/// Generates Swift from a folder of definitions: one file a definition file, with one enum for its pixels, or one for each
/// of its wide events.
package struct CodeGenerator {
    /// A generated file.
    package struct Output: Equatable, Sendable {
        package var name: String
        package var text: String
    }

    private let folder: DefinitionFolder
    private let today: String?

    /// Makes a generator of `folder`.
    ///
    /// - Parameter today: Pixels that expired before this day are deprecated; nil deprecates none.
    package init(_ folder: DefinitionFolder, today: String?) {
        self.folder = folder
        self.today = today
    }

    /// Returns the errors of the folder, which prevent generation.
    package func faults() -> [Fault] { DefinitionValidator(folder).faults().filter { $0.severity == .error } }

    /// The generated files, in the order of the definition files, pixels first. Equal definitions give equal text.
    package func outputs() -> [Output] { pixelOutputs() + wideEventOutputs() }

    private func pixelOutputs() -> [Output] {
        let paths = folder.pixels.map { Self.relativePath($0.path) }
        let names = paths.map { CaseNames.typeName(of: $0, isAmbiguous: false) }
        let ambiguous = Set(names.filter { name in names.count { $0 == name } > 1 })
        return zip(folder.pixels, zip(paths, names)).map { file, names in
            let (path, name) = names
            let typeName = ambiguous.contains(name) ? CaseNames.typeName(of: path, isAmbiguous: true) : name
            let model = FileBuilder.build(
                folder.isTemplate(file) ? [] : file.entries, source: path, typeName: typeName, folder: folder,
                today: today
            )
            return Output(name: Self.outputName(path), text: SwiftEmitter.text(of: model))
        }
    }

    private func wideEventOutputs() -> [Output] {
        guard let base = folder.baseEvent, let properties = folder.properties else { return [] }
        let builder = WideEventSchemaBuilder(base: base.value, properties: properties.value.members ?? [:])
        let names = wideEventTypeNames()
        return folder.wideEvents.map { file in
            let path = Self.relativePath(file.path)
            let events = file.entries.compactMap { name, _ in
                WideEventModel(name, in: file, source: path, typeName: names[name] ?? "", builder)
            }
            return Output(
                name: "wide_events+" + Self.outputName(path), text: WideEventEmitter.text(of: events, source: path))
        }
    }

    /// The enums' names by event: those of the features, or of the events where several tell of one feature.
    private func wideEventTypeNames() -> [String: String] {
        let events = folder.wideEvents.flatMap(\.entries)
        let features = events.map { $0.value["feature"]?["name"]?.text ?? $0.name }
        var taken: Set<String> = []
        return Dictionary(
            zip(events, features).map { event, feature in
                let isAlone = features.count { $0 == feature } == 1
                let name = SwiftName.type(SwiftName.words(isAlone ? feature : event.name)) + "WideEvent"
                return (event.name, SwiftName.unique(name, in: &taken))
            }, uniquingKeysWith: { first, _ in first })
    }

    /// The name of the file that is generated for a definition file; the build plugin knows this rule too.
    static func outputName(_ path: String) -> String { path.replacing("/", with: "+") + ".swift" }

    private static func relativePath(_ path: String) -> String {
        let prefix = ["pixels/definitions/", "wide_events/definitions/"].first(where: path.hasPrefix)
        return String(path.dropFirst(prefix?.count ?? 0))
    }
}
