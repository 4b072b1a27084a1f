import Foundation
import PixelDefinitions
import Primitives

/// The definitions by which records are judged. They are read again after a change of a file.
final class Definitions: Sendable {
    /// The verdict on a pixel or a wide event.
    struct Judgement: Equatable {
        var definition: String?
        var verdict: String?
        var reasons: [String] = []
    }

    private struct Reading: Sendable {
        let stamp: [String: Date]
        let pixels: PixelChecker
        let wideEvents: WideEventChecker
        let catalog: Catalog
    }

    private let folder: URL
    private let state: Locked<(reading: Reading, checked: ContinuousClock.Instant)>
    private let interval: Duration

    /// Reads a folder with `pixels/definitions` and `wide_events/definitions`.
    ///
    /// - Parameter interval: The shortest time between two looks at the files for changes.
    init(folder: URL, interval: Duration = .seconds(1)) throws(LocalServerError) {
        self.folder = folder
        self.interval = interval
        let reading = Self.read(folder)
        guard !reading.stamp.isEmpty else {
            throw .invalidData(path: folder.path, reason: "It contains no definitions.")
        }
        state = Locked((reading, .now))
    }

    func judge(pixel name: String, query: String) -> Judgement {
        let reading = current()
        let definition = reading.pixels.definition(of: name)
        let result = reading.pixels.check(name: name, query: query)
        return Judgement(definition: definition, verdict: result.status, reasons: result.reasons)
    }

    func judge(wideEvent body: Data, named name: String) -> Judgement {
        let result = current().wideEvents.check(body)
        let definition = result == .undocumented ? nil : name
        return Judgement(definition: definition, verdict: result.status, reasons: result.reasons)
    }

    /// The definition of a pixel as a JSON object. `nil` if there is none.
    func json(of name: String) -> String? { current().catalog.pixel(named: name)?.json }

    /// All definitions as a JSON array.
    var json: String { "[" + current().catalog.pixels.map(\.json).joined(separator: ",") + "]" }

    private func current() -> Reading {
        state.withLock { state in
            guard state.checked.duration(to: .now) >= interval else { return state.reading }
            if Self.stamp(of: folder) != state.reading.stamp { state.reading = Self.read(folder) }
            state.checked = .now
            return state.reading
        }
    }

    private static func read(_ folder: URL) -> Reading {
        let stamp = stamp(of: folder)
        let definitions = DefinitionFolder(reading: folder)
        return Reading(
            stamp: stamp, pixels: PixelChecker(definitions), wideEvents: WideEventChecker(definitions),
            catalog: Catalog(definitions))
    }

    /// The dates of all files.
    private static func stamp(of folder: URL) -> [String: Date] {
        var stamp: [String: Date] = [:]
        let files = FileManager.default.enumerator(
            at: folder, includingPropertiesForKeys: [.contentModificationDateKey, .isRegularFileKey])
        for case let file as URL in files ?? .init() where ["json", "json5"].contains(file.pathExtension) {
            let values = try? file.resourceValues(forKeys: [.contentModificationDateKey])
            stamp[file.path] = values?.contentModificationDate ?? .distantPast
        }
        return stamp
    }
}

extension Definitions {
    /// Returns the JSON5 text of a definition for an undocumented pixel.
    ///
    /// It passes `pixels validate` after description and owner are filled in. Suffixes and parameters that a dictionary
    /// contains are named, the others are written out.
    func draft(of parts: NameParts, suffixes words: [String], parameters: [RecordContent.Parameter]) -> String {
        let definitions = DefinitionFolder(reading: folder)
        let knownSuffixes = definitions.suffixes?.value.members ?? [:]
        let knownParameters = definitions.parameters?.value.members ?? [:]
        let suffixes = words.map { word in
            let matching = knownSuffixes.filter { $0.value["enum"]?.elements?.contains { $0.text == word } ?? false }
            if let name = knownSuffixes[word] != nil ? word : matching.keys.min() { return Self.literal(name) }
            return "{ description: \(Self.literal("The suffix \(word).")), enum: [\(Self.literal(word))] }"
        }
        let items = parameters.map { parameter in
            let known = knownParameters.first { $0.value["key"]?.text == parameter.name }?.key
            let description = Self.literal("The value of \(parameter.name).")
            return known.map(Self.literal)
                ?? "{ key: \(Self.literal(parameter.name)), description: \(description), type: \"string\" }"
        }
        return """
            {
                \(Self.literal(parts.prefix + parts.name)): {
                    description: "",
                    owners: [""],
                    triggers: ["other"],
                    suffixes: [\(Self.list(suffixes))],
                    parameters: [\(Self.list(items))],
                },
            }

            """
    }

    private static func list(_ items: [String]) -> String {
        items.isEmpty ? "" : items.map { "\n            \($0)," }.joined() + "\n        "
    }

    private static func literal(_ text: String) -> String { JSONValue.quoted(text) }
}
