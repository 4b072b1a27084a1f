-- Judges the requests of a period and stores the verdicts. For a current ClickHouse.
--
-- The script `judge-requests` of the server's `user_scripts` folder runs `pixels check --format tsv`. Run this on each
-- shard. Delete the verdicts of the period first, if it was judged before.
--
-- from (date): The first day.
-- to (date): The last day.
INSERT INTO verdicts_stored
SELECT *
FROM executable(
    'judge-requests', TabSeparated,
    'received DateTime, id String, name String, pixel String, status String, version String, owners String, reasons Array(String)',
    (
        SELECT received, toString(id), name, query
        FROM pixels_stored
        WHERE day >= {from} AND day <= {to}
        UNION ALL
        SELECT received, toString(id), '', body
        FROM wide_events_stored
        WHERE day >= {from} AND day <= {to}
    ))
