#if canImport(DevServer)
import CommandLineKit
import DevServer
import Foundation
import PixelKit
import Subscription
import WideEvent

/// A purchase of the subscription at work, told as a small timeline: what it reported, and the event that it became.
struct JourneyDemonstration {
    let invocation: Invocation
    let app: CompositionRoot
    let server: LocalServer

    private var console: Console { invocation.console }

    /// Buys the subscription and shows what arrived.
    func run() async throws {
        if !invocation.isJSON { console.print(console.colour(.bold, "\nA person buys the subscription.")) }
        let before = server.collected.count
        let start = Date()
        app.subscriptionPurchaseInstrumentation.purchasePageShown()
        app.subscriptionPurchaseInstrumentation.priceSelected(.yearly)
        let result = await app.subscriptionPurchase(on: .stripe)?.subscribe(
            to: SubscriptionPlan.yearly.productID, origin: "run")
        await app.wideEvents.settle()
        _ = await app.pixels.flush(timeout: BrowserProgram.flushTimeout)
        for request in server.collected[before...] {
            show(request, at: max(0, request.time.timeIntervalSince(start)))
        }
        if case .failed(_, let error) = result { throw error }
    }

    private func show(_ request: CollectedRequest, at offset: TimeInterval) {
        let time = console.colour(.dim, String(format: "%5.2f s  ", offset))
        guard request.path == "/e" else {
            let name = request.path.replacing("/t/", with: "", maxReplacements: 1)
            let query = Demonstration.ownParameters(request.query)
            return invocation.print(
                ["pixel": name, "query": request.query, "status": request.status],
                or: "    \(time)" + console.colour(.cyan, "→ \(name)") + console.colour(.dim, query))
        }
        let body = request.text ?? ""
        let lines = (try? JSONDecoder().decode(ReceivedEvent.self, from: request.body))?.lines ?? [body]
        let margin = String(repeating: " ", count: 15)
        let details = lines.dropFirst().map { "\n\(margin)\(console.colour(.dim, $0))" }.joined()
        invocation.print(
            ["wideEvent": body, "status": request.status],
            or: "    \(time)" + console.colour(.green, "⇒ \(lines.first ?? "")") + details)
    }
}

/// A wide event as the collector received it.
private struct ReceivedEvent: Decodable {
    struct Meta: Decodable { let type: String }
    struct Context: Decodable { let name: String }
    struct Feature: Decodable {
        let status: String
        let data: Details
    }
    struct Details: Decodable { let ext: [String: Value] }

    /// A field, in words.
    struct Value: Decodable {
        let text: String

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let text = try? value.decode(String.self) {
                self.text = text
            } else if let flag = try? value.decode(Bool.self) {
                text = flag ? "yes" : "no"
            } else {
                text = (try? value.decode(Int.self)).map(String.init) ?? "…"
            }
        }
    }

    let meta: Meta
    let context: Context?
    let feature: Feature

    /// How the journey ended, then a line for each of its fields.
    var lines: [String] {
        let fields = feature.data.ext.mapValues(\.text).merging(["origin": context?.name ?? "none"]) { $1 }
        let width = fields.keys.map(\.count).max() ?? 0
        return ["wide event \(meta.type): \(feature.status)"]
            + fields.sorted { $0.key < $1.key }.map { key, value in
                key.padding(toLength: width + 2, withPad: " ", startingAt: 0) + value
            }
    }
}
#endif
