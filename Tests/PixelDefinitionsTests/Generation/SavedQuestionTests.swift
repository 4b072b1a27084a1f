import Foundation
import TestSupport
import Testing

@testable import PixelGeneration

@Suite("SavedQuestion")
struct SavedQuestionTests {
    private static let text = """
        -- Title.
        --
        -- The meaning,
        -- in two lines.
        --
        -- pixel (pixel): A pixel.
        -- part (column, leg): A column.
        -- label (text): A label.
        -- from (date, 2026-01-01): A day.
        SELECT {label}, {part}  -- {label} {missing
        FROM {pixel}
        WHERE day >= {from}

        """

    @Test("The header gives title, meaning and parameters")
    func header() throws {
        let question = try SavedQuestion(name: "q", text: Self.text)
        #expect(question.title == "Title.")
        #expect(question.meaning == "The meaning,\nin two lines.")
        #expect(
            question.parameters == [
                .init(name: "pixel", kind: .pixel, fallback: nil, description: "A pixel."),
                .init(name: "part", kind: .column, fallback: "leg", description: "A column."),
                .init(name: "label", kind: .text, fallback: nil, description: "A label."),
                .init(name: "from", kind: .date, fallback: "2026-01-01", description: "A day."),
            ])
    }

    @Test(
        "Values are quoted as the dialect quotes names and texts",
        arguments: [
            (
                SQLDialect.clickhouse18,
                "SELECT 'it\\'s', `leg`  -- 'it\\'s' {missing\nFROM `pixel_m_x`\nWHERE day >= '2026-01-01'"
            ),
            (.clickhouse, "SELECT 'it\\'s', `leg`  -- 'it\\'s' {missing\nFROM `pixel_m_x`\nWHERE day >= '2026-01-01'"),
            (.duckdb, "SELECT 'it''s', \"leg\"  -- 'it''s' {missing\nFROM \"pixel_m_x\"\nWHERE day >= '2026-01-01'"),
        ])
    func values(dialect: SQLDialect, sql: String) throws {
        let question = try SavedQuestion(name: "q", text: Self.text)
        #expect(try question.sql(["pixel": "m_x", "label": "it's"], in: dialect) == sql)
    }

    @Test(
        "A question that cannot be asked says why",
        arguments: [
            (["label": "x"], "'q' needs 'pixel'. Add 'pixel=VALUE'."),
            (["colour": "red"], "'colour' is not a parameter of 'q'. Use: pixel, part, label, from."),
            (
                ["pixel": "m_x", "label": "x", "from": "today' OR 1"],
                "'from' is 'today' OR 1', not a day. Write it as 2026-01-31."
            ),
        ])
    func failures(values: [String: String], message: String) throws {
        let question = try SavedQuestion(name: "q", text: Self.text)
        #expect(throws: SavedQuestion.Failure(message: message)) { try question.sql(values, in: .duckdb) }
    }

    @Test("A parameter of an unknown kind, or one without a line, is refused")
    func declarations() throws {
        #expect(
            throws: SavedQuestion.Failure(
                message: "'q' declares 'a' as 'number'. Use one of: pixel, event, column, date, text.")
        ) { try SavedQuestion(name: "q", text: "-- T.\n-- a (number): A number.\nSELECT {a}") }
        let question = try SavedQuestion(name: "q", text: "-- T.\nSELECT {a}")
        #expect(throws: SavedQuestion.Failure(message: "'q' uses '{a}' without a line that declares it. Add the line."))
        {
            try question.sql([:], in: .duckdb)
        }
    }

    @Test("Every shipped question has a title, a meaning, and a line for each parameter")
    func shipped() throws {
        let folder = Repository.root.appending(path: "AppTarget/Receiver/Questions")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".sql") }
        #expect(files.count >= 10)
        for file in files {
            let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            let question = try SavedQuestion(name: file, text: text)
            #expect(question.title.hasSuffix("."), "\(file)")
            #expect(!question.meaning.isEmpty, "\(file)")
            let values = Dictionary(
                uniqueKeysWithValues: question.parameters.map { ($0.name, $0.kind == .date ? "2026-01-31" : "x") })
            let sql = try question.sql(values, in: .clickhouse)
            #expect(!sql.contains("{") && question.parameters.allSatisfy { text.contains("{\($0.name)}") }, "\(file)")
        }
    }
}
