import CommandLineKit
import Foundation
import JSONSchema
import PixelDefinitions

/// `pixels check`: checks recorded requests.
enum CheckCommand {
    private static let formats = RequestFormat.allCases.map(\.rawValue) + [LineJudge.wideFormat, RowJudge.format]

    static let command: Command = Command(
        "check", Argument(.file("FILE"), isOptional: true), summary: "Check recorded requests, one on each line.",
        details: "Reads standard input without FILE, or if FILE is '-'.",
        options: [
            .definitions, ValidationOptions.compatOption, ValidationOptions.schemaOption,
            Option("--format", .word(formats), help: "The format of a line. By default url."),
            Option("--app-version", .text("VERSION"), help: "The oldest version whose requests count."),
        ]
    ) { try run($0) }

    private static func run(_ invocation: Invocation) throws -> ExitCode {
        let folder = DefinitionFolder(reading: try URL(definitions: invocation.value("--definitions") ?? ""))
        if let fault = folder.faults.first(where: { $0.severity == .error }) {
            Output.writeError("pixels check: \(fault)\n")
            return .failure
        }
        let isTable = invocation.value("--format") == RowJudge.format
        let judge = isTable ? nil : try judge(invocation, folder)
        let reader: LineReader
        do {
            reader = try LineReader(path: invocation.arguments.first ?? "-")
        } catch {
            throw UsageError("The file '\(invocation.arguments.first ?? "")' cannot be read.")
        }
        guard let judge else {
            try RowJudge(folder, options: try options(invocation, for: folder)).run(reader)
            return .success  // A database that runs the tool takes any other end for a failure.
        }
        var run = CheckRun(judge: judge, printsJSON: invocation.isJSON)
        try reader.forEachLine { run.judge($0) }
        return run.finish()
    }

    private static func judge(_ invocation: Invocation, _ folder: DefinitionFolder) throws -> LineJudge {
        let name = invocation.value("--format") ?? "url"
        if name == LineJudge.wideFormat { return .wideEvents(WideEventChecker(folder)) }
        guard let format = RequestFormat(rawValue: name) else {
            throw UsageError("'\(name)' is not a format. Use \(formats.alternatives).")
        }
        return .pixels(PixelChecker(folder, options: try options(invocation, for: folder)), format)
    }

    private static func options(_ invocation: Invocation, for folder: DefinitionFolder) throws -> ValidationOptions {
        var options = try ValidationOptions(invocation)
        options.targetVersion = invocation.value("--app-version")
        if let version = options.targetVersion, AppVersion(version) == nil {
            throw UsageError("'\(version)' is not a version such as 7.212.0.")
        }
        if options.targetVersion == nil, Product.fetchesVersion(folder) {
            let remedy =
                "Give the oldest version that counts by --app-version, or requests of every version are judged."
            Output.writeError(
                "pixels check: product.json takes its version from an address, which is not fetched. \(remedy)\n")
        }
        return options
    }
}

/// What judges a line.
private enum LineJudge {
    /// The format of wide events: a payload a line, or a line of the development server's log.
    static let wideFormat = "wide"

    case pixels(PixelChecker, RequestFormat)
    case wideEvents(WideEventChecker)

    var formatName: String {
        switch self {
        case .pixels(_, let format): format.rawValue
        case .wideEvents: Self.wideFormat
        }
    }

    /// The name of what a line holds, and the verdict; nil if it holds nothing of the kind.
    func verdict(on line: String) -> (name: String, result: CheckResult)? {
        switch self {
        case .pixels(let pixels, let format):
            format.request(in: line).map { ($0.name, pixels.check(name: $0.name, query: $0.query)) }
        case .wideEvents(let wideEvents): wideEvents.verdict(on: line)
        }
    }
}

/// One run over an input.
private struct CheckRun: ~Copyable {
    let judge: LineJudge
    let printsJSON: Bool
    private var output = OutputBuffer()
    private var progress = Progress(unit: "requests")
    private var passed = 0
    private var failed = 0
    private var undocumented = 0
    private var old = 0
    private var unreadable = 0

    init(judge: LineJudge, printsJSON: Bool) {
        self.judge = judge
        self.printsJSON = printsJSON
    }

    mutating func judge(_ line: String) {
        progress.advance()
        guard let (name, result) = judge.verdict(on: line) else {
            guard !line.isEmpty else { return }
            unreadable += 1
            return report("", .failed(["Line \(progress.count) holds no request in the format \(judge.formatName)."]))
        }
        switch result {
        case .passed: passed += 1
        case .failed: failed += 1
        case .undocumented: undocumented += 1
        case .oldVersion: old += 1
        }
        report(name, result)
    }

    private mutating func report(_ name: String, _ result: CheckResult) {
        if printsJSON {
            let reasons = result.reasons.map(JSONValue.quoted).joined(separator: ",")
            output.append(
                "{\"pixel\":\(JSONValue.quoted(name)),\"status\":\"\(result.status)\",\"reasons\":[\(reasons)]}\n"
            )
            return
        }
        switch result {
        case .passed, .oldVersion: break
        case .undocumented: output.append("\(name): undocumented\n")
        case .failed(let reasons): output.append("\(name): failed: \(reasons.joined(separator: " "))\n")
        }
    }

    mutating func finish() -> ExitCode {
        if !printsJSON {
            output.append("passed \(passed), failed \(failed), undocumented \(undocumented), old version \(old)")
            output.append(unreadable > 0 ? ", unreadable \(unreadable)\n" : "\n")
        }
        output.flush()
        progress.finish()
        return failed + undocumented + unreadable == 0 ? .success : .failure
    }
}
