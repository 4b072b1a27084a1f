import Foundation
import Primitives

/// A checkout of the development server.
public struct Checkout: Codable, Equatable, Sendable {
    /// The state of a checkout.
    public enum Status: String, Codable, Sendable {
        /// The person can pay.
        case open
        /// The person paid, and was charged once.
        case complete
        /// The checkout can no longer be paid.
        case expired
    }

    /// The name of the checkout.
    public let id: String
    /// The product.
    public let product: String
    /// The token of the account that opened it.
    public let account: String
    /// The state.
    public internal(set) var status = Status.open
}

/// The account service and the checkout, with accounts, payments and entitlements in memory.
///
/// An open checkout is paid when its status is first requested, or by ``pay(_:)`` alone. No money is involved.
final class SubscriptionService: Sendable {
    private struct State {
        /// The payment proofs of each account, by token.
        var accounts: [String: [String]] = [:]
        /// All checkouts, in the order in which they were opened.
        var checkouts: [Checkout] = []

        /// Changes a checkout and returns it. `nil` if there is none.
        mutating func change(_ id: String, _ change: (inout Checkout) -> Void) -> Checkout? {
            guard let index = checkouts.firstIndex(where: { $0.id == id }) else { return nil }
            change(&checkouts[index])
            return checkouts[index]
        }
    }

    private struct Session: Encodable {
        let id: String
        let status: Checkout.Status
        let proof: String?

        init(_ checkout: Checkout) {
            id = checkout.id
            status = checkout.status
            proof = checkout.status == .complete ? "checkout-\(checkout.id)" : nil
        }
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
    private let paysCheckouts: Bool

    /// - Parameter paysCheckouts: Whether a checkout is paid when its status is first requested.
    init(paysCheckouts: Bool) { self.paysCheckouts = paysCheckouts }

    var checkouts: [Checkout] { state.withLock { $0.checkouts } }

    /// Pays a checkout as a person does on its page. A checkout that is not open stays as it is.
    @discardableResult
    func pay(_ id: String) -> Checkout? {
        state.withLock { $0.change(id) { if $0.status == .open { $0.status = .complete } } }
    }

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
        let account = try token(of: request)
        let product = try request.field("product")
        guard Self.products.contains(product) else {
            throw HTTPProblem(400, "product is '\(product)'. Use \(Self.products.joined(separator: " or ")).")
        }
        let checkout = Checkout(id: UUID().uuidString, product: product, account: account)
        let isKept = state.withLock { state in
            guard state.checkouts.count < Self.limit else { return false }
            state.checkouts.append(checkout)
            return true
        }
        guard isKept else { throw Self.full() }
        return .response(.json(Session(checkout)))
    }

    func checkout(_ request: HTTPRequest) throws(HTTPProblem) -> HTTPAnswer {
        try session(of: request) { [paysCheckouts] in
            if $0.status == .open, paysCheckouts { $0.status = .complete }
        }
    }

    func changeCheckout(_ request: HTTPRequest) throws(HTTPProblem) -> HTTPAnswer {
        switch request.path.split(separator: "/").dropFirst(4).joined(separator: "/") {
        case "expire": return try session(of: request) { if $0.status == .open { $0.status = .expired } }
        case "pay":
            let id = Self.checkoutID(in: request)
            guard let checkout = pay(id) else { throw Self.unknownCheckout(id) }
            return .response(.json(Session(checkout)))
        case let action: throw HTTPProblem(404, "A checkout has no '\(action)'. Use 'expire' or 'pay'.")
        }
    }

    /// Answers with a checkout of the request's account.
    private func session(
        of request: HTTPRequest, change: (inout Checkout) -> Void
    ) throws(HTTPProblem) -> HTTPAnswer {
        let account = try token(of: request)
        let id = Self.checkoutID(in: request)
        let checkout = state.withLock { state in
            state.checkouts.contains { $0.id == id && $0.account == account } ? state.change(id, change) : nil
        }
        guard let checkout else { throw Self.unknownCheckout(id) }
        return .response(.json(Session(checkout)))
    }

    private static func checkoutID(in request: HTTPRequest) -> String {
        String(request.path.split(separator: "/").dropFirst(3).first ?? "")
    }

    private static func unknownCheckout(_ id: String) -> HTTPProblem {
        HTTPProblem(404, "The account has opened no checkout '\(id)'.")
    }

    private static func full() -> HTTPProblem {
        HTTPProblem(503, "The server stores \(limit) of them at most. Restart it.")
    }

    /// Returns the token of the request if its account exists.
    private func token(of request: HTTPRequest) throws(HTTPProblem) -> String {
        let prefix = "Bearer "
        guard let field = request.authorization, field.hasPrefix(prefix) else {
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
