/// The account and the unfinished purchase of the device, on disk.
///
/// Store both in one file that only its user can read, outside of the folder of measurements: neither an opt-out nor a
/// damaged store may lose a purchase. Writes must be durable when the calls return.
public protocol SubscriptionStorage: Sendable {
    /// Returns the account, or `nil` if there is none.
    ///
    /// - Throws: An error when the file cannot be read. It is not the same as no account.
    func account() throws -> SubscriptionAccount?
    /// Stores an account in place of the current one.
    func store(_ account: SubscriptionAccount) throws
    /// Returns the purchase that was begun and is not confirmed yet, or `nil` if there is none.
    func unfinishedPurchase() throws -> UnfinishedPurchase?
    /// Stores a purchase in place of the current one. `nil` removes it.
    func store(_ purchase: UnfinishedPurchase?) throws
    /// Takes a lock, without waiting. It is shared by all processes, and ends with the process that holds it.
    ///
    /// - Returns: A function that releases the lock, or `nil` if another holder has it.
    func acquire(_ lock: SubscriptionLock) throws -> (@Sendable () -> Void)?
}

/// The locks between purchases.
public enum SubscriptionLock: String, CaseIterable, Sendable {
    /// Held during an attempt to purchase, for as long as the person takes.
    case purchase
    /// Held while an earlier purchase is finished, and while an attempt begins.
    case recovery
}

/// A purchase that was begun and is not confirmed yet.
///
/// A checkout is stored before the person can pay it, and the receipt before it is confirmed. Whatever interrupts the
/// purchase, it can be finished later and is not paid again.
public struct UnfinishedPurchase: Codable, Hashable, Sendable {
    /// The product.
    public let selectionID: String
    /// The platform that takes the payment.
    public let platform: SubscriptionPlatform
    /// The checkout that the person pays, or `nil` if the platform has none.
    public let checkoutID: String?
    /// The proof of payment, or `nil` while no payment is known.
    public var receipt: PurchaseReceipt?

    /// Describes a purchase.
    public init(
        selectionID: String, platform: SubscriptionPlatform, checkoutID: String? = nil, receipt: PurchaseReceipt? = nil
    ) {
        self.selectionID = selectionID
        self.platform = platform
        self.checkoutID = checkoutID
        self.receipt = receipt
    }
}
