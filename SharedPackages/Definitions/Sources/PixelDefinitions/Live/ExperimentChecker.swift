import JSONSchema

/// Checks the pixels of native experiments: `experiment_<enroll|metrics>_<experiment>_<cohort>[_suffixes]`.
struct ExperimentChecker: Sendable {
    private struct Experiment: Sendable {
        var cohorts: Set<String>
        var metrics: [String: CompiledSchema]
    }

    private let experiments: [String: Experiment]
    private let suffixes: SuffixSchema?
    private let parameters: CompiledSchema?

    private let isCompat: Bool

    init(_ folder: DefinitionFolder, builder: PixelSchemaBuilder, isCompat: Bool) {
        self.isCompat = isCompat
        let file = folder.experiments?.value
        let active = file?["activeExperiments"]?.members ?? [:]
        experiments = active.mapValues { experiment in
            let metrics = Self.commonMetrics.merging(experiment["metrics"]?.members ?? [:]) { _, own in own }
            return Experiment(
                cohorts: Set((experiment["cohorts"]?.elements ?? []).compactMap(\.text)),
                metrics: metrics.compactMapValues { try? builder.metricSchema($0) }
            )
        }
        suffixes = try? builder.suffixSchema(file?["defaultSuffixes"]?.elements ?? [])
        parameters = try? builder.experimentParameters(Self.commonParameters)
    }

    /// The metrics of every experiment.
    private static let commonMetrics: [String: JSONValue] = {
        let counts = JSONValue.array([1, 4, 6, 11, 21, 30].map(JSONValue.number))
        return ["app_use": .object(["enum": counts]), "search": .object(["enum": counts])]
    }()

    /// The members of every object that the reference takes for metrics. They are functions that accept any text.
    private static let inheritedMetrics: Set = ["constructor", "isPrototypeOf", "toString"]

    private static let commonParameters: [JSONValue] = {
        func pattern(_ source: String) -> JSONValue { .object(["pattern": .string(source)]) }
        let dates: [JSONValue] = [
            .object(["format": .string("date")]), pattern("^[0-9]{4}/[0-9]{1,2}/[0-9]{1,2}$"),
            pattern("^[0-9]{1,2}/[0-9]{1,2}/[0-9]{4}$"),
        ]
        return [
            .object(["key": .string("enrollmentDate"), "anyOf": .array(dates)]),
            .object(["key": .string("conversionWindowDays"), "pattern": .string("^([0-9]+(-[0-9]+)?)$")]),
        ]
    }()

    func check(name: String, query: String) -> CheckResult {
        let parts = name.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count >= 4, ["enroll", "metrics"].contains(parts[1]) else { return .undocumented }
        guard let experiment = experiments[String(parts[2])] else {
            return .failed(["Experiment '\(parts[2])' is not defined."])
        }
        guard experiment.cohorts.contains(String(parts[3])) else {
            return .failed(["'\(parts[3])' is not a cohort of experiment '\(parts[2])'."])
        }
        var query = QueryParameters(query, lowercasingKeys: false)
        var reasons: [String] = []
        var evaluation = SchemaEvaluation(coerces: true)
        if parts.count > 4, let suffixes {
            let rest = parts[4].startIndex
            suffixes.check(name[rest...], &evaluation)
        }
        let suffixIssues = evaluation.issues
        evaluation.issues = []
        if parts[1] == "metrics" {
            if let reason = checkMetric(&query, experiment) { reasons.append(reason) }
        }
        for entry in query.entries {
            guard let members = parameters?.members else { break }
            var value = JSONValue.string(entry.value)
            evaluation.check(&value, ofMember: entry.key, against: members)
        }
        reasons += IssueText.reasons(parameters: evaluation.issues, suffixes: suffixIssues, isCompat: true)
        return reasons.isEmpty ? .passed : .failed(reasons)
    }

    private func checkMetric(_ query: inout QueryParameters, _ experiment: Experiment) -> String? {
        let name = query.remove("metric") ?? ""
        let text = query.remove("value") ?? ""
        guard !name.isEmpty, !text.isEmpty else { return "A metrics pixel needs the parameters 'metric' and 'value'." }
        guard let schema = experiment.metrics[name] else {
            return isCompat && Self.inheritedMetrics.contains(name) ? nil : "Metric '\(name)' is not defined."
        }
        var evaluation = SchemaEvaluation(coerces: true)
        var value = JSONValue.string(text)
        evaluation.check(&value, against: schema.root)
        return evaluation.issues.first { !$0.isDroppedByReference }.map {
            "The value of metric '\(name)' \($0.phrase)."
        }
    }
}
