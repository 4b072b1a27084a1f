import CommandLineKit
import Foundation
import JSONSchema
import PixelDefinitions

extension Commands {
    /// The format of wide events: one payload per line, or a line of the development server's log.
    private static let wideFormat = "wide"

    static let check = Command(
        "check", Argument(.file("FILE"), isOptional: true), summary: "Check recorded requests, one per line.",
        details: "Reads FILE, or standard input if FILE is - or missing. Prints each request that is not as defined.",
        options: [
            definitionsOption, compatOption, schemaOption,
            Option(
                "--format", .word(RequestFormat.allCases.map(\.rawValue) + [wideFormat]),
                help: "The format of the lines. By default url."),
            Option(
                "--app-version", .text("VERSION"),
                help: "The oldest version to check. By default the version in product.json."),
        ]
    ) { invocation in
        let folder = try DefinitionFolder(at: invocation.value("--definitions") ?? "")
        let errors = folder.faults.filter { $0.severity == .error }
        guard errors.isEmpty else {
            invocation.report(errors, in: folder.root.path)
            return .failure
        }
        let path = invocation.arguments.first ?? "-"
        guard let reader = LineReader(path: path) else { throw UsageError("Cannot read '\(path.printable)'.") }
        let checker = try LineChecker(invocation, folder)
        return try await invocation.console.showing("checking …") {
            Result {
                var run = CheckRun(checker: checker, invocation: invocation)
                try reader.forEachLine { run.check($0) }
                return run.finish()
            }
        }.get()
    }

    /// Checks the lines of one format.
    private enum LineChecker: Sendable {
        case pixels(PixelChecker, RequestFormat)
        case wideEvents(WideEventChecker)

        init(_ invocation: Invocation, _ folder: DefinitionFolder) throws(UsageError) {
            let name = invocation.value("--format") ?? RequestFormat.url.rawValue
            guard let format = RequestFormat(rawValue: name) else {
                self = .wideEvents(WideEventChecker(folder))
                return
            }
            var options = ValidationOptions(invocation)
            options.targetVersion = try invocation.value("--app-version", expected: "a version such as 7.212.0") {
                AppVersion($0) == nil ? nil : $0
            }
            if options.targetVersion == nil, Product.fetchesVersion(folder) {
                invocation.console.printError(
                    "pixels: product.json has its version at an address, which is not fetched. Give the oldest "
                        + "version by --app-version. Without it, requests of every version are checked.")
            }
            self = .pixels(PixelChecker(folder, options: options), format)
        }

        var formatName: String {
            switch self {
            case .pixels(_, let format): format.rawValue
            case .wideEvents: Commands.wideFormat
            }
        }

        /// The name and the verdict of the request in a line; nil if there is none.
        func verdict(on line: String) -> (name: String, result: CheckResult)? {
            switch self {
            case .pixels(let pixels, let format):
                format.request(in: line).map { ($0.name, pixels.check(name: $0.name, query: $0.query)) }
            case .wideEvents(let wideEvents): wideEvents.verdict(on: line)
            }
        }
    }

    /// One run over an input. Output is written in large pieces.
    private struct CheckRun {
        private static let pieceSize = 1 << 16

        private let checker: LineChecker
        private let invocation: Invocation
        private var output = ""
        private var lines = 0
        private var passed = 0
        private var failed = 0
        private var undocumented = 0
        private var old = 0
        private var unreadable = 0

        init(checker: LineChecker, invocation: Invocation) {
            self.checker = checker
            self.invocation = invocation
        }

        mutating func check(_ line: String) {
            lines += 1
            guard let (name, result) = checker.verdict(on: line) else {
                guard !line.isEmpty else { return }
                unreadable += 1
                return report("", .failed(["Line \(lines) is not a request in the format \(checker.formatName)."]))
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
            if invocation.isJSON {
                let reasons = result.reasons.map(JSONValue.quoted).joined(separator: ",")
                let name = JSONValue.quoted(name)
                output += "{\"pixel\":\(name),\"status\":\"\(result.status)\",\"reasons\":[\(reasons)]}\n"
            } else {
                switch result {
                case .passed, .oldVersion: break
                case .undocumented: output += "\(name.printable): undocumented\n"
                case .failed(let reasons):
                    output += "\(name.printable): failed: \(reasons.joined(separator: " ").printable)\n"
                }
            }
            if output.utf8.count > Self.pieceSize { flush() }
        }

        private mutating func flush() {
            invocation.console.write(output)
            output.removeAll(keepingCapacity: true)
        }

        mutating func finish() -> ExitCode {
            if !invocation.isJSON {
                output += "passed \(passed), failed \(failed), undocumented \(undocumented), old version \(old)"
                output += unreadable > 0 ? ", unreadable \(unreadable)\n" : "\n"
            }
            flush()
            return failed + undocumented + unreadable == 0 ? .success : .failure
        }
    }
}

/// The lines of a file or of standard input, read in pieces, so that memory stays constant.
private struct LineReader: Sendable {
    /// The rest of a longer line is dropped. No request is that long.
    private static let longestLine = 1 << 20
    private static let pieceSize = 1 << 16

    private let input: FileHandle

    /// Opens `path`. `-` is standard input.
    init?(path: String) {
        guard let input = path == "-" ? .standardInput : FileHandle(forReadingAtPath: path) else { return nil }
        self.input = input
    }

    /// Calls `body` with each line, without its line break.
    func forEachLine(_ body: (String) -> Void) throws {
        var pending: [UInt8] = []
        while let piece = try input.read(upToCount: Self.pieceSize), !piece.isEmpty {
            piece.withUnsafeBytes { buffer in
                var rest = buffer[...]
                while let end = rest.firstIndex(of: 0xA) {
                    if pending.isEmpty {
                        body(Self.line(UnsafeRawBufferPointer(rebasing: rest[..<end])))
                    } else {
                        pending += rest[..<end].prefix(max(0, Self.longestLine - pending.count))
                        pending.withUnsafeBytes { body(Self.line($0)) }
                        pending.removeAll(keepingCapacity: true)
                    }
                    rest = rest[(end + 1)...]
                }
                pending += rest.prefix(max(0, Self.longestLine - pending.count))
            }
        }
        if !pending.isEmpty { pending.withUnsafeBytes { body(Self.line($0)) } }
    }

    private static func line(_ bytes: UnsafeRawBufferPointer) -> String {
        let text = bytes.last == 0xD ? UnsafeRawBufferPointer(rebasing: bytes.dropLast()) : bytes
        return String(decoding: text, as: UTF8.self)
    }
}
