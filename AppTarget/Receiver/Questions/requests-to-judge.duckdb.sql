-- The requests of a period, as `pixels check --format tsv` reads them.
--
-- Write the answer as a tab-separated file with the escapes of ClickHouse, and pipe it through `pixels check --format tsv`.
-- Wide events have no name: their payload is judged.
--
-- from (date): The first day.
-- to (date): The last day.
SELECT received, id, name, replace(query, '\', '\\') AS query
FROM pixels
WHERE day >= {from} AND day <= {to}
UNION ALL
SELECT received, id, '' AS name, replace(replace(replace(body, '\', '\\'), chr(9), '\t'), chr(10), '\n') AS query
FROM wide_events
WHERE day >= {from} AND day <= {to}
