import Foundation
import TestSupport
import Testing

@testable import Outbox

@Suite struct GateTests {
    /// Periods that are tried one after the other, and which of them the gate lets through.
    struct Walk: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let periods: [Int64]
        let admitted: [Int64]
    }

    static let walks = [
        Walk(testDescription: "day after day", periods: [1, 1, 2, 2, 3], admitted: [1, 2, 3]),
        Walk(testDescription: "a day back, and on", periods: [10, 9, 10, 9, 11], admitted: [10, 9, 11]),
        Walk(
            testDescription: "a year forward and back",
            periods: [10, 375, 375, 10, 11, 376, 11, 12],
            admitted: [10, 375, 11, 376, 12]
        ),
        Walk(testDescription: "four are remembered", periods: [1, 2, 3, 4, 1, 2, 3, 4], admitted: [1, 2, 3, 4]),
        Walk(
            testDescription: "the fifth displaces the first", periods: [1, 2, 3, 4, 5, 1], admitted: [1, 2, 3, 4, 5, 1]),
        Walk(testDescription: "once per install", periods: [0, 0, 0], admitted: [0]),
        Walk(testDescription: "before 1970", periods: [-1, -1, 0, -1], admitted: [-1, 0]),
    ]

    @Test("A gate opens once in each of the last four periods, wherever the clock goes", arguments: walks)
    func periods(_ walk: Walk) async throws {
        let folder = TemporaryFolder()
        var admitted: [Int64] = []
        for period in walk.periods {
            // A new process each time: nothing is remembered but the file.
            if try await Store(in: folder).admit("a", .period(period)) { admitted.append(period) }
        }
        #expect(admitted == walk.admitted)
    }

    @Test(
        "Intervals compare absolutely, from the last one admitted", arguments: [(0, true), (999, false), (1000, true)])
    func intervals(distance: Int64, isOpen: Bool) async throws {
        for direction: Int64 in [1, -1] {
            let store = try await Store()
            #expect(try await store.admit("a", .interval(length: 1000, at: 50_000)))
            let second = try await store.admit("a", .interval(length: 1000, at: 50_000 + direction * distance))
            #expect(second == (isOpen && distance > 0))
            #expect(try await store.admit("b", .interval(length: 1000, at: 50_000)))
        }
    }

    @Test("A refused interval does not prolong the rest; a clock set back a day opens the gate")
    func intervalWalk() async throws {
        let store = try await Store()
        let day: Int64 = 86_400_000
        var admitted: [Int64] = []
        for now in [0, 600, 1100, 1100 - day, 1200 - day, 1150, 1100 + 365 * day, 1200] {
            if try await store.admit("a", .interval(length: 1000, at: now)) { admitted.append(now) }
        }
        #expect(admitted == [0, 1100, 1100 - day, 1150, 1100 + 365 * day, 1200])
    }

    @Test("Gates of other keys are others, whatever bytes the key holds")
    func keys() async throws {
        let store = try await Store()
        for key in ["a", "A", "", "a\0", "a\0b", "ä", "a' OR '1'='1"] {
            #expect(try await store.admit(key, .period(1)))
            #expect(try await store.admit(key, .period(1)) == false)
        }
    }

    @Test("Trimming forgets the gates longest untouched, and never one that closes for good")
    func trimming() async throws {
        let store = try await Store()
        #expect(try await store.admit("forever", .period(0)))
        for key in ["a", "b", "c", "d"] { #expect(try await store.admit(key, .period(1))) }
        // Many touches of one gate are no reason to forget another.
        for period: Int64 in 2...50 { #expect(try await store.admit("a", .period(period))) }
        try await store.database.perform { try store.outbox.trimGates(to: 4, in: $0) }
        for key in ["b", "c", "d"] { #expect(try await store.admit(key, .period(1)) == false) }
        try await store.database.perform { try store.outbox.trimGates(to: 2, in: $0) }
        let left = try await store.database.perform { try $0.rows("SELECT key FROM gates ORDER BY key") { $0.text(0) } }
        #expect(left == ["a", "d", "forever"])
        #expect(try await store.admit("forever", .period(0)) == false)
    }

    @Test("Two processes at one gate: one is let through")
    func shared() async throws {
        let folder = TemporaryFolder()
        let stores = [try await Store(in: folder), try await Store(in: folder)]
        for period: Int64 in 1...100 {
            async let first = stores[0].admit("a", .period(period))
            async let second = stores[1].admit("a", .period(period))
            #expect(try await [first, second].filter { $0 }.count == 1)
        }
    }
}
