/// How definitions and live pixels are judged.
public struct ValidationOptions: Sendable {
    /// Which verdicts are wanted.
    public enum Mode: Sendable {
        /// Verdict for verdict what the reference validator says, its quirks included.
        case compat
        /// Stricter where a quirk of the reference is plainly a defect.
        case strict
    }

    /// Compat or strict; strict by default.
    public var mode: Mode
    /// The fields and triggers that definitions may use; those of 2.1 by default.
    public var schemaVersion: SchemaVersion
    /// The accounts that may own pixels; nil, the default, accepts any.
    public var owners: Set<String>?
    /// The day that `expires` is compared with, as `YYYY-MM-DD`; nil, the default, compares nothing.
    public var today: String?
    /// The oldest version whose live pixels are judged, in place of the product's own; nil, the default, keeps that.
    ///
    /// The reference fetches the version of a product with a `versionUrl`; nothing is fetched here.
    public var targetVersion: String?

    /// Makes options; each has its own default.
    public init(
        mode: Mode = .strict, schemaVersion: SchemaVersion = .v21, owners: Set<String>? = nil, today: String? = nil,
        targetVersion: String? = nil
    ) {
        self.mode = mode
        self.schemaVersion = schemaVersion
        self.owners = owners
        self.today = today
        self.targetVersion = targetVersion
    }
}
