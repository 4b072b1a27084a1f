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
            #expect(sound == Command.Outcome(status: 0, output: "docs: Base\ndocs: App\n" + written))
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

    @Test("The root leads to the README, which lists the guides and the modules; links between documents work")
    func guides() async throws {
        try await TemporaryFolder.with { folder in
            try folder.write(manifest, to: "Package.swift")
            try folder.write("/// A thing.\npublic enum Thing {}\n", to: "Sources/Base/Thing.swift")
            try folder.write("", to: "Sources/App/Other.swift")
            try folder.write(
                "# Fixture\n\nA package. See [one](Docs/Guides/one.md#part) and [licence](LICENSE).\n", to: "README.md")
            let guide = """
                # One

                Back to [start](../../README.md), or to [where](https://example.com/where.md).

                ```text
                [no link](two.md)
                ```

                """
            try folder.write(guide, to: "Docs/Guides/one.md")
            let outcome = try await docs(of: folder)
            #expect(outcome == Command.Outcome(status: 0, output: "docs: Base\ndocs: App\ndocs: Guides\n" + written))

            let site = folder.file(".build/docs")
            let root = try String(contentsOf: site.appending(path: "index.html"), encoding: .utf8)
            #expect(root.contains("url=documentation/guides/\""))
            #expect(
                FileManager.default.fileExists(atPath: site.appending(path: "documentation/guides/index.html").path()))
            let start = try Page(site, "guides")
            #expect(start.links == ["guides/one", "base", "app"])
            #expect(start.text.contains("licence"))
            let one = try Page(site, "guides/one")
            #expect(one.links == ["guides"])
            #expect(one.text.contains("[no link](two.md)") && one.text.contains("https://example.com/where.md"))
        }
    }

    /// The data that the browser shows as a page.
    private struct Page {
        let text: String
        /// The other pages that it refers to, each once.
        let links: Set<String>

        init(_ site: URL, _ path: String) throws {
            struct Data: Decodable {
                struct Reference: Decodable { let url: String? }
                let references: [String: Reference]
            }
            let file = try Foundation.Data(contentsOf: site.appending(path: "data/documentation/\(path).json"))
            text = String(decoding: file, as: UTF8.self).replacing("\\/", with: "/")
            let data = try JSONDecoder().decode(Data.self, from: file)
            let prefix = "/documentation/"
            let urls = data.references.values.compactMap(\.url).filter { $0.hasPrefix(prefix) && $0 != prefix + path }
            links = Set(urls.map { String($0.dropFirst(prefix.count)) })
        }
    }

    private func docs(of folder: TemporaryFolder) async throws -> Command.Outcome {
        let script = Repository.root.appending(path: ".ci/docs.sh").path()
        return try await Command([script, folder.url.path()], in: folder.url).run()
    }

    private let written = """
        docs: written to .build/docs. To read them, run
            python3 -m http.server --directory .build/docs 8000
        and open http://localhost:8000

        """

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
