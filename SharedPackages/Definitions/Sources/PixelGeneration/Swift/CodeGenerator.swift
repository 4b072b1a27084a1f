import JSONSchema
package import PixelDefinitions

/// Generates Swift from a folder of definitions: a file for each definition file, with one enum for its pixels or an enum
/// for each of its wide events.
package struct CodeGenerator {
    /// A generated file.
    package struct Output: Equatable, Sendable {
        package var name: String
        package var text: String
    }

    private let folder: DefinitionFolder
    private let today: String?

    /// Creates a generator of `folder`.
    ///
    /// - Parameter today: Pixels that expired before this day are deprecated; nil deprecates none.
    package init(_ folder: DefinitionFolder, today: String?) {
        self.folder = folder
        self.today = today
    }

    /// Returns the errors of the folder, which prevent generation.
    package func faults() -> [Fault] { DefinitionValidator(folder).faults().filter { $0.severity == .error } }

    /// Returns the generated files in the order of the definition files, pixels first. Equal definitions give equal text.
    package func outputs() -> [Output] { pixelOutputs() + wideEventOutputs() }

    private func pixelOutputs() -> [Output] {
        let paths = folder.pixels.map { Self.relativePath($0.path) }
        let names = paths.map { CaseNames.typeName(of: $0, isAmbiguous: false) }
        let counts = Dictionary(zip(names, repeatElement(1, count: names.count)), uniquingKeysWith: +)
        var taken = UniqueNames()
        return zip(folder.pixels, zip(paths, names)).map { file, names in
            let (path, name) = names
            let isAmbiguous = counts[name] ?? 0 > 1
            let typeName = taken.take(isAmbiguous ? CaseNames.typeName(of: path, isAmbiguous: true) : name)
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
            let events = file.entries.compactMap { name, event in
                WideEventModel(name, event, in: file, typeName: names[name] ?? "", builder)
            }
            return Output(
                name: "wide_events++" + Self.outputName(path), text: WideEventEmitter.text(of: events, source: path))
        }
    }

    /// The names of the enums by event. A feature with one event gives its name, other events have their own.
    private func wideEventTypeNames() -> [String: String] {
        let events = folder.wideEvents.flatMap(\.entries)
        let features = events.map { $0.value["feature"]?["name"]?.text ?? $0.name }
        let counts = Dictionary(zip(features, repeatElement(1, count: features.count)), uniquingKeysWith: +)
        var taken = UniqueNames()
        return Dictionary(
            zip(events, features).map { event, feature in
                let name = counts[feature] == 1 ? feature : event.name
                return (event.name, taken.take(SwiftName.type(SwiftName.words(name)) + "WideEvent"))
            }, uniquingKeysWith: { first, _ in first })
    }

    /// The name of the file that is generated for a definition file. The build plugin has the same rule.
    ///
    /// Different paths give different names, since a `+` of the path is escaped. Two `+` occur in names of wide events only.
    static func outputName(_ path: String) -> String {
        let bytes = path.utf8.map { byte -> String in
            switch byte {
            case UInt8(ascii: "/"): return "+"
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
                return String(UnicodeScalar(byte))
            default: return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return bytes.joined() + ".swift"
    }

    private static func relativePath(_ path: String) -> String {
        let prefix = ["pixels/definitions/", "wide_events/definitions/"].first(where: path.hasPrefix)
        return String(path.dropFirst(prefix?.count ?? 0))
    }
}
