#if !os(iOS)
import Foundation
import TestSupport
import Testing

/// Functions that exist and that no production code calls, from the index of the compiler.
@Suite("Uncalled functions") struct UncalledFunctionTests {
    private static let script = Repository.root.appending(path: ".ci/uncalled-functions.py").path()

    /// The index of the build that made these tests. Only a debug build has one.
    private static let index: URL? = {
        let program = URL(filePath: CommandLine.arguments[0])
        let folders = sequence(first: program.deletingLastPathComponent()) { folder in
            folder.pathComponents.count > 1 ? folder.deletingLastPathComponent() : nil
        }
        return folders.lazy.map { $0.appending(path: "index/store") }
            .first { FileManager.default.fileExists(atPath: $0.path()) }
    }()

    @Test("Production code calls every function of the features and of the app", .enabled(if: index != nil))
    func live() async throws {
        let index = try #require(Self.index)
        let services = "SharedPackages/BrowserServicesKit/Sources"
        let folders = [
            "AppTarget/App", "\(services)/MaliciousSiteProtection", "\(services)/Subscription",
            "\(services)/UserScripts",
        ]
        let outcome = try await Command(
            ["python3", Self.script, index.path(), Repository.root.path()] + folders, in: Repository.root
        ).run()
        #expect(outcome.status == 0, "\(outcome.output)")
        let names = outcome.output.split(separator: "\n").map { line in
            let parts = line.split(separator: ":", maxSplits: 2)  // Path, line and name.
            let file = URL(filePath: String(parts[0])).deletingPathExtension().lastPathComponent
            return file + "." + parts[2].trimmingPrefix(" ")
        }
        #expect(Set(names) == [])
    }

    @Test("A function whose name another type's function shares is found; requirements and overrides count as called")
    func fixture() async throws {
        try await TemporaryFolder.with { folder in
            try folder.write(
                """
                public protocol Runner { func run() }
                public struct Started: Runner { public func run() { helper() } }
                public struct Orphan { public func run() { run() } }
                func helper() {}
                func forgotten() {}
                open class Base { open func act() {} }
                final class Derived: Base { override func act() {} }
                public func main(_ runner: any Runner, _ base: Base) { runner.run(); base.act() }
                """, to: "Sources/A.swift")
            try folder.write("func tested() { main(Started(), Base()); forgotten() }", to: "Tests/B.swift")
            let compile = [
                "swiftc", "-parse-as-library", "-emit-object", "-module-name", "A", "-index-store-path", "index",
                "Sources/A.swift", "Tests/B.swift",
            ]
            let compilation = try await Command(compile, in: folder.url).run()
            #expect(compilation.status == 0, "\(compilation.output)")
            let outcome = try await Command(["python3", Self.script, "index", ".", "Sources"], in: folder.url).run()
            #expect(
                outcome.output == """
                    Sources/A.swift:3: run()
                    Sources/A.swift:5: forgotten()
                    Sources/A.swift:8: main(_:_:)

                    """)
        }
    }
}
#endif
