import Testing

@Suite("Blocks of a document") struct MarkdownBlockTests {
    @Test(
        "A block has its language, the line of its first line of code, and its code",
        arguments: [
            ("# Title\n\n```swift\nlet a = 1\n```\n", [block(4, "swift", "let a = 1\n")]),
            ("```swift\na\n```\ntext\n```sh\nb\n\nc\n```", [block(2, "swift", "a\n"), block(6, "sh", "b\n\nc\n")]),
            ("1. Step\n   ```swift\n   if a {\n       b\n   }\n   ```\n", [block(3, "swift", "if a {\n    b\n}\n")]),
            ("````swift title\n```\na\n```\n````\n", [block(2, "swift", "```\na\n```\n")]),
            ("~~~\na\n~~~\n", [block(2, "", "a\n")]),
            ("```swift\nnever closed", [block(2, "swift", "never closed\n")]),
            ("Text with ```inline``` code.\n\n```inline```\n", []),
        ] as [(String, [MarkdownBlock])]
    )
    func blocks(text: String, expected: [MarkdownBlock]) {
        #expect(MarkdownBlock.all(in: text, of: "Guide.md") == expected)
    }

    private static func block(_ line: Int, _ language: String, _ code: String) -> MarkdownBlock {
        MarkdownBlock(document: "Guide.md", line: line, language: language, code: code)
    }
}
