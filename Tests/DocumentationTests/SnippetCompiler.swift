#if !os(iOS)
import Foundation
import TestSupport

/// Compiles blocks of documents and comments against the modules that these tests were built with.
struct SnippetCompiler: Sendable {
    private let arguments: [String]
    private let manifestArguments: [String]

    init() async throws {
        let resources = try await Self.resourceFolder()
        arguments =
            ["swiftc", "-swift-version", "6", "-warnings-as-errors", "-Onone", "-module-name", "Snippet"]
            + ["-I", Self.products.appending(path: "Modules").path()]
            + Self.moduleMaps().flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
            + (try await Self.testingArguments(resources: resources))
        manifestArguments = ["-I", resources + "/pm/ManifestAPI", "-package-description-version", "6.2.0"]
    }

    /// Compiles a block as a complete file.
    ///
    /// The first stage of the optimiser finds data races, uses before initialisation and missing returns, which the type
    /// checker does not.
    ///
    /// - Returns: The compiler's output with the lines of the document, or `nil` if there are no errors and warnings.
    func complaints(about block: MarkdownBlock) async throws -> String? {
        try await TemporaryFolder.with { folder in
            let source = "#sourceLocation(file: \"\(block.document)\", line: \(block.line))\n" + block.code
            let file = try folder.write(source, to: "Snippet.swift")
            var options: [String] = []
            if block.code.contains("import PackageDescription") { options += manifestArguments }
            if block.code.contains(/@main|import (Testing|XCTest)/) { options.append("-parse-as-library") }
            return try await compile([file], options, in: folder)
        }
    }

    /// Compiles all blocks of a module's comments at once.
    ///
    /// - Returns: The compiler's output with the lines of the sources, or `nil` if there are no errors and warnings.
    func complaints(about module: CommentedModule) async throws -> String? {
        try await TemporaryFolder.with { folder in
            let files = try module.blocks.enumerated().map { index, block in
                try folder.write(Snippet(block, of: module.name).source, to: "Snippet\(index).swift")
            }
            return try await compile(files, ["-parse-as-library", "-wmo"], in: folder)
        }
    }

    private func compile(_ files: [URL], _ options: [String], in folder: TemporaryFolder) async throws -> String? {
        let output = ["-emit-sil", "-o", folder.url.appending(path: "Snippet.sil").path()]
        let outcome = try await Command(arguments + options + output + files.map { $0.path() }, in: folder.url).run()
        return outcome.status == 0 ? nil : outcome.output
    }

    /// The folder that holds this test bundle, and beside it the modules.
    private static var products: URL {
        #if canImport(Darwin)
        final class Anchor {}
        return Bundle(for: Anchor.self).bundleURL.deletingLastPathComponent()
        #else
        return Bundle.main.bundleURL
        #endif
    }

    private static func resourceFolder() async throws -> String {
        struct Target: Decodable {
            struct Paths: Decodable { let runtimeResourcePath: String }
            let paths: Paths
        }
        let outcome = try await Command(["swiftc", "-print-target-info"], in: Repository.root).run()
        return try JSONDecoder().decode(Target.self, from: Data(outcome.output.utf8)).paths.runtimeResourcePath
    }

    /// The module maps of the system libraries. The compiler loads them even for modules that use them internally.
    private static func moduleMaps() -> [String] {
        ["SharedPackages", "AppTarget"].flatMap { name in
            let folder = Repository.root.appending(path: name)
            let files = FileManager.default.enumerator(atPath: folder.path())?.compactMap { $0 as? String } ?? []
            return files.filter { $0.hasSuffix("module.modulemap") }.map { folder.appending(path: $0).path() }
        }
    }

    /// The arguments that find Testing and XCTest on a Mac. Elsewhere the compiler finds them itself.
    private static func testingArguments(resources: String) async throws -> [String] {
        #if canImport(Darwin)
        let outcome = try await Command(["xcrun", "--show-sdk-platform-path"], in: Repository.root).run()
        let developer = outcome.output.trimmingCharacters(in: .newlines) + "/Developer"
        return ["-F", developer + "/Library/Frameworks", "-I", developer + "/usr/lib"]
            + ["-plugin-path", resources + "/host/plugins/testing"]
        #else
        return []
        #endif
    }
}
#endif
