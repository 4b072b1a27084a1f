package import PixelDefinitions

/// The SQL for a folder of definitions: the tables of what is received, and a typed view for each pixel and wide event.
///
/// The stored tables do not depend on definitions. Running a script again replaces everything else, so a changed
/// definition loses nothing.
package struct SQLScript {
    package struct Options {
        /// The cluster whose shards are asked together. Without one, a server is asked for what it stores itself.
        package var cluster: String?
        /// The files of the collector's log, for DuckDB.
        package var log = "requests.jsonl"
        /// The output of `pixels check --format tsv`, for DuckDB.
        package var verdicts: String?

        package init() {}
    }

    private let dialect: SQLDialect
    private let options: Options
    private let views: SQLViews

    /// - Parameter today: Pixels that expired before this day are marked.
    package init(_ folder: DefinitionFolder, dialect: SQLDialect, options: Options = Options(), today: String) {
        self.dialect = dialect
        self.options = options
        views = SQLViews(folder, today: today)
    }

    /// The whole script. Equal definitions give equal text.
    package var text: String {
        ([tables] + readingTables + [definedPixels] + views.views.map(view)).joined(separator: "\n")
    }

    // MARK: Tables

    private var tables: String {
        switch dialect {
        case .clickhouse: return String(decoding: PackageResources.clickhouse_sql, as: UTF8.self)
        case .clickhouse18: return String(decoding: PackageResources.clickhouse18_sql, as: UTF8.self)
        case .duckdb:
            let requests = String(decoding: PackageResources.duckdb_sql, as: UTF8.self)
                .replacing("$log", with: dialect.literal(options.log))
            guard let verdicts = options.verdicts else { return requests }
            let table = String(decoding: PackageResources.duckdb_verdicts_sql, as: UTF8.self)
            return requests + "\n" + table.replacing("$verdicts", with: dialect.literal(verdicts))
        }
    }

    /// What questions read: the stored tables of this server, or of all shards.
    private var readingTables: [String] {
        guard dialect.isClickHouse else { return [] }
        let names = ["pixels", "wide_events", "verdicts"]
        let reasons = "SELECT *, arrayJoin(reasons) AS reason FROM verdicts"
        return names.map { reading($0, from: "\($0)_stored") } + [replacingView("verdict_reasons", reasons)]
    }

    private func reading(_ name: String, from source: String) -> String {
        let (name, source, literal) = (dialect.identifier(name), dialect.identifier(source), dialect.literal(source))
        let drop = "DROP TABLE IF EXISTS \(name);\n"
        guard let cluster = options.cluster.map(dialect.literal) else {
            return drop + "CREATE VIEW \(name) AS SELECT * FROM \(source);\n"
        }
        return drop
            + "CREATE TABLE \(name) AS \(source) ENGINE = Distributed(\(cluster), currentDatabase(), \(literal));\n"
    }

    private func replacingView(_ name: String, _ select: String, comment: String = "") -> String {
        let name = dialect.identifier(name)
        switch dialect {
        case .clickhouse:
            // In an Atomic database a view is exchanged, so a query never misses it.
            let comment = comment.isEmpty ? "" : "\nCOMMENT \(dialect.literal(comment))"
            return "CREATE OR REPLACE VIEW \(name) AS\n\(select)\(comment);\n"
        case .clickhouse18: return "DROP TABLE IF EXISTS \(name);\nCREATE VIEW \(name) AS\n\(select);\n"
        case .duckdb:
            let comment = comment.isEmpty ? "" : "COMMENT ON VIEW \(name) IS \(dialect.literal(comment));\n"
            return "CREATE OR REPLACE VIEW \(name) AS\n\(select);\n\(comment)"
        }
    }

    /// A table, not a view: a large folder would exceed the limits on the length of a query.
    private var definedPixels: String {
        let columns = ["pixel", "description", "owners", "expires"].map { "\($0) String" }.joined(separator: ", ")
        let engine = dialect.isClickHouse ? " ENGINE = TinyLog" : ""
        let rows = views.pixels.map { pixel in
            let texts = [pixel.name, pixel.description, pixel.owners, pixel.expires]
            return "(" + texts.map(dialect.literal).joined(separator: ", ") + ")"
        }
        let create = """
            DROP TABLE IF EXISTS defined_pixels;
            CREATE TABLE defined_pixels (\(columns))\(engine);

            """
        return rows.isEmpty ? create : create + "INSERT INTO defined_pixels VALUES \(rows.joined(separator: ", "));\n"
    }

    // MARK: Views

    private func view(_ view: SQLView) -> String {
        let notes = view.notes.map { dialect.comment($0) + "\n" }.joined()
        let comment = view.notes.joined(separator: " ")
        guard dialect.isClickHouse, options.cluster != nil else {
            return notes + replacingView(view.name, select(view), comment: comment)
        }
        // Each shard groups its own rows: a view of all rows would bring them to one server first.
        let local = "local \(view.name)"
        return notes + replacingView(local, select(view), comment: comment) + reading(view.name, from: local)
    }

    private func select(_ view: SQLView) -> String {
        switch view.source {
        case .pixel(let pixel): SQLViewText(dialect: dialect, columns: view.columns).select(pixel)
        case .wideEvent(let type): SQLViewText(dialect: dialect, columns: view.columns).select(wideEvent: type)
        }
    }
}
