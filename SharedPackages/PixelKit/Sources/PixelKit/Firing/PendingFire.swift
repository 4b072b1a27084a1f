/// A fire on its way from the caller to the store.
///
/// It is generic, so that one allocation holds the pixel too.
// Its `var` is touched on the database's queue alone.
final class PendingFire<FiredPixel: Pixel>: OutboxEntry, @unchecked Sendable {
    private let pixel: FiredPixel
    private let fire: Fire
    /// The number of the interpreter in every group.
    private let part: Int
    private let completion: (@Sendable (PixelOutcome) -> Void)?
    private var outcome: PixelOutcome?  // Touched on the database's queue alone.

    init(
        _ pixel: FiredPixel, _ fire: Fire, part: Int, completion: (@Sendable (PixelOutcome) -> Void)?
    ) {
        self.pixel = pixel
        self.fire = fire
        self.part = part
        self.completion = completion
    }

    var isRetried: Bool { true }

    func write(in group: OutboxGroup, _ transaction: borrowing Transaction) throws {
        let interpreter = unsafeDowncast(group.parts[part], to: FireInterpreter.self)  // `PixelClient` makes no other.
        let legs = try interpreter.admit(pixel, fire, in: group, transaction)
        if completion != nil { outcome = PixelOutcome(legs: legs) }
    }

    func committed() {
        if let completion, let outcome { completion(outcome) }
    }

    func failed(_ error: DatabaseError) {}  // Only entries that are not retried fail.

    func abandoned() { completion?(PixelOutcome(fire.frequency, .rejected(.shutDown))) }
}
