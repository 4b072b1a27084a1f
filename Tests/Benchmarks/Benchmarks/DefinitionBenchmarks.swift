import Foundation
import JSONSchema
import PixelDefinitions

/// Live checks and validation of the corpus beside the tests, or of the one in the folder `PIXEL_CORPUS`.
struct DefinitionBenchmarks {
    private static let corpus: URL = {
        if let path = ProcessInfo.processInfo.environment["PIXEL_CORPUS"] { return URL(filePath: path) }
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return tests.appending(path: "PixelDefinitionsTests/Corpus")
    }()

    private let folder = DefinitionFolder(reading: corpus.appending(path: "roots/apple-ios"))

    /// Checks valid, faulty, unknown and old requests on one core.
    func checks() {
        let checker = PixelChecker(folder, options: ValidationOptions(mode: .compat))
        let requests = Self.requests()
        guard !requests.isEmpty else { return }
        let time = nanoseconds(requests.count * 20) { iterations in
            for index in 0..<iterations {
                let request = requests[index % requests.count]
                _ = checker.check(name: request.name, query: request.query)
            }
        }
        Figure(name: "live checks a second", value: 1e9 / time, unit: "1/s", goal: 300_000, isMinimum: true).printLine()
    }

    /// Reads and validates a folder of definitions.
    func validation() {
        let time = nanoseconds(1, runs: 5) { _ in
            let folder = DefinitionFolder(reading: folder.root)
            _ = DefinitionValidator(folder, options: ValidationOptions(mode: .compat)).faults()
        }
        Figure(name: "validation of a folder", value: time / 1e6, unit: "ms", goal: 350).printLine()
    }

    private static func requests() -> [Request] {
        let file = corpus.appending(path: "cases/live-generated.jsonl")
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
        return text.split(separator: "\n").compactMap { line in
            guard let value = JSONDocument(strict: String(line))?.value,
                value["corpus"]?.text == "apple-ios", let name = value["pixel"]?.text
            else { return nil }
            return Request(name: name, query: value["params"]?.text ?? "")
        }
    }
}
