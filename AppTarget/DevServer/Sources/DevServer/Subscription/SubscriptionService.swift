import Foundation
import Primitives

/// The account service and the checkout, with accounts, payments and entitlements in memory.
///
/// A checkout is complete as soon as its status is requested. No payment is made.
final class SubscriptionService: Sendable {
    private struct State {
        /// The payment proofs of each account, by token.
        var accounts: [String: [String]] = [:]
        /// The product of each open checkout, by id.
        var checkouts: [String: String] = [:]
    }

    private struct Subscription: Encodable {
        let isActive: Bool
        let entitlements: [String]
    }

    static let products = ["browser.monthly", "browser.yearly"]
    /// The limit of accounts, and of checkouts.
    private static let limit = 10_000
    private static let none = Subscription(isActive: false, entitlements: [])
    private static let active = Subscription(isActive: true, entitlements: ["identity", "network", "removal"])

    private let state = Locked(State())

    func createAccount(_ request: HTTPRequest) throws(HTTPProblem) -> HTTPAnswer {
        let token = "account-\(UUID().uuidString)"
        let isKept = state.withLock { state in
            guard state.accounts.count < Self.limit else { return false }
            state.accounts[token] = []
            return true
        }
        guard isKept else { throw Self.full() }
        return .response(.json(["token": token]))
    }

    func confirm(_ request: HTTPRequest) throws(HTTPProblem) -> HTTPAnswer {
        let token = try token(of: request)
        let proof = try request.field("proof")
        state.withLock { state in
            if state.accounts[token]?.contains(proof) == false { state.accounts[token]?.append(proof) }
        }
        return .response(.json(Self.active))
    }

    func subscription(_ request: HTTPRequest) throws(HTTPProblem) -> HTTPAnswer {
        let token = try token(of: request)
        let isPaid = state.withLock { $0.accounts[token]?.isEmpty == false }
        return .response(.json(isPaid ? Self.active : Self.none))
    }

    func restore(_ request: HTTPRequest) throws(HTTPProblem) -> HTTPAnswer {
        let proof = try request.field("proof")
        let owner = state.withLock { state in state.accounts.first { $0.value.contains(proof) }?.key }
        guard let owner else { throw HTTPProblem(404, "No account has presented this payment.") }
        return .response(.json(["token": owner]))
    }

    func products(_ request: HTTPRequest) throws(HTTPProblem) -> HTTPAnswer {
        .response(.json(["products": Self.products]))
    }

    func openCheckout(_ request: HTTPRequest) throws(HTTPProblem) -> HTTPAnswer {
        _ = try token(of: request)
        let product = try request.field("product")
        guard Self.products.contains(product) else {
            throw HTTPProblem(400, "product is '\(product)'. Use \(Self.products.joined(separator: " or ")).")
        }
        let id = UUID().uuidString
        let isKept = state.withLock { state in
            guard state.checkouts.count < Self.limit else { return false }
            state.checkouts[id] = product
            return true
        }
        guard isKept else { throw Self.full() }
        return .response(.json(["id": id, "status": "open"]))
    }

    func checkout(_ request: HTTPRequest) throws(HTTPProblem) -> HTTPAnswer {
        _ = try token(of: request)
        let id = String(request.path.split(separator: "/").last ?? "")
        guard state.withLock({ $0.checkouts[id] }) != nil else {
            throw HTTPProblem(404, "No checkout '\(id)' was opened.")
        }
        return .response(.json(["id": id, "status": "complete", "proof": "checkout-\(id)"]))
    }

    private static func full() -> HTTPProblem {
        HTTPProblem(503, "The server stores \(limit) of them at most. Restart it.")
    }

    /// Returns the token of the request if its account exists.
    private func token(of request: HTTPRequest) throws(HTTPProblem) -> String {
        let prefix = "Bearer "
        guard let field = request.header("authorization"), field.hasPrefix(prefix) else {
            throw HTTPProblem(401, "The Authorization header is missing. Send 'Bearer TOKEN'.")
        }
        let token = String(field.dropFirst(prefix.count))
        guard state.withLock({ $0.accounts[token] }) != nil else {
            throw HTTPProblem(401, "No account has this token.")
        }
        return token
    }
}

extension HTTPRequest {
    /// Returns a field of the JSON object in the body.
    fileprivate func field(_ name: String) throws(HTTPProblem) -> String {
        guard let fields = try? JSONDecoder().decode([String: String].self, from: body), let value = fields[name] else {
            throw HTTPProblem(400, "The body has no string '\(name)'. Send a JSON object.")
        }
        return value
    }
}
