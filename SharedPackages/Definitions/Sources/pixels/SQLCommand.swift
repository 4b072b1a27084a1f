import Foundation
import PixelDefinitions
import PixelGeneration

/// `pixels sql`: tables and views for what is received.
enum SQLCommand: Command {
    static let name = "sql"
    static let summary = "Print the tables and views of what is received, as SQL."
    static let usage = """
        sql --dialect clickhouse|clickhouse18|duckdb [--cluster NAME] [--log FILE] [--verdicts FILE] DIR
          --cluster NAME    ClickHouse: ask all shards of this cluster.
          --log FILE        DuckDB: the log of the collector or of devserver, or a pattern; requests.jsonl by default.
          --verdicts FILE   DuckDB: the output of 'pixels check --format tsv'.
        """
    static let flags: Set<String> = []
    static let options: Set = ["cluster", "dialect", "log", "verdicts"]

    static func run(_ arguments: Arguments) throws -> ExitCode {
        guard arguments.rest.count == 1 else { throw UsageError(message: "Name one folder.") }
        let dialect = try SQLDialect(named: try arguments.required("dialect"))
        let folder = DefinitionFolder(reading: try URL(definitions: arguments.rest[0]))
        for fault in folder.faults { Output.writeError("pixels sql: \(fault)\n") }
        guard !folder.faults.contains(where: { $0.severity == .error }) else { return .faults }
        var options = SQLScript.Options()
        options.cluster = arguments.value("cluster")
        options.log = arguments.value("log") ?? options.log
        options.verdicts = arguments.value("verdicts")
        let today = Date.now.ISO8601Format(.iso8601.year().month().day())
        Output.write(SQLScript(folder, dialect: dialect, options: options, today: today).text)
        return .fine
    }
}

/// `pixels query`: the SQL of a saved question.
enum QueryCommand: Command {
    static let name = "query"
    static let summary = "Print a saved question as SQL, or list the questions."
    static let usage = "query FOLDER [QUESTION [PARAMETER=VALUE …] --dialect clickhouse|clickhouse18|duckdb]"
    static let flags: Set<String> = []
    static let options: Set = ["dialect"]

    static func run(_ arguments: Arguments) throws -> ExitCode {
        guard let path = arguments.rest.first else { throw UsageError(message: "Name the folder of the questions.") }
        let folder = URL(filePath: path, directoryHint: .isDirectory)
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).filter { $0.hasSuffix(".sql") }
        guard !names.isEmpty else { throw UsageError(message: "The folder '\(path)' contains no questions.") }
        guard arguments.rest.count > 1 else { return try list(names.sorted(), in: folder) }
        let dialect = try SQLDialect(named: try arguments.required("dialect"))
        let name = arguments.rest[1]
        guard let file = ["\(name).\(dialect.rawValue).sql", "\(name).sql"].first(where: names.contains) else {
            let known = Set(names.map { String($0.prefix { $0 != "." }) }).sorted()
            throw UsageError(
                message:
                    "There is no question '\(name)' for \(dialect.rawValue).\(SimilarNames.hint(for: name, among: known))"
            )
        }
        do {
            let question = try SavedQuestion(name: name, text: try text(file, in: folder))
            Output.write(try question.sql(try values(arguments.rest.dropFirst(2)), in: dialect) + ";\n")
        } catch let failure as SavedQuestion.Failure {
            throw UsageError(message: failure.message)
        }
        return .fine
    }

    private static func text(_ file: String, in folder: URL) throws -> String {
        try String(contentsOf: folder.appending(path: file), encoding: .utf8)
    }

    private static func values(_ words: ArraySlice<String>) throws(UsageError) -> [String: String] {
        var values: [String: String] = [:]
        for word in words {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { throw UsageError(message: "'\(word)' is not of the form PARAMETER=VALUE.") }
            values[String(parts[0])] = String(parts[1])
        }
        return values
    }

    private static func list(_ files: [String], in folder: URL) throws -> ExitCode {
        for file in files {
            let question = try SavedQuestion(
                name: String(file.dropLast(".sql".count)), text: try text(file, in: folder))
            let parameters = question.parameters.map { parameter in
                "  \(parameter.name)=\(parameter.fallback ?? parameter.kind.rawValue.uppercased())  \(parameter.description)\n"
            }
            Output.write("\(question.name): \(question.title)\n\(parameters.joined())\n")
        }
        return .fine
    }
}

extension SQLDialect {
    fileprivate init(named name: String) throws(UsageError) {
        guard let dialect = SQLDialect(rawValue: name) else {
            let known = SQLDialect.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError(message: "'\(name)' is not a dialect. Known are: \(known).")
        }
        self = dialect
    }
}
