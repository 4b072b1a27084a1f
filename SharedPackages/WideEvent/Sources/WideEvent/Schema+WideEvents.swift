public import Persistence

extension Schema {
    /// The tables of pending flows.
    public static let wideEvents = Schema(
        name: "wide-events",
        migrations: [
            """
            CREATE TABLE flows(
                id INTEGER PRIMARY KEY, name TEXT NOT NULL, owner TEXT NOT NULL, session TEXT NOT NULL,
                started INTEGER NOT NULL,
                share INTEGER NOT NULL, -- The bits of a Double.
                data BLOB NOT NULL
            );
            CREATE INDEX pending ON flows(owner, name);
            CREATE TABLE flows_set_aside(
                number INTEGER PRIMARY KEY AUTOINCREMENT, -- The highest ever given is how many there were.
                name TEXT NOT NULL, date INTEGER NOT NULL, reason TEXT NOT NULL, data BLOB
            );
            """
        ],
        purge: "DELETE FROM flows; DELETE FROM flows_set_aside;"
    )
}
