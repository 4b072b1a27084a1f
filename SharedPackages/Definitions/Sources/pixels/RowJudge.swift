import Foundation
import JSONSchema
import PixelDefinitions

/// Judges rows of tab-separated values, in the escapes of ClickHouse.
///
/// The last two columns of a row are a pixel's name and query. Without a name, the last one is the payload of a wide
/// event. The columns before them, such as an id and a time, are repeated in the answer.
struct RowJudge {
    /// Its name among the formats.
    static let format = "tsv"

    private let pixels: PixelChecker
    private let wideEvents: WideEventChecker
    private let owners: [String: String]
    private let eventOwners: [String: String]
    /// The parameter that holds the version of the app, as it begins in a query.
    private let versionPrefix: String

    init(_ folder: DefinitionFolder, options: ValidationOptions) {
        pixels = PixelChecker(folder, options: options)
        wideEvents = WideEventChecker(folder)
        owners = Self.owners(folder.pixels.filter { !folder.isTemplate($0) })
        eventOwners = Self.owners(folder.wideEvents)
        versionPrefix = (folder.product?.value["target"]?["key"]?.text ?? "") + "="
    }

    private static func owners(_ files: [DefinitionFile]) -> [String: String] {
        let entries = files.flatMap(\.entries).map { name, definition in
            (name, (definition["owners"]?.elements ?? []).compactMap(\.text).joined(separator: ", "))
        }
        return Dictionary(entries, uniquingKeysWith: { _, last in last })
    }

    /// Judges the rows of an input, one a line.
    func run(_ reader: LineReader) throws {
        var output = OutputBuffer()
        try reader.forEachLine { output.append(judge($0)) }
        output.flush()
    }

    /// The row with its verdict: name, definition, status, version, owners and a list of reasons.
    func judge(_ row: String) -> String {
        var columns = row.split(separator: "\t", omittingEmptySubsequences: false)
        guard columns.count >= 2 else {
            let reason = "The row has one column. Give a name and a query."
            return line(columns, Verdict(name: "", status: "unreadable", reasons: [reason]))
        }
        let text = Self.unescaped(columns.removeLast())
        let name = Self.unescaped(columns.removeLast())
        return line(columns, name.isEmpty ? eventVerdict(text) : pixelVerdict(name, query: text))
    }

    private struct Verdict {
        var name: String
        var definition = ""
        var status: String
        var version = ""
        var owners = ""
        var reasons: [String] = []
    }

    private func pixelVerdict(_ name: String, query: String) -> Verdict {
        let result = pixels.check(name: name, query: query)
        let definition = pixels.definition(of: name) ?? ""
        return Verdict(
            name: name, definition: definition, status: result.status, version: version(in: query),
            owners: owners[definition] ?? "", reasons: result.reasons)
    }

    private func version(in query: String) -> String {
        let parameter = query.split(separator: "&").last { $0.hasPrefix(versionPrefix) }
        let value = parameter?.dropFirst(versionPrefix.count) ?? ""
        return value.removingPercentEncoding ?? String(value)
    }

    private func eventVerdict(_ payload: String) -> Verdict {
        guard let value = JSONDocument(strict: payload)?.value, value.members != nil else {
            return Verdict(name: "", status: "failed", reasons: ["The payload is not a JSON object."])
        }
        let result = wideEvents.check(value)
        let type = value["meta"]?["type"]?.text ?? ""
        let owners = eventOwners[type]
        return Verdict(
            name: type, definition: owners == nil ? "" : type, status: result.status,
            version: value["app"]?["version"]?.text ?? "", owners: owners ?? "", reasons: result.reasons)
    }

    private func line(_ columns: [Substring], _ verdict: Verdict) -> String {
        let texts = [verdict.name, verdict.definition, verdict.status, verdict.version, verdict.owners]
        let reasons = "[" + verdict.reasons.map { "'\(Self.escaped($0))'" }.joined(separator: ",") + "]"
        return (columns.map(String.init) + texts.map(Self.escaped) + [reasons]).joined(separator: "\t") + "\n"
    }

    // MARK: Escapes

    private static let escapes: [(letter: UInt8, byte: UInt8)] = [
        (UInt8(ascii: "t"), 0x9), (UInt8(ascii: "n"), 0xA), (UInt8(ascii: "r"), 0xD), (UInt8(ascii: "0"), 0),
        (UInt8(ascii: "b"), 0x8), (UInt8(ascii: "f"), 0xC), (UInt8(ascii: "'"), UInt8(ascii: "'")),
        (UInt8(ascii: "\\"), UInt8(ascii: "\\")),
    ]

    private static func unescaped(_ text: Substring) -> String {
        guard text.utf8.contains(UInt8(ascii: "\\")) else { return String(text) }
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let letter = rest.popFirst() else {
                bytes.append(byte)
                continue
            }
            bytes.append(escapes.first { $0.letter == letter }?.byte ?? letter)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "\\") }) else {
            return text
        }
        let bytes = text.utf8.flatMap { byte in
            escapes.first { $0.byte == byte }.map { [UInt8(ascii: "\\"), $0.letter] } ?? [byte]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
