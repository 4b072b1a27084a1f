-- The requests of a period, as `pixels check --format tsv` reads them.
--
-- Pipe the answer, in the format TabSeparated, through `pixels check --format tsv` into the table `verdicts_stored`.
-- Delete the verdicts of the period first, if it was judged before. Wide events have no name: their payload is judged.
--
-- from (date): The first day.
-- to (date): The last day.
SELECT received, toString(id) AS id, name, query
FROM pixels_stored
WHERE day >= {from} AND day <= {to}
UNION ALL
SELECT received, toString(id) AS id, '' AS name, body AS query
FROM wide_events_stored
WHERE day >= {from} AND day <= {to}
