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

    @Test(
        "A key that PixelKit sends itself is an error in another role",
        arguments: [
            (["d"], 1), (["e"], 1), (["d", "e"], 0), (["d", "e", "ud"], 1), (["ud", "ue"], 2),
            (["d", "e", "ud", "ue"], 0), (["x"], 0),
        ])
    func reservedKeys(keys: [String], count: Int) async throws {
        let sample = Sample(parameters: keys.map { "{ key: '\($0)', description: 'd' }" }.joined(separator: ", "))
        let faults = try await sample.faults()
        #expect(faults.map(\.code) == Array(repeating: .reservedKey, count: count))
        #expect(try await sample.faults(ValidationOptions(mode: .compat)) == [])
    }

    @Test("The version of the app is text")
    func versionType() async throws {
        let sample = Sample(parameters: "{ key: 'appVersion', description: 'd', type: 'integer' }")
        #expect(
            try await sample.faults().map(\.message) == [
                "The app sends 'appVersion' as text. Declare the type string, or rename the key."
            ])
    }

    @Test("A name that PixelKit cannot send is an error", arguments: ["m x", "m_é", "", "m+x"])
    func unsendableName(name: String) async throws {
        let sample = Sample(["x.json5": "{ '\(name)': { description: 'd', owners: ['o'] } }"])
        #expect(try await sample.faults().map(\.code) == [.invalidName])
        #expect(try await sample.faults(ValidationOptions(mode: .compat)) == [])
    }

    // MARK: Members that every object of ECMAScript has

    @Test(
        "A shortcut that every object has resolves to an empty object in compat mode",
        arguments: ["parameters: ['__proto__']", "suffixes: ['__proto__']"])
    func inheritedShortcut(fields: String) async throws {
        let sample = Sample(fields: fields)
        #expect(try await sample.faults(ValidationOptions(mode: .compat)) == [])
        #expect(try await sample.faults().map(\.code) == [.unknownShortcut])
    }

    @Test(
        "A key that every object has occurs twice in compat mode",
        arguments: ["{ key: 'constructor', description: 'd' }", "{ keyPattern: 'toString', description: 'd' }"])
    func inheritedKey(parameter: String) async throws {
        let sample = Sample(parameters: parameter)
        #expect(try await sample.faults(ValidationOptions(mode: .compat)).map(\.code) == [.duplicateKey])
        #expect(try await sample.faults() == [])
    }

    @Test("Other shortcuts that every object has are unknown in both modes")
    func inheritedFunction() async throws {
        let sample = Sample(parameters: "'constructor'")
        #expect(try await sample.faults(ValidationOptions(mode: .compat)).map(\.code) == [.unknownShortcut])
        #expect(try await sample.faults().map(\.code) == [.unknownShortcut])
    }

    @Test("An owner that every object has is a known account in compat mode")
    func inheritedOwner() async throws {
        let sample = Sample(["x.json5": "{ m_x: { description: 'd', owners: ['constructor'] } }"])
        #expect(try await sample.faults(ValidationOptions(mode: .compat, owners: ["o"])) == [])
        #expect(try await sample.faults(ValidationOptions(owners: ["o"])).map(\.code) == [.unknownOwner])
    }

    @Test(
        "A metric that every object has passes in compat mode",
        arguments: [("constructor", true), ("toString", true), ("isPrototypeOf", true), ("valueOf", false), ("nope", false)])
    func inheritedMetric(name: String, passes: Bool) async throws {
        var sample = Sample(["x.json5": "{}"])
        sample.experiments = "{ activeExperiments: { exp: { cohorts: ['a'], metrics: {} } } }"
        let query = "metric=\(name)&value=5"
        let result = try await sample.check("experiment_metrics_exp_a", query, mode: .compat)
        #expect(result.status == (passes ? "passed" : "failed"))
        #expect(try await sample.check("experiment_metrics_exp_a", query).status == "failed")
    }

    @Test("The parameter __proto__ is ignored in compat mode")
    func inheritedParameter() async throws {
        let sample = Sample(fields: "")
        #expect(try await sample.check("m_x", "__proto__=1", mode: .compat) == .passed)
        #expect(try await sample.check("m_x", "constructor=1", mode: .compat).status == "failed")
        #expect(try await sample.check("m_x", "__proto__=1") == .failed(["Parameter '__proto__' is not declared."]))
    }

    // MARK: Wide events

    private func wideEvents(_ definitions: String) -> Sample {
        var sample = Sample(fields: "")
        let text = #"{ "type": "string", "description": "d", "enum": ["a"], "pattern": "^a$" }"#
        let global = """
            {"platform": {"type": "string", "description": "d", "enum": ["iOS"]}, "type": {"type": "string", "description": "d",
            "enum": ["app"]}, "sample_rate": {"type": "number", "description": "d", "minimum": 0, "maximum": 1}}
            """
        sample.others = [
            "wide_events/props_dictionary.json": "{}",
            "wide_events/base_event.json": """
            {"meta": {"version": {"value": 1}}, "app": {"name": \(text), "version": \(text)}, "global": \(global),
            "feature": {"name": {"type": "string", "description": "d"}, "status": {"type": "string", "description": "d"}}}
            """,
            "wide_events/definitions/x.json5": definitions,
        ]
        return sample
    }

    private func event(_ data: String) -> String {
        """
        { w: { description: 'd', owners: ['o'], meta: { type: 'w', version: '0.1' },
        feature: { name: 'x', status: ['SUCCESS'], data: \(data) } } }
        """
    }

    @Test("The error of a wide event needs a code, but not in compat mode")
    func errorWithoutCode() async throws {
        let complete = wideEvents(event("{ ext: {} }"))
        #expect(try await complete.faults() == [])
        let sample = wideEvents(event("{ ext: {}, error: { domain: { type: 'string', description: 'd' } } }"))
        #expect(try await sample.faults(ValidationOptions(mode: .compat)) == [])
        #expect(try await sample.faults().map(\.code) == [.missingField])
    }

    @Test(
        "A file of wide events without entries is accepted in compat mode, whatever it is",
        arguments: [("[]", true), ("''", true), ("5", true), ("true", true), ("null", false), ("[{}]", false), ("'a'", false)])
    func rootWithoutEntries(text: String, isAccepted: Bool) async throws {
        let sample = wideEvents(text)
        #expect(try await sample.faults(ValidationOptions(mode: .compat)).isEmpty == isAccepted)
        #expect(try await sample.faults().map(\.code) == [.wrongType])
    }
}
