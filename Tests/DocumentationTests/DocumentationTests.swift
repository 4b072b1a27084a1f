#if !os(iOS)
import TestSupport
import Testing

@Suite("Documentation") struct DocumentationTests {
    @Test("Every Swift block is a complete file that compiles", arguments: try MarkdownBlock.all(language: "swift"))
    func compiles(block: MarkdownBlock) async throws {
        let complaints = try await SnippetCompiler().complaints(about: block)
        #expect(complaints == nil, "\(complaints ?? "")")
    }

    @Test("Every Swift block in the documentation comments of a module compiles", arguments: try CommentedModule.all())
    func commentsCompile(module: CommentedModule) async throws {
        let complaints = try await SnippetCompiler().complaints(about: module)
        #expect(complaints == nil, "\(complaints ?? "")")
    }

    @Test("Every `make` target that a shell block calls exists", arguments: try MarkdownBlock.all(language: "sh"))
    func targetsExist(block: MarkdownBlock) throws {
        let targets = try Repository.text(of: "Makefile").matches(of: /(?m)^([a-z-]+):/).map { String($0.1) }
        for match in block.code.matches(of: /\bmake ([a-z-]+)/) {
            #expect(
                targets.contains(String(match.1)),
                "\(block.testDescription): no target '\(match.1)' in the Makefile"
            )
        }
    }

    @Test("A block that compiles has no complaints", arguments: [usage, script, program, tests, manifest])
    func fine(code: String) async throws {
        #expect(try await SnippetCompiler().complaints(about: block(code)) == nil)
    }

    @Test(
        "A block that does not compile is reported with the document's name and line",
        arguments: [
            (
                "import Common\n\nlet mapper = EventMaping<Int>.noOp\n",
                "Guide.md:12:14: error: cannot find 'EventMaping'"
            ),
            ("func answer() -> Int {\n}\n", "Guide.md:11:1: error: missing return"),
            (
                "func answer() {\n    var number = 42\n    print(number)\n}\n",
                "Guide.md:11:9: error: variable 'number'"
            ),
        ]
    )
    func broken(code: String, complaint: String) async throws {
        let complaints = try #require(await SnippetCompiler().complaints(about: block(code)))
        #expect(complaints.contains(complaint), "\(complaints)")
    }

    private func block(_ code: String) -> MarkdownBlock {
        MarkdownBlock(document: "Guide.md", line: 10, language: "swift", code: code)
    }

    private static let usage = """
        import Common

        public enum SyncEvent { case completed }

        final class SyncMapper: EventMapping<SyncEvent>, @unchecked Sendable {
            init(record: @escaping @Sendable (SyncEvent) -> Void) {
                super.init { event, _, _, onComplete in
                    record(event)
                    onComplete(nil)
                }
            }
        }

        """
    private static let script = """
        import Common

        let mapper = EventMapping<Int> { event, _, _, onComplete in
            print(event)
            onComplete(nil)
        }
        mapper.fire(1)
        _ = await mapper.fireAndWait(2)

        """
    private static let program = """
        @main struct Program {
            static func main() async { print("started") }
        }

        """
    private static let tests = """
        import Common
        import Testing
        import XCTest

        @Suite struct SyncTests {
            @Test("It works", arguments: [1, 2]) func works(number: Int) { #expect(number > 0) }
        }

        final class OldTests: XCTestCase {
            func testIt() { XCTAssertEqual(1, 1) }
        }

        """
    private static let manifest = """
        // swift-tools-version: 6.2
        import PackageDescription

        let package = Package(name: "App", targets: [.target(name: "App")])

        """
}
#endif
