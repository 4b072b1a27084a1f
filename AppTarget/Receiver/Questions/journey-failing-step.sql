-- Steps at which journeys failed.
--
-- Counts the journeys that have a failing step. Steps are in the order of the definition.
--
-- event (event): The wide event, by its type.
-- step (column, failing_step): The column that names the step.
-- from (date, 2000-01-01): The first day.
-- to (date, 2100-01-01): The last day.
SELECT {step} AS failing_step, count(DISTINCT id) AS journeys
FROM {event}
WHERE {step} IS NOT NULL AND day >= {from} AND day <= {to}
GROUP BY {step}
ORDER BY {step}
