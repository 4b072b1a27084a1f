import CommandLineKit
import Foundation
import PixelDefinitions
import PixelGeneration

/// `pixels sql`: prints the tables and views of what is received.
enum SQLCommand {
    static let command: Command = Command(
        "sql", Argument(.folder("DIR")), summary: "Print the tables and views of what is received, as SQL.",
        details: "Run the SQL again after a change of the definitions. It replaces the views and loses no row.",
        options: [
            Option("--dialect", .word(of: SQLDialect.self), isRequired: true, help: "The database that reads the SQL."),
            Option("--cluster", .text("NAME"), help: "ClickHouse: ask all shards of this cluster."),
            Option(
                "--log", .file("FILE"),
                help: "DuckDB: the log of the collector or of devserver, or a pattern. By default requests.jsonl."),
            Option("--verdicts", .file("FILE"), help: "DuckDB: the output of 'pixels check --format tsv'."),
        ]
    ) { try run($0) }

    private static func run(_ invocation: Invocation) throws -> ExitCode {
        let folder = DefinitionFolder(reading: try URL(definitions: invocation.arguments[0]))
        for fault in folder.faults { Output.writeError("pixels sql: \(fault)\n") }
        guard let dialect: SQLDialect = invocation.choice("--dialect"),
            !folder.faults.contains(where: { $0.severity == .error })
        else { return .failure }
        var options = SQLScript.Options()
        options.cluster = invocation.value("--cluster")
        options.log = invocation.value("--log") ?? options.log
        options.verdicts = invocation.value("--verdicts")
        let today = Date.now.ISO8601Format(.iso8601.year().month().day())
        Output.write(SQLScript(folder, dialect: dialect, options: options, today: today).text)
        return .success
    }
}

/// `pixels query`: prints a saved question as SQL.
enum QueryCommand {
    static let command: Command = Command(
        "query", Argument(.folder("FOLDER")), Argument(.text("QUESTION"), isOptional: true),
        Argument(.text("PARAMETER=VALUE"), isOptional: true, isRepeatable: true),
        summary: "Print a saved question as SQL, or list the questions of a folder.",
        options: [Option("--dialect", .word(of: SQLDialect.self), help: "The database that reads the SQL.")]
    ) { try run($0) }

    private static func run(_ invocation: Invocation) throws -> ExitCode {
        let path = invocation.arguments[0]
        let folder = URL(filePath: path, directoryHint: .isDirectory)
        let files = ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).filter { $0.hasSuffix(".sql") }
        guard !files.isEmpty else { throw UsageError("The folder '\(path)' contains no questions.") }
        guard invocation.arguments.count > 1 else { return try list(files.sorted(), in: folder) }
        guard let dialect: SQLDialect = invocation.choice("--dialect") else {
            throw UsageError("A question needs '--dialect'. Use \(SQLDialect.allCases.map(\.rawValue).alternatives).")
        }
        let name = invocation.arguments[1]
        guard let file = ["\(name).\(dialect.rawValue).sql", "\(name).sql"].first(where: files.contains) else {
            let known = Set(files.map { String($0.prefix { $0 != "." }) }).sorted()
            throw UsageError("There is no question '\(name)' for \(dialect.rawValue). Use \(known.alternatives).")
        }
        do {
            let question = try SavedQuestion(name: name, text: try text(file, in: folder))
            Output.write(try question.sql(try values(invocation.arguments.dropFirst(2)), in: dialect) + ";\n")
        } catch let failure as SavedQuestion.Failure {
            throw UsageError(failure.message)
        }
        return .success
    }

    private static func text(_ file: String, in folder: URL) throws -> String {
        try String(contentsOf: folder.appending(path: file), encoding: .utf8)
    }

    private static func values(_ words: ArraySlice<String>) throws(UsageError) -> [String: String] {
        var values: [String: String] = [:]
        for word in words {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { throw UsageError("'\(word)' is not of the form PARAMETER=VALUE.") }
            values[String(parts[0])] = String(parts[1])
        }
        return values
    }

    private static func list(_ files: [String], in folder: URL) throws -> ExitCode {
        for file in files {
            let question = try SavedQuestion(
                name: String(file.dropLast(".sql".count)), text: try text(file, in: folder))
            let parameters = question.parameters.map { parameter in
                let value = parameter.fallback ?? parameter.kind.rawValue.uppercased()
                return "  \(parameter.name)=\(value)  \(parameter.description)\n"
            }
            Output.write("\(question.name): \(question.title)\n\(parameters.joined())\n")
        }
        return .success
    }
}
