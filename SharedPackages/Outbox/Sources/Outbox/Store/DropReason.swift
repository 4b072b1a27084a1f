/// Why an accepted request will not be delivered; the ledger counts each reason.
public enum DropReason: String, Sendable, CaseIterable, Codable, CodingKeyRepresentable {
    /// The bounded queue in memory was full when it was fired.
    case memoryFull
    /// The store held more rows or bytes than its limits allow.
    case storeFull
    /// Its name held more than its share of the store while others waited.
    case overShare
    /// It waited for longer than the limit.
    case expired
    /// The server refused it for good (a 4xx other than 408, 425 and 429).
    case refused
    /// Consent was denied while it waited.
    case denied
    /// Its name holds other characters than `A–Z a–z 0–9 _ . -`, is empty, or is longer than 200 bytes.
    case invalidName
    /// Its request line would be longer than 8 KiB.
    case tooLong
    /// It does not match its definition: a frequency or a parameter that the definition does not allow.
    case undeclared
    /// It was fired after shutdown.
    case shutDown
    /// Its stored form could not be read.
    case unreadable
}
