import Common
import Foundation
import MaliciousSiteProtection

/// What judging an ordinary address costs, and what a million hash prefixes do.
struct ProtectionBenchmarks {
    private static let id = DataSetID(.malware, .hashPrefixSet)
    private static let count = 1_000_000

    let baseline: Double

    func judging() async throws {
        let folder = temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let embedded = DataSetStore(folder: folder.appending(path: "none"))
        let few = await nanosecondsPerVerdict(by: embedded)
        // In another process: what this one had freed would make room for the prefixes.
        guard try run(CommandLine.arguments[0], ["write-prefixes", folder.path(percentEncoded: false)]) == 0 else {
            throw CocoaError(.fileWriteUnknown)
        }
        let idle = residentMiB()
        let downloaded = DataSetStore(folder: folder)
        let first = await ContinuousClock().measure {
            let detector = MaliciousSiteDetector(
                eventMapping: .noOp, dataSets: DataSetStore(folder: folder), api: NoService())
            _ = await detector.verdict(for: "https://www.site.example/")
        }
        let many = await nanosecondsPerVerdict(by: downloaded)
        let grown = residentMiB() - idle
        Figure(name: "safe verdict by the embedded prefixes", value: few / baseline, unit: "x", goal: 40).printLine()
        Figure(name: "safe verdict by a million prefixes", value: many / baseline, unit: "x", goal: 40).printLine()
        Figure(name: "checks by a million prefixes, cold (loading included)", value: 1 / seconds(first), unit: "/s")
            .printLine()
        Figure(name: "checks by a million prefixes, warm", value: 1e9 / many, unit: "/s").printLine()
        Figure(
            name: "resident memory of \(downloaded.status(of: Self.id).count) prefixes", value: grown, unit: "MiB",
            goal: 16
        ).printLine()
    }

    // MARK: - Many filters of one host

    /// The checks a second of a host with 3,000 filters, cold and warm. The address matches none of them, so all are searched.
    func filters() async throws {
        let folder = temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let host = "many.filters.example"
        guard let url = CanonicalURL("https://\(host)/") else { throw CocoaError(.coderInvalidValue) }
        let hash = HostHash(url.host)
        let store = DataSetStore(folder: folder)
        try store.apply(
            changeSet([#""\(hash.description.prefix(8))""#]), to: DataSetID(.phishing, .hashPrefixSet), since: 0,
            at: Date())
        let filters = (0..<3_000).map { #"{"hash":"\#(hash)","regex":"\#(Self.pattern($0, host))"}"# }
        try store.apply(changeSet(filters), to: DataSetID(.phishing, .filterSet), since: 0, at: Date())

        let address = "https://\(host)/some/path/index.html?query=1"
        var cold = Double.infinity
        var warm = Double.infinity
        for _ in 0..<7 {
            let detector = MaliciousSiteDetector(eventMapping: .noOp, dataSets: store, api: NoService())
            cold = min(cold, seconds(await ContinuousClock().measure { _ = await detector.verdict(for: address) }))
            for _ in 0..<20 {
                warm = min(warm, seconds(await ContinuousClock().measure { _ = await detector.verdict(for: address) }))
            }
        }
        Figure(name: "checks of a host with 3,000 filters, cold", value: 1 / cold, unit: "/s").printLine()
        Figure(name: "checks of a host with 3,000 filters, warm", value: 1 / warm, unit: "/s", goal: 100).printLine()
    }

    /// Patterns of the kinds that real filter sets contain, as text in JSON.
    private static func pattern(_ index: Int, _ host: String) -> String {
        let host = host.replacing(".", with: #"\\."#)
        return switch index % 3 {
        case 0:
            #"(?i)^https?\\:\\/\\/\#(host)(?:\\:(?:80|443))?\\/bucket\#(index)\\/[a-z0-9]{4,}\\/index\\.html(?:[\\/?#].*)?$"#
        case 1: #"(?i)^https?\\:\\/\\/\#(host)\\/path-\#(index)\\/login\\.php"#
        default: #"(?i)^https?\\:\\/\\/\#(host)\\/(?:a|b)\#(index)\\/.*secure\\/\#(index)(?:\\?.*)?$"#
        }
    }

    private func changeSet(_ entries: [String]) -> Data {
        Data(#"{"insert":[\#(entries.joined(separator: ","))],"delete":[],"revision":1,"replace":true}"#.utf8)
    }

    /// Writes a million prefixes into a folder, as a download does.
    static func writePrefixes(to folder: String) throws {
        var generator = SystemRandomNumberGenerator()
        var prefixes: Set<UInt32> = []
        while prefixes.count < count { prefixes.insert(generator.next()) }
        let entries = prefixes.map { prefix in
            let digits = String(prefix, radix: 16)
            return "\"\(String(repeating: "0", count: 8 - digits.count))\(digits)\""
        }
        let body = #"{"insert":[\#(entries.joined(separator: ","))],"delete":[],"revision":1,"replace":true}"#
        try DataSetStore(folder: URL(filePath: folder)).apply(Data(body.utf8), to: id, since: 0, at: Date())
    }

    private func nanosecondsPerVerdict(by dataSets: DataSetStore) async -> Double {
        let detector = MaliciousSiteDetector(eventMapping: .noOp, dataSets: dataSets, api: NoService())
        let addresses = (0..<1024).map { "https://www.site-\($0).example/some/path/index.html?query=\($0)" }
        var best = Double.infinity
        for _ in 0..<7 {
            let elapsed = await ContinuousClock().measure {
                for _ in 0..<20 {
                    for address in addresses { _ = await detector.verdict(for: address) }
                }
            }
            best = min(best, seconds(elapsed) * 1e9 / Double(20 * addresses.count))
        }
        return best
    }

    private struct NoService: MatchesAPI {
        func matches(hashPrefix: String) async throws -> [ThreatMatch] { [] }
    }

    // MARK: - Start-up

    /// How long `browser check` takes, the first time and later, against a process of the same program that does nothing.
    func startUp() throws {
        let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "browser")
            .path(percentEncoded: false)
        guard FileManager.default.isExecutableFile(atPath: program) else { return }
        let folder = temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        func milliseconds(_ arguments: [String]) throws -> Double {
            try seconds(ContinuousClock().measure { _ = try run(program, arguments) }) * 1000
        }
        func check(in name: String) throws -> Double {
            try milliseconds(["check", "https://www.example.org/", "--data-dir", folder.path() + "/\(name)"])
        }
        var nothing: [Double] = []
        var cold: [Double] = []
        var warm: [Double] = []
        for round in 0..<31 {
            nothing.append(try milliseconds(["--version"]))
            cold.append(try check(in: "\(round)"))
            warm.append(try check(in: "0"))
        }
        func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
        Figure(name: "browser --version", value: median(nothing), unit: "ms").printLine()
        Figure(name: "browser check, cold", value: median(cold), unit: "ms").printLine()
        Figure(name: "browser check, cold, against --version", value: median(cold) / median(nothing), unit: "x")
            .printLine()
        Figure(name: "browser check, warm", value: median(warm), unit: "ms").printLine()
        Figure(name: "browser check, warm, against --version", value: median(warm) / median(nothing), unit: "x")
            .printLine()
    }

    private func run(_ program: String, _ arguments: [String]) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }
}
