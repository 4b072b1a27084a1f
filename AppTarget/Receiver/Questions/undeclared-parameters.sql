-- Parameters that arrived and are not declared.
--
-- Reads the reasons of the stored verdicts. A typed pixel cannot send such a parameter, so it comes from another client
-- or from a version that was released before the definition changed.
--
-- from (date, 2000-01-01): The first day.
-- to (date, 2100-01-01): The last day.
SELECT pixel, reason, count(DISTINCT id) AS requests
FROM verdict_reasons
WHERE reason LIKE 'Parameter % is not declared.'
    AND CAST(received AS Date) >= {from} AND CAST(received AS Date) <= {to}
GROUP BY pixel, reason
ORDER BY pixel, reason
