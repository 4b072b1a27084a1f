import Foundation
import JSONSchema
import PixelDefinitions
import Testing

/// Real definitions and the reference's verdicts on them and on variants of them.
///
/// A representative part lies beside these tests; the environment variable `PIXEL_CORPUS` names a folder with more.
struct Corpus {
    static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["PIXEL_CORPUS"] { return URL(filePath: path) }
        return URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpus")
    }()

    static var roots: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "roots").path)) ?? []
        return names.sorted()
    }

    static func root(_ name: String) -> URL { folder.appending(path: "roots/\(name)") }

    /// The lines of a file of cases.
    static func cases(_ name: String) throws -> [JSONValue] {
        let text = try String(contentsOf: folder.appending(path: "cases/\(name).jsonl"), encoding: .utf8)
        return try text.split(separator: "\n").map { try #require(JSONDocument(strict: String($0))).value }
    }
}

/// Counts agreements, and lists what disagrees.
struct Agreement {
    private(set) var total = 0
    private(set) var disagreements: [String] = []

    var share: Double { total == 0 ? 1 : Double(total - disagreements.count) / Double(total) }

    mutating func compare(_ found: String, with expected: String, _ subject: @autoclosure () -> String) {
        total += 1
        if found != expected { disagreements.append("\(subject()): expected \(expected), found \(found)") }
    }

    mutating func add(_ other: Agreement) {
        total += other.total
        disagreements += other.disagreements
    }

    /// The disagreements as a message for a failed expectation.
    var comment: Comment {
        let list = disagreements.prefix(60).joined(separator: "\n")
        return "\(total - disagreements.count) of \(total) agree\n\(list)"
    }
}
