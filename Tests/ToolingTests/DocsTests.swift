#if !os(iOS)
import Foundation
import TestSupport
import Testing

@Suite("Generated documentation") struct DocsTests {
    @Test("A link may lead into another module, and a broken one fails the build with its place")
    func links() async throws {
        try await TemporaryFolder.with { folder in
            try folder.write(manifest, to: "Package.swift")
            try folder.write("/// A thing.\npublic enum Thing {}\n", to: "Sources/Base/Thing.swift")
            try folder.write("/// Like ``/Base/Thing``.\npublic enum Other {}\n", to: "Sources/App/Other.swift")
            let sound = try await docs(of: folder)
            #expect(sound == Command.Outcome(status: 0, output: "docs: Base\ndocs: App\ndocs: .build/docs\n"))
            for page in ["base/thing", "app/other"] {
                let file = folder.url.appending(path: ".build/docs/documentation/\(page)/index.html").path()
                #expect(FileManager.default.fileExists(atPath: file))
            }

            try folder.write("/// Like ``/Base/Thong``.\npublic enum Other {}\n", to: "Sources/App/Other.swift")
            let broken = try await docs(of: folder)
            #expect(broken.status == 1)
            #expect(broken.output.contains("Sources/App/Other.swift:1:"), "\(broken.output)")
            #expect(broken.output.contains("'Thong' doesn't exist at '/Base'"), "\(broken.output)")
        }
    }

    private func docs(of folder: TemporaryFolder) async throws -> Command.Outcome {
        let script = Repository.root.appending(path: ".ci/docs.sh").path()
        return try await Command([script, folder.url.path()], in: folder.url).run()
    }

    private let manifest = """
        // swift-tools-version: 6.2
        import PackageDescription

        let package = Package(
            name: "Fixture",
            products: [.library(name: "App", targets: ["App"]), .library(name: "Base", targets: ["Base"])],
            targets: [.target(name: "Base"), .target(name: "App", dependencies: ["Base"])]
        )

        """
}
#endif
