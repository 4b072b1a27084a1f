import Foundation

/// What Swift sources declare, read from their text.
struct Sources {
    /// A declared type.
    struct Declaration: Equatable {
        let name: String
        let file: String
        /// Whether the whole file is for platforms that have a certain framework.
        let isPlatformBound: Bool
    }

    private struct File {
        let name: String
        let code: String

        var isPlatformBound: Bool { code.firstMatch(of: /\A\s*#if\s+canImport\(/) != nil }
    }

    private let files: [File]

    /// Reads the Swift files below some folders, but for test products, whose folders are named `…Testing`.
    init(below folders: [URL]) throws {
        files = try folders.flatMap { folder in
            let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path()).sorted()
            return try paths.filter { $0.hasSuffix(".swift") && !$0.contains("Testing/") }.map { path in
                let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
                return File(
                    name: URL(filePath: path).lastPathComponent,
                    code: text.replacing(/\/\/.*/, with: "").replacing(/"(?:[^"\\\n]|\\.)*"/, with: "\"\""))
            }
        }
    }

    /// The types whose declaration, or an extension, names one of `roles` among what they inherit.
    func types(being roles: String...) -> [Declaration] {
        let declaration = /\b(?:struct|class|actor|enum|extension)\s+(\w+)(?:<[^>{]*>)?\s*:([^{]*)\{/
        return files.flatMap { file in
            file.code.matches(of: declaration).filter { match in
                let inherited = match.2.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
                return roles.contains { inherited.contains(Substring($0)) }
            }.map { Declaration(name: String($0.1), file: file.name, isPlatformBound: file.isPlatformBound) }
        }
    }

    /// Whether somewhere a value of the type is made.
    func construct(_ type: String) -> Bool {
        files.contains { file in
            file.code.matches(of: /\b(\w+)(?:<[^>\n]*>)?\(/).contains { $0.1 == type }
        }
    }
}
