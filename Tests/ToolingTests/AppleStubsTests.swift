import Foundation
import TestSupport
import Testing

@Suite("Stubs of Apple's frameworks") struct AppleStubsTests {
    /// Modules that are there on Linux, or that no stub can stand in for: they are C libraries or parts of Foundation.
    private static let elsewhere: Set = ["Darwin", "FoundationNetworking", "Glibc", "Testing"]

    @Test("Every framework that a source asks for has a stub, so that what is written for it is type-checked")
    func complete() throws {
        let stubs = Set(
            try Self.swiftFiles(in: "Tests/AppleStubs").map { $0.deletingPathExtension().lastPathComponent })
        let manifest = try Repository.text(of: "Package.swift")
        let files = try Self.swiftFiles(in: "SharedPackages") + Self.swiftFiles(in: "AppTarget")
        var asked: Set<String> = []
        for file in files {
            let text = try String(contentsOf: file, encoding: .utf8)
            asked.formUnion(text.matches(of: /canImport\((\w+)\)/).map { String($0.1) })
        }
        let ours = asked.filter { manifest.contains("\"\($0)\"") }
        #expect(asked.isSuperset(of: ["GameKit", "MetricKit", "os"]))
        #expect(asked.subtracting(stubs).subtracting(ours).subtracting(Self.elsewhere) == [])
    }

    private static func swiftFiles(in folder: String) throws -> [URL] {
        let folder = Repository.root.appending(path: folder)
        return try FileManager.default.subpathsOfDirectory(atPath: folder.path())
            .filter { $0.hasSuffix(".swift") }.map { folder.appending(path: $0) }
    }
}
