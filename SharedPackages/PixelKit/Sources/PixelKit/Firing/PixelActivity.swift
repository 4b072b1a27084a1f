/// The activity of a dispatcher, reported through an injected mapper. Its outbox reports ``/Outbox/OutboxActivity``.
///
/// Reports come after the commit, from the outbox's own threads, and never under a lock. A mapper may fire pixels, but a
/// mapper that fires a pixel for every activity never ends.
public enum PixelActivity: Sendable, Equatable {
    /// A frequency or sampling held back legs of fires since the last report.
    case suppressed(count: Int)
    /// PixelKit refused requests and counted them: they are undeclared, too long, too complex to check,
    /// or have an invalid name.
    case rejected(DropReason, count: Int)
}
