#if canImport(DevServer)
import CommandLineSupport
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
        let body = request.text ?? ""
        let isEvent = request.path == "/e"
        let name = isEvent ? "wide event" : request.path.replacing("/t/", with: "", maxReplacements: 1)
        let details = isEvent ? body : request.query.isEmpty ? "" : "?\(request.query)"
        invocation.print(
            isEvent
                ? ["wideEvent": body, "status": request.status]
                : ["pixel": name, "query": request.query, "status": request.status],
            or: "    " + console.colour(.dim, String(format: "%5.2f s  ", offset)) + console.colour(.cyan, "→ \(name) ")
                + console.colour(.dim, details))
    }
}
#endif
