package import DevServer
import Foundation
import PixelKit
import TestSupport

/// Kills a process that fires and sends, again and again, and looks whether anything was lost.
package struct KillStorm {
    private let folder = TemporaryFolder()
    private let server: LocalServer
    private var random: SeededGenerator
    private var lastID: Int64 = 0
    private var confirmed: Set<String> = []
    /// What went wrong, in words; empty when nothing did.
    package private(set) var faults: [String] = []
    /// What the storm was made of, for the curious.
    package private(set) var summary = ""

    package init(server: LocalServer, seed: Int) {
        self.server = server
        random = SeededGenerator(seed: seed)
    }

    /// Launches, kills at a random moment, and checks, so many times; then lets the rest be sent, and checks again.
    package mutating func rage(kills: Int) async throws {
        for run in 0..<kills {
            try await kill(run)
            try await check(run)
        }
        try await checkDelivery()
    }

    private mutating func kill(_ run: Int) async throws {
        let probe = try ChildProcess(probe: "pixels", folder.path, server.url.absoluteString, "granted")
        probe.send("load \(run)")
        // A moment told by what was said, not by a clock; what the process does meanwhile is another matter.
        var left = Int.random(in: 0..<160, using: &random)
        if left == 0 { probe.kill() }
        for await line in probe.lines {
            left -= 1
            if left == 0 { probe.kill() }
            let words = line.split(separator: " ")
            guard words.count == 2 else { continue }
            if words[0] == "confirmed" { confirmed.insert(String(words[1])) }
            guard words[0] == "row", let id = Int64(words[1]) else { continue }
            if id <= lastID { faults.append("run \(run): id \(id) after \(lastID)") }
            lastID = id
        }
        await probe.waitUntilExit()
    }

    private mutating func check(_ run: Int) async throws {
        let database = Database(.folder(folder.url), schemas: [.outbox])
        let (accounts, gates, waiting) = try await database.perform { transaction in
            (
                try OutboxStore().accounts(in: transaction),
                try transaction.first("SELECT count(*) FROM gates") { $0.int(0) } ?? 0,
                try transaction.rows("SELECT target FROM requests") { $0.text(0) }
            )
        }
        if !accounts.isBalanced || accounts.accepted != accounts.delivered + accounts.pending {
            faults.append("run \(run): \(accounts)")
        }
        let known = Set(waiting).union(server.collected.map { "\($0.path)?\($0.query)" })
        let once = known.count { $0.hasPrefix("/t/m_once?") }
        if once != gates { faults.append("run \(run): \(gates) gates, \(once) requests") }
        for value in confirmed where !known.contains("/t/m_plain?v=\(value)") && !known.contains("/t/m_once?v=\(value)")
        {
            faults.append("run \(run): \(value) was confirmed and is gone")
        }
    }

    private mutating func checkDelivery() async throws {
        let pixels = PixelDispatcher.live(endpoint: server.url, directory: folder.url, initialConsent: .granted)
        let flushed = await pixels.flush(timeout: .seconds(600))
        let accounts = try await pixels.accounts()
        if flushed != .drained { faults.append("at the end: \(flushed)") }
        if accounts.accepted != accounts.delivered { faults.append("at the end: \(accounts)") }
        let arrived = server.collected.map { "\($0.path)?\($0.query)" }
        let repeated = arrived.count - Set(arrived).count
        if Set(arrived).count != accounts.delivered {
            faults.append("\(accounts.delivered) delivered, \(Set(arrived).count) arrived")
        }
        if repeated > accounts.resent { faults.append("\(repeated) repeated, \(accounts.resent) counted") }
        summary = "\(accounts.accepted) accepted, \(confirmed.count) confirmed, \(repeated) repeated"
    }
}
