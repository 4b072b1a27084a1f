public import Foundation

extension Database {
    /// Where the data live.
    public enum Location: Sendable, Equatable {
        /// The file `<name>.sqlite` in a folder of its own. The folder is created with mode 0700.
        case folder(URL, name: String = "store")
        /// Memory only, until the database is released. For tests and previews.
        case memory
    }

    /// What a committed transaction survives.
    public enum Durability: Sendable, Equatable {
        /// The end of the process, not a power cut (`synchronous=NORMAL`).
        case process
        /// A power cut too (`synchronous=FULL`), at the price of one disk flush for each group.
        case powerLoss
    }

    /// The settings of a database.
    public struct Configuration: Sendable {
        /// What a commit survives. `.process` by default, because flushing the disk with every group costs energy and flash.
        public var durability: Durability
        /// How long a transaction waits for another process. 500 ms by default. A group takes milliseconds.
        public var busyTimeout: Duration
        /// The date in the name of a damaged file that is set aside.
        public var now: @Sendable () -> Date
        /// Called on the writer's queue with the new name of a damaged file that was set aside, or with `nil` when
        /// the file was deleted or replaced and was opened again.
        public var onRecovery: @Sendable (_ setAside: String?) -> Void
        /// Throws in place of SQLite at a step, or delays the step. For tests.
        package var fault: @Sendable (Step) throws(DatabaseError) -> Void

        /// Creates a configuration. The properties give the reasons for the defaults.
        public init(
            durability: Durability = .process,
            busyTimeout: Duration = .milliseconds(500),
            now: @escaping @Sendable () -> Date = { Date() },
            onRecovery: @escaping @Sendable (_ setAside: String?) -> Void = { _ in }
        ) {
            self.durability = durability
            self.busyTimeout = busyTimeout
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
