import Foundation
import Networking
import PixelKitTesting
import Primitives
import Testing

@testable import Subscription

@Suite struct JSONClientTests {
    private let requests = Locked<[HTTPRequest]>([])

    private func client(_ answer: Result<HTTPAnswer, HTTPFailure>) throws -> JSONClient {
        let requests = requests
        return JSONClient(services: try #require(URL(string: "http://services.test/base"))) {
            request throws(HTTPFailure) in
            requests.withLock { $0.append(request) }
            return try answer.get()
        }
    }

    private func answer(_ body: String, status: Int = 200) -> Result<HTTPAnswer, HTTPFailure> {
        .success(HTTPAnswer(status: status, body: Data(body.utf8)))
    }

    @Test("A GET carries the token and has limits of time and bytes")
    func get() async throws {
        let state: SubscriptionState = try await client(answer(#"{"isActive":true,"entitlements":["vpn"]}"#))
            .get("api/account/subscription", token: "t")
        #expect(state == SubscriptionState(isActive: true, entitlements: ["vpn"]))
        let expected = HTTPRequest(
            .get, "http://services.test/base/api/account/subscription", headers: [.init("Authorization", "Bearer t")],
            timeout: .seconds(10), answerBody: .kept(limit: 1 << 20))
        #expect(requests.withLock { $0 } == [expected])
    }

    @Test("A POST carries its fields as JSON")
    func post() async throws {
        let account: SubscriptionAccount = try await client(answer(#"{"token":"t"}"#)).post("x", ["proof": "p"])
        #expect(account == SubscriptionAccount(token: "t"))
        let expected = HTTPRequest(
            .post, "http://services.test/base/x", headers: [.init("Content-Type", "application/json")],
            body: Data(#"{"proof":"p"}"#.utf8), timeout: .seconds(10), answerBody: .kept(limit: 1 << 20))
        #expect(requests.withLock { $0 } == [expected])
    }

    @Test(
        "Another status than 200 is an error, and a redirect gets no second request", arguments: [204, 302, 401, 503])
    func status(status: Int) async throws {
        let client = try client(answer(#"{"token":"t"}"#, status: status))
        await #expect(throws: SubscriptionError.unexpectedStatus(status)) {
            let _: SubscriptionAccount = try await client.post("x", token: "t")
        }
        #expect(requests.withLock { $0.count } == 1)
    }

    @Test("An answer that is not the expected JSON is an error", arguments: ["", "{}", "[", #"{"token":1}"#])
    func unreadable(body: String) async throws {
        let client = try client(answer(body))
        await #expect(throws: SubscriptionError.unreadableAnswer) {
            let _: SubscriptionAccount = try await client.get("x")
        }
    }

    @Test(
        "A failed request throws its failure",
        arguments: [HTTPFailure.unreachable, .timedOut, .answerTooLong(limit: 1)])
    func failure(failure: HTTPFailure) async throws {
        let client = try client(.failure(failure))
        await #expect(throws: failure) {
            let _: SubscriptionAccount = try await client.get("x")
        }
    }

    @Test("A cancelled request throws a cancellation error")
    func cancelled() async throws {
        let client = try client(.failure(.cancelled))
        await #expect(throws: CancellationError.self) {
            let _: SubscriptionAccount = try await client.get("x")
        }
    }
}
