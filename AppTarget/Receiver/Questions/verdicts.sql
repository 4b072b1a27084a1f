-- Verdicts on requests, by version of the app and owner.
--
-- Counts the stored verdicts of `pixels check --format tsv`. A pixel of several owners counts for all of them together.
-- Requests of pixels that are not defined have no owner.
--
-- from (date, 2000-01-01): The first day.
-- to (date, 2100-01-01): The last day.
SELECT version, owners, status, count(DISTINCT id) AS requests
FROM verdicts
WHERE CAST(received AS Date) >= {from} AND CAST(received AS Date) <= {to}
GROUP BY version, owners, status
ORDER BY version, owners, status
