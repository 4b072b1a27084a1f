public import Foundation

extension Database {
    /// Where the data live.
    public enum Location: Sendable, Equatable {
        /// The file `<name>.sqlite` in a folder of its own. The folder is made, and narrowed to mode 0700.
        case folder(URL, name: String = "store")
        /// Memory only; gone with the database. For tests and previews.
        case memory
    }

    /// What a committed transaction survives.
    public enum Durability: Sendable, Equatable {
        /// The end of the process, not a power cut (`synchronous=NORMAL`).
        case process
        /// A power cut too (`synchronous=FULL`): one flush of the disk a group.
        case powerLoss
    }

    /// How the database works; every default has its reason.
    public struct Configuration: Sendable {
        /// What a commit survives. `.process` by default: a flush of the disk a group costs energy and flash.
        public var durability: Durability
        /// How long a transaction waits for another process. 500 ms by default: a group there takes milliseconds.
        public var busyTimeout: Duration
        /// How long work waits for company. 20 ms by default: one commit then serves many, and no person notices.
        public var gatherTime: Duration
        /// Names the file that is set aside when it is damaged.
        public var now: @Sendable () -> Date
        /// Called on the writer's queue when a damaged file was set aside (its new name), or, with `nil`, when the
        /// file was found deleted or replaced and opened anew.
        public var onRecovery: @Sendable (_ setAside: String?) -> Void
        /// Throws in place of SQLite at a step, or delays it. For tests.
        package var fault: @Sendable (Step) throws(DatabaseError) -> Void

        /// Creates a configuration; see the properties for the reasons of the defaults.
        public init(
            durability: Durability = .process,
            busyTimeout: Duration = .milliseconds(500),
            gatherTime: Duration = .milliseconds(20),
            now: @escaping @Sendable () -> Date = { Date() },
            onRecovery: @escaping @Sendable (_ setAside: String?) -> Void = { _ in }
        ) {
            self.durability = durability
            self.busyTimeout = busyTimeout
            self.gatherTime = gatherTime
            self.now = now
            self.onRecovery = onRecovery
            fault = { _ throws(DatabaseError) in }
        }
    }

    /// A step at which storage can fail.
    package enum Step: Sendable, Hashable, CaseIterable {
        case open, begin, commit
    }
}
