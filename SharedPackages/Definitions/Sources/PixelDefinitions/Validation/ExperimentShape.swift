import JSONSchema

/// Checks the form of experiment files.
enum ExperimentShape {
    static func faults(of file: DefinitionFile?) -> [Fault] {
        guard let file else { return [] }
        var report = Report(file: file)
        guard file.value.members != nil else { return report.wrongType("The file", "an object", file.value, at: []) }
        if let suffixes = file.value["defaultSuffixes"] {
            if let items = suffixes.elements {
                for item in items {
                    for problem in ItemShape.suffixProblems(item) {
                        report.add(problem.message, at: ["defaultSuffixes"])
                    }
                }
            } else {
                report.expect(false, "'defaultSuffixes'", "a list", suffixes, at: ["defaultSuffixes"])
            }
        }
        guard let active = file.value["activeExperiments"] else { return report.faults }
        guard let experiments = active.members else {
            return report.faults
                + report.wrongType("'activeExperiments'", "an object", active, at: ["activeExperiments"])
        }
        for (name, experiment) in experiments.sorted(by: { $0.key < $1.key }) {
            report.check(experiment, at: ["activeExperiments", name])
        }
        return report.faults
    }

    /// The faults of the experiments of search pages.
    static func searchFaults(of file: DefinitionFile?) -> [Fault] {
        guard let file else { return [] }
        var report = Report(file: file)
        for (name, experiment) in file.entries { report.checkSearch(experiment, at: [name]) }
        return report.faults
    }

    private struct Report {
        let file: DefinitionFile
        var faults: [Fault] = []

        func wrongType(_ subject: String, _ expected: String, _ value: JSONValue, at path: [String]) -> [Fault] {
            [file.fault(.invalidExperiment, "\(subject) must be \(expected), not \(value.shown).", at: path)]
        }

        mutating func add(_ message: String, at path: [String]) {
            faults.append(file.fault(.invalidExperiment, message, at: path))
        }

        mutating func expect(
            _ holds: Bool, _ subject: String, _ expected: String, _ value: JSONValue, at path: [String]
        ) {
            if !holds { faults += wrongType(subject, expected, value, at: path) }
        }

        mutating func check(_ experiment: JSONValue, at path: [String]) {
            guard let fields = experiment.members else {
                return expect(false, "An experiment", "an object", experiment, at: path)
            }
            for field in fields.keys.sorted() where !["cohorts", "metrics"].contains(field) {
                add("'\(field)' is not a field of an experiment. Use cohorts or metrics.", at: path + [field])
            }
            for field in ["cohorts", "metrics"] where fields[field] == nil {
                add("The experiment lacks '\(field)'. Add it.", at: path)
            }
            if let cohorts = fields["cohorts"] {
                let isTexts = cohorts.elements?.allSatisfy { $0.text != nil } ?? false
                expect(isTexts, "'cohorts'", "a list of strings", cohorts, at: path + ["cohorts"])
            }
            guard let metrics = fields["metrics"] else { return }
            guard let entries = metrics.members else {
                return expect(false, "'metrics'", "an object", metrics, at: path + ["metrics"])
            }
            for (name, metric) in entries.sorted(by: { $0.key < $1.key }) {
                let isDescribed = metric["description"]?.text != nil
                expect(
                    isDescribed, "Metric '\(name)'", "an object with a description", metric,
                    at: path + ["metrics", name])
            }
        }

        mutating func checkSearch(_ experiment: JSONValue, at path: [String]) {
            guard let fields = experiment.members else {
                return expect(false, "An experiment", "an object", experiment, at: path)
            }
            for field in ["allocation", "assignment", "variants", "persistent", "description"]
            where fields[field] == nil {
                add("The experiment lacks '\(field)'. Add it.", at: path)
            }
            let known = [
                "allocation", "assignment", "variants", "persistent", "description", "services", "exclusionGroup",
                "is_triggering",
            ]
            for field in fields.keys.sorted() where !known.contains(field) {
                add(
                    "'\(field)' is not a field of an experiment. Use one of: \(known.joined(separator: ", ")).",
                    at: path
                )
            }
            if let share = fields["allocation"], share.elements == nil {
                expect((0...1).contains(share.number ?? -1), "'allocation'", "from 0 to 1, or a list", share, at: path)
            }
            if let variants = fields["variants"] {
                expect(variants.elements != nil, "'variants'", "a list", variants, at: path)
            }
        }
    }
}

/// Checks of native experiments in strict mode. The reference finds these faults when live pixels arrive.
enum ExperimentChecks {
    static func faults(_ folder: DefinitionFolder) -> [Fault] {
        guard let file = folder.experiments else { return [] }
        let builder = PixelSchemaBuilder(folder, mode: .strict)
        var faults: [Fault] = []
        func report(_ code: FaultCode, _ message: String, at path: [String]) {
            faults.append(file.fault(code, message, at: path, pixel: path.count > 1 ? path[1] : nil))
        }
        do {
            _ = try builder.suffixSchema(file.value["defaultSuffixes"]?.elements ?? [])
        } catch {
            faults.append(file.fault(error, at: ["defaultSuffixes"], pixel: nil))
        }
        for (name, experiment) in (file.value["activeExperiments"]?.members ?? [:]).sorted(by: { $0.key < $1.key }) {
            let path = ["activeExperiments", name]
            if name.contains("_") {
                report(
                    .unreachablePixel,
                    "The experiment can never match, because '_' separates the parts of its pixels. Rename it.",
                    at: path)
            }
            for cohort in (experiment["cohorts"]?.elements ?? []).compactMap(\.text) where cohort.contains("_") {
                report(
                    .unreachablePixel,
                    "The cohort '\(cohort)' can never match, because '_' separates the parts of names. Rename it.",
                    at: path)
            }
            for (metric, schema) in (experiment["metrics"]?.members ?? [:]).sorted(by: { $0.key < $1.key }) {
                do {
                    _ = try builder.metricSchema(schema)
                } catch {
                    report(error.code, "Metric '\(metric)': \(error.message)", at: path + ["metrics", metric])
                }
            }
        }
        return faults
    }
}
