import JSONSchema
import PixelDefinitions

/// A view of one pixel or one wide event.
struct SQLView {
    enum Source {
        case pixel(Pixel)
        case wideEvent(type: String)
    }

    /// The requests that belong to a pixel.
    struct Pixel {
        var name: String
        /// Defined names that begin with this one. Requests of these do not belong to it.
        var longer: [String]
        /// The schedule words that the suffixes declare, with the leg that each stands for.
        var legs: [(word: String, leg: String)]
    }

    var name: String
    /// Description, owners and expiry, a line each.
    var notes: [String]
    var source: Source
    var columns: [SQLColumn]
}

/// A row of the table of defined pixels.
struct DefinedPixel {
    var name: String
    var description: String
    var owners: String
    /// Empty without an expiry.
    var expires: String
    var isExpired: Bool
}

/// The views of a folder of definitions, as data.
struct SQLViews {
    private(set) var views: [SQLView] = []
    private(set) var pixels: [DefinedPixel] = []

    /// - Parameter today: Pixels that expired before this day are marked.
    init(_ folder: DefinitionFolder, today: String) {
        let catalog = Catalog(folder)
        let parameters = folder.parameters?.value.members ?? [:]
        let names = catalog.pixels.map(\.name)
        var viewNames = UniqueNames(reserved: [])
        for file in folder.pixels where !folder.isTemplate(file) {
            for (name, definition) in file.entries {
                guard let pixel = catalog.pixel(named: name) else { continue }
                let isExpired = pixel.expires.map { $0 < today } ?? false
                let row = DefinedPixel(
                    name: name, description: pixel.description, owners: pixel.owners.joined(separator: ", "),
                    expires: pixel.expires ?? "", isExpired: isExpired)
                pixels.append(row)
                let schemas = (definition["parameters"]?.elements ?? []).map {
                    $0.text.flatMap { parameters[$0] } ?? $0
                }
                views.append(
                    SQLView(
                        name: viewNames.claim("pixel_\(name)"), notes: Self.notes(row),
                        source: .pixel(
                            SQLView.Pixel(
                                name: name, longer: names.filter { $0.hasPrefix("\(name)_") },
                                legs: Self.legs(definition, folder))),
                        columns: Self.columns(schemas)))
            }
        }
        addWideEvents(folder, &viewNames)
    }

    private static func notes(_ pixel: DefinedPixel) -> [String] {
        var notes = ["\(pixel.name): \(pixel.description)", "Owners: \(pixel.owners)."]
        if !pixel.expires.isEmpty { notes.append("\(pixel.isExpired ? "EXPIRED" : "Expires") on \(pixel.expires).") }
        return notes
    }

    /// The schedule words among the values of the suffixes.
    private static func legs(_ definition: JSONValue, _ folder: DefinitionFolder) -> [(word: String, leg: String)] {
        let dictionary = folder.suffixes?.value.members ?? [:]
        let items = (definition["suffixes"]?.elements ?? []).flatMap { $0.elements ?? [$0] }
        let values = items.compactMap { item -> [String]? in
            let schema = item.text.flatMap { dictionary[$0] } ?? item
            let texts = (schema["enum"]?.elements ?? []).compactMap(\.text)
            return FrequencyChoice.isSchedule(texts) ? texts : nil
        }
        let words = Set(values.joined())
        return legWords.filter { words.contains($0.word) }
    }

    private static let legWords = [
        (word: "daily", leg: "daily"), (word: "d", leg: "daily"), (word: "count", leg: "count"),
        (word: "c", leg: "count"), (word: "monthly", leg: "monthly"), (word: "first", leg: "first"),
        (word: "unique", leg: "first"), (word: "u", leg: "first"),
    ]

    private static func columns(_ schemas: [JSONValue]) -> [SQLColumn] {
        var names = UniqueNames(reserved: SQLViewText.pixelColumns)
        let columns = schemas.compactMap { schema -> SQLColumn? in
            guard let key = schema["key"]?.text, schema["keyPattern"] == nil else { return nil }
            return SQLColumn(
                name: names.claim(key), path: [key], description: schema["description"]?.text ?? "",
                kind: SQLColumn.Kind(schema))
        }
        return columns.namingTexts(&names)
    }
}

extension SQLViews {
    private mutating func addWideEvents(_ folder: DefinitionFolder, _ viewNames: inout UniqueNames) {
        guard let base = folder.baseEvent, let properties = folder.properties else { return }
        let builder = WideEventSchemaBuilder(base: base.value, properties: properties.value.members ?? [:])
        for (name, event) in folder.wideEvents.flatMap(\.entries) {
            guard let schema = try? builder.schema(of: event, named: name) else { continue }
            let owners = (event["owners"]?.elements ?? []).compactMap(\.text).joined(separator: ", ")
            var columnNames = UniqueNames(reserved: SQLViewText.wideEventColumns)
            let columns = Self.leaves(schema, at: [], &columnNames).namingTexts(&columnNames)
            views.append(
                SQLView(
                    name: viewNames.claim("wide_event_\(name)"),
                    notes: ["\(name): \(event["description"]?.text ?? "")", "Owners: \(owners)."],
                    source: .wideEvent(type: name), columns: columns))
        }
    }

    /// The leaves of an object, by name. Those of `feature.data.ext` are named without their path.
    private static func leaves(_ schema: JSONValue, at path: [String], _ names: inout UniqueNames) -> [SQLColumn] {
        guard let properties = schema["properties"]?.members else {
            let ext = ["feature", "data", "ext"]
            let short = path.starts(with: ext) ? path.dropFirst(ext.count) : path[...]
            return [
                SQLColumn(
                    name: names.claim(short.joined(separator: "_")), path: path,
                    description: schema["description"]?.text ?? "", kind: SQLColumn.Kind(schema))
            ]
        }
        return properties.sorted { $0.key < $1.key }.flatMap { key, property in
            leaves(property, at: path + [key], &names)
        }
    }
}
