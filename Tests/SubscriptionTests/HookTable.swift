import Foundation
import TestSupport

/// The table in the documentation of `SubscriptionPurchaseInstrumentation`.
struct HookTable {
    /// A column.
    enum Phase: Int {
        case none, open, over
    }

    struct Cell {
        let events: [String]
        let effects: [String]
    }

    let cells: [String: [Cell]]

    init() throws {
        let path = "SharedPackages/BrowserServicesKit/Sources/Subscription/Instrumentation/"
        let text = try Repository.text(of: path + "SubscriptionPurchaseInstrumentation.swift")
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("/// | ") }.dropFirst()
        cells = Dictionary(
            uniqueKeysWithValues: rows.map { row in
                let columns = row.split(separator: "|").dropFirst().map { $0.trimmingCharacters(in: .whitespaces) }
                return (columns[0].replacing("³", with: ""), columns[1...].map(Cell.init))
            })
    }

    var hooks: [String] { cells.keys.sorted() }
}

extension HookTable.Cell {
    init(_ text: String) {
        let parts = text == "–" ? [] : text.split(separator: ";", omittingEmptySubsequences: false)
        events = parts.first.map { $0.split(separator: " ").map(String.init) } ?? []
        effects = parts.count > 1 ? parts[1].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } : []
    }
}

/// The events and effects that the table states for a sequence of hooks.
struct HookTableReader {
    private let table: HookTable
    private(set) var events: [String] = []
    private(set) var effects: [String] = []
    private var phase = HookTable.Phase.none
    private var isStripe = false
    private var told: Set<String> = []
    private var waiting = 0

    init(_ table: HookTable) { self.table = table }

    mutating func call(_ hook: String, isStripe isStripeAttempt: Bool) {
        guard let cell = table.cells[hook]?[phase.rawValue] else { return }
        let goesOn = cell.effects.contains("success²") && !isStripe
        let before = phase
        let wasPaid = told.contains("purchaseSucceeded")
        if wasPaid, cell.events.contains("purchaseCancelled⁴") { return perform("wait", wasPaid: true) }
        if hook == "purchaseAttemptStarted" {
            (phase, isStripe, told) = (.open, isStripeAttempt, [])
        }
        for event in cell.events {
            let name = event.replacing("¹", with: "").replacing("⁴", with: "")
            if goesOn {
                events.append(name)
                continue
            }
            if !(event.hasSuffix("¹") && told.contains(name)) { events.append(name) }
            if before != .none { told.insert(name) }
        }
        for effect in cell.effects where !goesOn { perform(effect, wasPaid: wasPaid) }
    }

    private mutating func perform(_ effect: String, wasPaid: Bool) {
        switch effect.replacing("²", with: "") {
        case "start": effects.append("start")
        case "give up": effects.append(wasPaid ? "complete UNKNOWN partial_data" : "discard")
        case "update": effects.append("update")
        case "wait":
            effects.append("update")
            waiting += 1
            phase = .over
        case "end waiting":
            let end = "complete SUCCESS missing_entitlements_delayed_activation"
            effects += [String](repeating: end, count: waiting)
            waiting = 0
        case let end:
            effects.append(end == "discard" ? end : "complete \(end.uppercased())")
            phase = .over
        }
    }
}
