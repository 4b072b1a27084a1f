import Foundation
import JSONSchema
import PixelDefinitions
import PixelGeneration
import Primitives
import TestSupport
import Testing

@Suite("SQLScript")
struct SQLScriptTests {
    /// Texts that mean something in SQL, and characters that hide a quote behind an accent.
    private static let hostile = [
        "'", "''", "\"", "`", "\\", "\\'", ";", "--", "/*", "*/", "\n", "\r", "\r\n", "\u{2028}", "$$", "{pixel}",
        "e\u{301}",
        "'\u{301}", "\"\u{301}", "`\u{200D}", "\\\u{301}", "x", "1", " ", "_", "%", "🦆", "'; DROP TABLE pixels; --",
        "`; DROP TABLE pixels; --", "\"; DROP TABLE pixels; --", "\nDROP TABLE pixels;\n", "') UNION ALL SELECT 1 --",
    ]

    @Test("A quoted text is one token that reads as the text", arguments: SQLDialect.allCases)
    func quotes(dialect: SQLDialect) {
        var generator = SeededGenerator(seed: 14)
        for _ in 0..<2_000 {
            let text = Self.text(&generator, of: Self.hostile + ["\0"])
            let read = dialect == .duckdb ? text.replacing("\0", with: "\u{FFFD}") : text
            #expect(SQLLexer.tokens(of: dialect.literal(text), in: dialect) == [.literal(read)])
            #expect(SQLLexer.tokens(of: dialect.identifier(text), in: dialect) == [.identifier(read)])
            #expect(SQLLexer.tokens(of: dialect.comment(text), in: dialect) == [.comment])
        }
    }

    @Test("Hostile definitions give the statements of harmless ones", arguments: SQLDialect.allCases)
    func injection(dialect: SQLDialect) async throws {
        var generator = SeededGenerator(seed: 15)
        for _ in 0..<10 {
            var number = 0
            let shape = try await Self.shape(in: dialect) { Self.text(&generator, of: Self.hostile) }
            let harmless = try await Self.shape(in: dialect) {
                number += 1
                return "t\(number)"
            }
            #expect(shape == harmless)
        }
    }

