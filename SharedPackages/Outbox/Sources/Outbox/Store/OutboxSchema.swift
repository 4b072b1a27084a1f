extension DatabaseSchema {
    /// The outbox's tables.
    public static let outbox = DatabaseSchema(
        name: "outbox",
        migrations: [
            """
            CREATE TABLE requests(
                id INTEGER PRIMARY KEY, -- Counted in `state`: a reused id would let a late answer delete a new row.
                name_id INTEGER NOT NULL,
                kind INTEGER NOT NULL,
                target TEXT NOT NULL,
                body BLOB,
                created INTEGER NOT NULL,
                attempts INTEGER NOT NULL DEFAULT 0,
                not_before INTEGER NOT NULL DEFAULT 0,
                in_flight INTEGER NOT NULL DEFAULT 0 -- 1 in flight, 2 may have arrived.
            );
            CREATE INDEX delayed ON requests(not_before) WHERE not_before > 0;
            CREATE TABLE names(
                id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, rows INTEGER NOT NULL, bytes INTEGER NOT NULL
            );
            CREATE INDEX size ON names(rows);
            CREATE TABLE gates(
                key TEXT NOT NULL UNIQUE, at INTEGER NOT NULL,
                w0 INTEGER, w1 INTEGER, w2 INTEGER, w3 INTEGER, is_forever INTEGER NOT NULL
            );
            CREATE TABLE hand_written(name TEXT PRIMARY KEY) WITHOUT ROWID;
            CREATE TABLE ledger(reason TEXT PRIMARY KEY, count INTEGER NOT NULL) WITHOUT ROWID;
            CREATE TABLE state(key TEXT PRIMARY KEY, value) WITHOUT ROWID;
            -- `last` and `oldest` spare AUTOINCREMENT and an index by age, which cost nearly half of writing a row.
            INSERT INTO state(key, value) VALUES
                ('store', random()), ('seed', random()), ('rows', 0), ('bytes', 0), ('last', 0),
                ('oldest', 9223372036854775807);
            """
        ],
        purge: "DELETE FROM requests; DELETE FROM names; DELETE FROM gates; DELETE FROM hand_written;"
    )
}
