import JSONSchema
import PixelDefinitions
import Testing

@Suite("PixelChecker")
struct PixelCheckerTests {
    private let sample = Sample(
        fields: """
            suffixes: ['daily'], parameters: ['appVersion', { key: 'n', description: 'd', type: 'integer', maximum: 10 },
            { key: 'o', description: 'd', type: 'object', properties: { a: { type: 'boolean' } } },
            { key: 'b', description: 'd', encoding: 'base64', pattern: '^hello' }, { keyPattern: '^e[0-9]$', description: 'd', type: 'integer' }]
            """
    )

    @Test(
        "A request gets a verdict with its reasons",
        arguments: [
            ("m_x", "appVersion=7.0.0", .passed), ("m_x_daily", "appVersion=7.1.0&n=10", .passed),
            ("m_y", "", .undocumented),
            ("m_x", "", .oldVersion), ("m_x", "appVersion=", .oldVersion), ("m_x", "appVersion=6.9&zzz=1", .oldVersion),
            ("m_x", "appVersion=7&zzz=1", .failed(["Parameter 'zzz' is not declared."])),
            ("m_x", "appVersion=7&n=11", .failed(["Parameter 'n' must be at most 10, not 11."])),
            ("m_x", "appVersion=7&n=x", .failed(["Parameter 'n' must be integer, not \"x\"."])),
            ("m_x", "appVersion=7&n=11&n=5", .passed), ("m_x", "appVersion=7&n=%200x5", .passed),
            ("m_x", "appVersion=7&n=%2535", .passed),
            ("m_x", "appVersion=7&o=%7B%22a%22:true%7D", .passed),
            ("m_x", "appVersion=7&o=%7B%22z%22:1%7D", .failed(["Parameter 'o' may not contain 'z'."])),
            ("m_x", "appVersion=7&o=x", .failed(["Parameter 'o' must be object, not \"x\"."])),
            ("m_x", "appVersion=7&b=aGVsbG8", .passed),
            ("m_x", "appVersion=7&b=x", .failed(["Parameter 'b' must match ^hello, not \"\"."])),
            ("m_x", "appVersion=7&e1=5&e2=6", .passed), ("m_x", "appVersion=7&test=1", .passed),
            ("m_x_weekly", "appVersion=7", .failed(["Suffix 1 must be one of \"daily\", \"count\", not \"weekly\"."])),
            ("m_x_daily_x", "appVersion=7", .failed(["Suffix 2 is more than the definition allows: \"x\"."])),
        ] as [(String, String, CheckResult)]
    )
    func verdicts(name: String, query: String, expected: CheckResult) async throws {
        #expect(try await sample.check(name, query) == expected)
    }

    @Test("With forceLowerCase, inline parameters and live values are folded, names and suffixes are not")
    func lowerCase() async throws {
        var sample = Sample(fields: "parameters: [{ key: 'CamelKey', description: 'd', enum: ['Aa'] }]")
        sample.product = "{ forceLowerCase: true, target: { queryWindowInDays: 1 } }"
        #expect(try await sample.check("m_x", "CAMELKEY=AA") == .passed)
        #expect(try await sample.check("M_x", "camelkey=aa") == .undocumented)
    }

    @Test(
        "Experiments are looked up in their own file",
        arguments: [
            ("experiment_enroll_exp_a", "enrollmentDate=2026-01-01", "passed"),
            ("experiment_enroll_exp_b", "", "failed"),
            ("experiment_enroll_nope_a", "", "failed"), ("experiment_enroll_exp", "", "undocumented"),
            ("experiment_other_exp_a", "", "undocumented"),
            ("experiment_metrics_exp_a", "metric=taps&value=2", "passed"),
            ("experiment_metrics_exp_a", "metric=taps&value=02", "failed"),
            ("experiment_metrics_exp_a", "metric=search&value=30", "passed"),
            ("experiment_metrics_exp_a", "metric=taps&value=", "failed"),
            ("experiment_enroll_exp_a_daily", "", "passed"),
            ("experiment_enroll_exp_a_x", "", "failed"),
            ("experiment_enroll_exp_a", "conversionWindowDays=5-7-9", "failed"),
            ("experiment_enroll_exp_a", "appVersion=7", "failed"),
        ]
    )
    func experiments(name: String, query: String, status: String) async throws {
        var sample = Sample([:])
        sample.experiments = """
            { defaultSuffixes: ['daily'], activeExperiments: { exp: { cohorts: ['a'], metrics: { taps: { description: 'd', enum: [1, 2] } } } } }
            """
        sample.definitions = ["x.json5": "{}"]
        #expect(try await sample.check(name, query).status == status)
    }

    @Test("The older layout is understood")
    func olderLayout() async throws {
        var sample = Sample([:])
        sample.others = [
            "params_dictionary.json": "{}", "suffixes_dictionary.json": "{}", "ignore_params.json": "{}",
            "native_experiments.json": "{}", "pixels/x.json5": "{ m_x: { description: 'd', owners: ['o'] } }",
        ]
        let result = try await sample.with { folder in
            PixelChecker(folder).check(name: "m_x", query: "")
        }
        #expect(result.status != "undocumented")
    }
}
