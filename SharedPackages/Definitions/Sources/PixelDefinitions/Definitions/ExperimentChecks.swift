/// What strict mode reports of native experiments, and the reference does not notice before live pixels arrive.
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
            report(error.code, error.message, at: ["defaultSuffixes"])
        }
        for (name, experiment) in (file.value["activeExperiments"]?.members ?? [:]).sorted(by: { $0.key < $1.key }) {
            let path = ["activeExperiments", name]
            if name.contains("_") {
                report(
                    .unreachablePixel, "The experiment can never match: '_' separates the parts of its pixels.",
                    at: path)
            }
            for cohort in (experiment["cohorts"]?.elements ?? []).compactMap(\.text) where cohort.contains("_") {
                report(.unreachablePixel, "The cohort '\(cohort)' can never match: '_' separates parts.", at: path)
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
