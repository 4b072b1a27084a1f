import Foundation
import Networking
import PixelKitTesting
import Primitives
import Testing

@testable import Subscription

@Suite(.timeLimit(.minutes(5))) struct CheckoutPurchaseProviderTests {
    private static let account = SubscriptionAccount(token: "t")
    private static let purchase = UnfinishedPurchase(selectionID: "monthly", platform: .stripe, checkoutID: "c")
    private let requests = Locked<[String]>([])

    /// A provider whose answers come from a list. The last one repeats.
    private func provider(_ answers: [Result<HTTPAnswer, HTTPFailure>], clock: any Clock<Duration>) throws
        -> CheckoutPurchaseProvider
    {
        let requests = requests
        return CheckoutPurchaseProvider(services: try #require(URL(string: "http://s.test")), clock: clock) {
            request throws(HTTPFailure) in
            let index = requests.withLock { requests in
                requests.append("\(request.method.rawValue) \(request.url.replacing("http://s.test/api/checkout/", with: ""))")
                return min(requests.count, answers.count) - 1
            }
            return try answers[index].get()
        }
    }

    private static func session(_ status: String, proof: String? = nil) -> Result<HTTPAnswer, HTTPFailure> {
        let proof = proof.map { #","proof":"\#($0)""# } ?? ""
        return .success(HTTPAnswer(status: 200, body: Data(#"{"id":"c","status":"\#(status)"\#(proof)}"#.utf8)))
    }

    private static let refused = Result<HTTPAnswer, HTTPFailure>.success(HTTPAnswer(status: 503))

    @Test("Polls that fail do not end the payment")
    func failures() async throws {
        let clock = ManualClock()
        let answers = [
            Self.refused, .failure(.timedOut), .failure(.interrupted), Self.session("open"), Self.refused,
            .success(HTTPAnswer(status: 200, body: Data("<html>".utf8))), Self.session("complete", proof: "p"),
        ]
        let provider = try provider(answers, clock: clock)
        async let receipt = provider.pay(Self.purchase, account: Self.account)
        for _ in 1..<answers.count {
            await clock.waitForSleepers(1)
            clock.advance(by: CheckoutPurchaseProvider.interval)
        }
        #expect(try await receipt == PurchaseReceipt(proof: "p"))
        #expect(requests.withLock { $0 } == [String](repeating: "GET sessions/c", count: answers.count))
    }

    @Test("Ten failed polls in a row are a failure of the payment")
    func tenFailures() async throws {
        let clock = ManualClock()
        let provider = try provider([Self.session("open"), Self.refused], clock: clock)
        let payment = Task { try await provider.pay(Self.purchase, account: Self.account) }
        for _ in 0..<CheckoutPurchaseProvider.failureLimit {
            await clock.waitForSleepers(1)
            clock.advance(by: CheckoutPurchaseProvider.interval)
        }
        await #expect(throws: SubscriptionError.unexpectedStatus(503)) { try await payment.value }
    }

    @Test("A cancelled checkout gives no receipt, and an expired one is an error")
    func ends() async throws {
        let cancelled = try provider([Self.session("cancelled")], clock: ManualClock())
        #expect(try await cancelled.pay(Self.purchase, account: Self.account) == nil)
        let expired = try provider([Self.session("expired")], clock: ManualClock())
        await #expect(throws: SubscriptionError.checkoutExpired) {
            try await expired.pay(Self.purchase, account: Self.account)
        }
    }

    @Test("A cancelled task ends the polls at once")
    func cancelledTask() async throws {
        let clock = ManualClock()
        let provider = try provider([Self.session("open")], clock: clock)
        let payment = Task { try await provider.pay(Self.purchase, account: Self.account) }
        await clock.waitForSleepers(1)
        payment.cancel()
        await #expect(throws: CancellationError.self) { try await payment.value }
    }

    @Test(
        "A checkout is asked about and closed, and one that the service does not know has ended",
        arguments: [
            (session("open"), .open), (session("complete", proof: "p"), .paid(PurchaseReceipt(proof: "p"))),
            (session("expired"), .ended), (session("cancelled"), .ended), (.success(HTTPAnswer(status: 404)), .ended),
            (.success(HTTPAnswer(status: 401)), .ended), (.success(HTTPAnswer(status: 503)), nil),
            (session("complete"), nil),
        ] as [(Result<HTTPAnswer, HTTPFailure>, CheckoutState?)])
    func state(answer: Result<HTTPAnswer, HTTPFailure>, state: CheckoutState?) async throws {
        let provider = try provider([answer], clock: ManualClock())
        #expect((try? await provider.checkout("c", account: Self.account)) == state)
        #expect((try? await provider.closeCheckout("c", account: Self.account)) == state)
        #expect(requests.withLock { $0 } == ["GET sessions/c", "POST sessions/c/expire"])
    }
}