    private static func text(_ generator: inout SeededGenerator, of pieces: [String]) -> String {
        (0..<Int.random(in: 1...4, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? "" }
            .joined()
    }

    /// The shape of a script for four pixels and a wide event whose texts come from `text`.
    private static func shape(in dialect: SQLDialect, _ text: () -> String) async throws -> [SQLLexer.Token] {
        func quoted(_ prefix: String) -> String { JSONValue.quoted(prefix + text()) }
        let pixels = (0..<4).map { index in
            """
            \(quoted("m\(index)")): { description: \(quoted("")), owners: [\(quoted(""))], expires: "2020-01-01",
              suffixes: [{ description: \(quoted("")), enum: ["daily", "count"] }],
              parameters: [
                { key: \(quoted("a")), description: \(quoted("")), enum: [\(quoted("1")), \(quoted("2"))] },
                { key: \(quoted("b")), description: \(quoted("")), type: "integer" },
              ] }
            """
        }
        var sample = Sample(["x.json5": "{ \(pixels.joined(separator: ",\n")) }"])
        sample.others = [
            "wide_events/props_dictionary.json": "{}",
            "wide_events/base_event.json": """
            { "meta": { "version": { "value": 1 } }, "app": { "name": { "type": "string", "description": "n" } },
              "global": { "platform": { "type": "string", "description": \(quoted("")) } },
              "feature": { "name": { "type": "string" }, "status": { "type": "string" } } }
            """,
            "wide_events/definitions/e.json5": wideEvent(quoted("e"), ext: quoted("x"), quoted("")),
        ]
        return try await sample.with { folder in
            var options = SQLScript.Options()
            (options.cluster, options.log, options.verdicts) = (text(), text(), text())
            let script = SQLScript(folder, dialect: dialect, options: options, today: "2026-01-01")
            return SQLLexer.shape(of: script.text, in: dialect)
        }
    }

    private static func wideEvent(_ type: String, ext: String, _ description: String) -> String {
        """
        { \(type): { description: \(description), owners: ["o"], meta: { type: \(type), version: "1.0" },
          feature: { name: "f", status: ["SUCCESS"], data: { ext: {
            \(ext): { type: "string", description: \(description), enum: ["a", "b"] } } } } } }
        """
    }

    @Test("A pixel becomes a view with a column for each parameter, typed and in the declared order of its values")
    func pixelView() async throws {
        let parameters = """
            'appVersion', { key: 'step', description: 'The\\nstep', enum: ['10-20', '0-10'] },
            { key: 'Leg', description: 'Taken', type: 'boolean' }, { keyPattern: '^e', description: 'open' }
            """
        let sample = Sample(fields: "suffixes: ['daily'], expires: '2025-12-31', parameters: [\(parameters)]")
        let text = try await sample.with {
            SQLScript($0, dialect: .duckdb, today: "2026-01-01").text
        }
        let start = try #require(text.firstRange(of: "-- m_x:")?.lowerBound)
        #expect(
            text[start...] == """
                -- m_x: d
                -- Owners: o.
                -- EXPIRED on 2025-12-31.
                CREATE OR REPLACE VIEW "pixel_m_x" AS
                WITH texts AS (
                    SELECT
                        *,
                        string_split(query, '&') AS sent,
                        list_reverse(list_transform(sent, lambda pair: decoded(substring(pair, 1, strpos(pair || '=', '=') - 1)))) AS sent_keys,
                        list_reverse(list_transform(sent, lambda pair: decoded(substring(pair, strpos(pair || '=', '=') + 1)))) AS sent_values,
                        sent_values[list_position(sent_keys, 'appVersion')] AS sent_1,
                        sent_values[list_position(sent_keys, 'step')] AS sent_2,
                        sent_values[list_position(sent_keys, 'Leg')] AS sent_3
                    FROM pixels
                    WHERE (name = 'm_x' OR name >= 'm_x_' AND name < 'm_x`')
                )
                SELECT
                    day,
                    received,
                    id,
                    name,
                    substring(name, 5) AS suffix,
                    CASE WHEN list_contains(string_split(suffix, '_'), 'daily') THEN 'daily' WHEN list_contains(string_split(suffix, '_'), 'count') THEN 'count' ELSE '' END AS leg,
                    -- version
                    sent_1 AS "appVersion",
                    -- The step
                    try_cast(sent_2 AS ENUM('10-20', '0-10')) AS "step",
                    -- Taken
                    CASE sent_3 WHEN 'true' THEN true WHEN 'false' THEN false END AS "Leg_2",
                    list_transform(list_filter(list_zip(sent_keys, sent_values), lambda pair: NOT list_contains(['', 'appVersion', 'step', 'Leg'], pair[1])), lambda pair: pair[1] || '=' || pair[2]) AS others
                FROM texts;
                COMMENT ON VIEW "pixel_m_x" IS 'm_x: d Owners: o. EXPIRED on 2025-12-31.';

                """)
    }

    @Test("A request belongs to the longest name that is defined")
    func longerNames() async throws {
        let pixel = "{ description: 'd', owners: ['o'] }"
        let sample = Sample(["x.json5": "{ m_a: \(pixel), m_a_b: \(pixel), m_a_b_c: \(pixel), m_ab: \(pixel) }"])
        let text = try await sample.with { SQLScript($0, dialect: .clickhouse18, today: "2026-01-01").text }
        func belongs(_ name: String) -> String { "(name = '\(name)' OR name >= '\(name)_' AND name < '\(name)`')" }
        let conditions = text.split(separator: "\n").filter { $0.hasPrefix("WHERE (name = ") }
        #expect(
            conditions == [
                "WHERE \(belongs("m_a")) AND NOT \(belongs("m_a_b"));",
                "WHERE \(belongs("m_a_b")) AND NOT \(belongs("m_a_b_c"));", "WHERE \(belongs("m_a_b_c"));",
                "WHERE \(belongs("m_ab"));",
            ])
    }
}
