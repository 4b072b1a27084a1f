import PixelDefinitions
import Testing

@Suite("Strict mode")
struct StrictModeTests {
    @Test(
        "What the reference lets pass is reported, and in compat mode it is not",
        arguments: [
            ("parameters: [{ key: 'k', description: 'd', pattern: 'a^b' }]", "impossible-value"),
            ("parameters: [{ key: 'k', description: 'd', type: 'string', enum: [1] }]", "impossible-value"),
            ("parameters: [{ key: 'k', description: 'd', type: 'integer', enum: ['1'] }]", "impossible-value"),
            ("parameters: [{ key: 'k', description: 'd', enum: ['b'], pattern: '^a' }]", "impossible-value"),
            ("suffixes: [{ description: 'd', enum: ['a_b'] }]", "unreachable-suffix"),
            ("suffixes: [{ description: 'd', enum: ['0.1'] }]", "unreachable-suffix"),
            ("suffixes: [{ description: 'd', enum: ['Upper'] }]", "unreachable-suffix"),
            ("expires: '2026-01-01'", "expired"), ("expires: '2026-07-01'", "expires-soon"),
            ("owners: ['again']", "repeated-key"),
            (
                "parameters: [{ keyPattern: 'x_s', description: 'd' }, { keyPattern: 'x_s_r', description: 'd' }]",
                "key-matches-pattern"
            ),
        ]
    )
    func extras(fields: String, code: String) async throws {
        let sample = Sample(fields: fields)
        #expect(try await sample.faults(ValidationOptions(today: "2026-06-15")).map(\.code.rawValue) == [code])
        #expect(try await sample.faults(ValidationOptions(mode: .compat, today: "2026-06-15")) == [])
    }

    @Test(
        "An expiry a month ahead is a warning, a later one is none",
        arguments: [
            ("2026-06-15", ["expires-soon"]), ("2026-07-15", ["expires-soon"]), ("2026-07-16", []),
            ("2026-06-14", ["expired"]),
        ])
    func expiry(date: String, codes: [String]) async throws {
        let faults = try await Sample(fields: "expires: '\(date)'").faults(ValidationOptions(today: "2026-06-15"))
        #expect(faults.map(\.code.rawValue) == codes)
        #expect(faults.allSatisfy { ($0.severity == .error) == ($0.code == .expired) })
    }

    @Test("Pixels that no request can reach are reported")
    func unreachable() async throws {
        let sample = Sample(["x.json5": "{ experiment_x: { description: 'd', owners: ['o'] } }"])
        #expect(try await sample.faults().map(\.code) == [.unreachablePixel])
        #expect(try await sample.faults(ValidationOptions(mode: .compat)) == [])
    }

    @Test("A suffix that is the name of another pixel is reported")
    func shadowedSuffix() async throws {
        let sample = Sample([
            "x.json5": """
            { m_x: { description: 'd', owners: ['o'], suffixes: ['daily'] }, m_x_daily: { description: 'd', owners: ['o'] } }
            """
        ])
        #expect(try await sample.faults().map(\.code) == [.unreachableSuffix])
    }

    @Test("Unused dictionary entries are judged too")
    func dictionaries() async throws {
        var sample = Sample(fields: "")
        sample.parameters = "{ a: { key: 'a', description: 'd', foo: 1 }, b: 'a' }"
        #expect(try await sample.faults().map(\.code) == [.unknownKeyword, .unusableShortcut])
        #expect(try await sample.faults(ValidationOptions(mode: .compat)) == [])
    }

    @Test("Experiments are judged before live pixels arrive")
    func experiments() async throws {
        var sample = Sample(fields: "")
        sample.experiments = """
            { defaultSuffixes: ['nope'], activeExperiments: {
              a_b: { cohorts: ['c'], metrics: { m: { description: 'd', type: 'text' } } } } }
            """
        #expect(try await sample.faults().map(\.code) == [.unknownShortcut, .unreachablePixel, .invalidKeyword])
        #expect(try await sample.faults(ValidationOptions(mode: .compat)) == [])
    }

    @Test("A parameter may be declared required")
    func required() async throws {
        let sample = Sample(parameters: "{ key: 'k', description: 'd', required: true }")
        #expect(try await sample.faults() == [])
        #expect(try await sample.faults(ValidationOptions(mode: .compat)).map(\.code) == [.invalidKeyword])
        #expect(try await sample.check("m_x") == .failed(["Parameter 'k' is missing."]))
        #expect(try await sample.check("m_x", "k=1") == .passed)
    }

    @Test("A name that leads past a definition falls back to it")
    func backtracking() async throws {
        let sample = Sample([
            "x.json5": """
            { t_a: { description: 'd', owners: ['o'], suffixes: [{ description: 'd', enum: ['b'] }] },
              t_a_b_c: { description: 'd', owners: ['o'] } }
            """
        ])
        #expect(try await sample.check("t_a_b") == .passed)
        #expect(try await sample.check("t_a_b", mode: .compat) == .undocumented)
    }

    @Test("A value that is excluded fails")
    func exclusion() async throws {
        let sample = Sample(parameters: "{ key: 'k', description: 'd', not: { enum: ['bad'] } }")
        #expect(try await sample.check("m_x", "k=bad") == .failed(["Parameter 'k' is excluded."]))
        #expect(try await sample.check("m_x", "k=bad", mode: .compat) == .passed)
    }

    @Test("The whole rest of a name is suffixes")
    func wholeRest() async throws {
        let sample = Sample(fields: "suffixes: [{ description: 'd', enum: ['a'] }, { description: 'd', enum: [''] }]")
        #expect(try await sample.check("m_x_a_m_x_zzz", mode: .compat) == .passed)
        #expect(try await sample.check("m_x_a_m_x_zzz").status == "failed")
    }
}
