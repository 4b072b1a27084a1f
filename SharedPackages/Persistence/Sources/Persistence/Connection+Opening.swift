extension Connection {
    /// Turns on the write-ahead log and the durability.
    func prepareForWriting(_ durability: Database.Durability) throws(DatabaseError) {
        try retryingWhileBusy { () throws(DatabaseError) in try run("PRAGMA journal_mode = WAL") }
        switch durability {
        case .process: try run("PRAGMA synchronous = NORMAL")
        case .powerLoss: try run("PRAGMA synchronous = FULL")
        }
        try run("PRAGMA journal_size_limit = 8388608")
        try run("PRAGMA temp_store = MEMORY")  // No copy of the data in a folder that is not ours.
    }

    /// Whether SQLite finds the file intact. It reads the whole file.
    var isIntact: Bool {
        var verdict = ""
        do throws(DatabaseError) {
            try query("PRAGMA quick_check(1)", []) { row in
                verdict = row.text(0)
                return false
            }
        } catch {
            return error != .corrupt
        }
        return verdict == "ok"
    }

    /// Tries again when several processes open a new file at once: SQLite does not wait while the log is turned on.
    private func retryingWhileBusy(_ body: () throws(DatabaseError) -> Void) throws(DatabaseError) {
        for _ in 0..<50 {
            do throws(DatabaseError) {
                return try body()
            } catch .busy {
                try begin(writing: true)  // Waits for the other process, up to the busy timeout.
                rollBack()
            }
        }
        try body()
    }
}
