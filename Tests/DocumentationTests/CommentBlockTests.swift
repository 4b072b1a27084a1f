#if !os(iOS)
import Testing

@Suite("Blocks of documentation comments") struct CommentBlockTests {
    @Test("A block in a comment has the lines of the source, also in an indented comment and after an open fence")
    func blocks() {
        let source = """
            /// A type.
            ///
            /// ```swift
            /// let a = 1
            ///
            /// let b = 2
            /// ```
            struct A {
                /// ```text
                /// open
                var a: Int

                /// - Parameter b:
                ///   ```swift
                ///   if b {
                ///       c()
                ///   }
                ///   ```
                func b() {}  // ```swift
            }
            """
        #expect(
            MarkdownBlock.all(inCommentsOf: source, file: "A.swift") == [
                block("let a = 1\n\nlet b = 2\n", line: 4),
                MarkdownBlock(document: "A.swift", line: 10, language: "text", code: "open\n"),
                block("if b {\n    c()\n}\n", line: 15),
            ])
    }

    @Test("Blocks of one module may use the same names, statements, extensions and tests")
    func compiles() async throws {
        let blocks = [
            "let mapper = EventMapping<Int> { _, _, _, done in done(nil) }\n_ = await mapper.fireAndWait(1)\n",
            "enum SyncEvent { case done }\n\nextension SyncEvent {\n    static let last = done\n}\n\nfunc use(_: SyncEvent) {}\n",
            """
            import Common
            import Testing

            enum SyncEvent { case done }

            extension SyncEvent: Identifiable {
                var id: Int { 1 }
            }

            /// A test.
            @Test("It works")
            func works() {
                #expect(SyncEvent.done.id == 1)
            }

            """,
            "enum SyncEvent { case done }\n\nfunc fire() -> SyncEvent { .done }\nif fire() == .done {\n    print(1)\n} else {\n    print(2)\n}\n",
        ]
        let module = CommentedModule(name: "Common", blocks: blocks.map { block($0, line: 10) })
        #expect(try await SnippetCompiler().complaints(about: module) == nil)
    }

    @Test(
        "A block that does not compile is reported with the source's name and line",
        arguments: [
            ("let mapper = EventMaping<Int>.noOp\nprint(mapper)\n", "A.swift:10:14: error: cannot find 'EventMaping'"),
            ("struct A {}\n\nlet a = A()\nprint(b)\n", "A.swift:13:7: error: cannot find 'b' in scope"),
            ("struct A {\n    let a: B\n}\n", "A.swift:11:12: error: cannot find type 'B' in scope"),
        ]
    )
    func broken(code: String, complaint: String) async throws {
        let module = CommentedModule(name: "Common", blocks: [block(code, line: 10)])
        let complaints = try #require(await SnippetCompiler().complaints(about: module))
        #expect(complaints.contains(complaint), "\(complaints)")
    }

    private func block(_ code: String, line: Int) -> MarkdownBlock {
        MarkdownBlock(document: "A.swift", line: line, language: "swift", code: code)
    }
}
#endif
