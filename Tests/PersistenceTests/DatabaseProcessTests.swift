import Foundation
import Persistence
import TestSupport
import Testing

@Suite struct DatabaseProcessTests {
    @Test("Processes that open one new file at once and write lose no increment", arguments: 0..<5)
    func increments(round: Int) async throws {
        let folder = TemporaryFolder()
        let probes = try (0..<5).map { _ in try ChildProcess(probe: "storage", "increment", folder.path, "100") }
        var iterators = probes.map { $0.lines.makeAsyncIterator() }
        for index in iterators.indices { #expect(await iterators[index].next() == "ready") }
        for probe in probes { probe.send("go") }
        for index in iterators.indices { #expect(await iterators[index].next() == "done") }
        for probe in probes { probe.finish() }
        let sum = try await Database(.folder(folder.url), schemas: []).read {
            try $0.first("SELECT value FROM counter") { $0.int(0) }
        }
        #expect(sum == 500)
        #expect(!folder.names.contains { $0.contains("damaged") })
    }
}
