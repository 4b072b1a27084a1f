import Foundation

/// The types that Swift sources declare, read from their text.
struct Sources {
    /// A declared type.
    struct Declaration: Equatable {
        let name: String
        let file: String
        /// Whether the whole file depends on a framework of some platforms.
        let isPlatformBound: Bool
    }

    private struct File {
        let name: String
        let code: String

        var isPlatformBound: Bool { code.firstMatch(of: /\A\s*#if\s+canImport\(/) != nil }
    }

    private let files: [File]

    /// Reads the Swift files below some folders, without testing products, whose folders are named `…Testing`.
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

    /// Returns the types that inherit from one of `roles` in their declaration or an extension.
    func types(being roles: String...) -> [Declaration] {
        let declaration = /\b(?:struct|class|actor|enum|extension)\s+(\w+)(?:<[^>{]*>)?\s*:([^{]*)\{/
        return files.flatMap { file in
            file.code.matches(of: declaration).filter { match in
                let inherited = match.2.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
                return roles.contains { inherited.contains(Substring($0)) }
            }.map { Declaration(name: String($0.1), file: file.name, isPlatformBound: file.isPlatformBound) }
        }
    }

    /// Returns whether the sources create a value of the type.
    func construct(_ type: String) -> Bool {
        files.contains { file in
            file.code.matches(of: /\b(\w+)(?:<[^>\n]*>)?\(/).contains { $0.1 == type }
        }
    }
}
