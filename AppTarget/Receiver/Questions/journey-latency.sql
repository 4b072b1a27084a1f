-- Median and 95th percentile of a bucketed measurement.
--
-- Devices round measurements up into buckets before they send them. The answer is the smallest bucket that holds at
-- least half, or 95 %, of the journeys that have the measurement.
--
-- event (event): The wide event, by its type.
-- bucket (column): The column of the measurement.
-- from (date, 2000-01-01): The first day.
-- to (date, 2100-01-01): The last day.
SELECT
    max(total) AS journeys,
    min(CASE WHEN up_to >= 0.5 * total THEN bucket END) AS p50,
    min(CASE WHEN up_to >= 0.95 * total THEN bucket END) AS p95
FROM
(
    SELECT
        bucket,
        sum(CASE WHEN other <= bucket THEN journeys ELSE 0 END) AS up_to,
        sum(journeys) AS total
    FROM
    (
        SELECT DISTINCT {bucket} AS bucket
        FROM {event}
        WHERE {bucket} IS NOT NULL AND day >= {from} AND day <= {to}
    ) AS buckets
    CROSS JOIN
    (
        SELECT {bucket} AS other, count(DISTINCT id) AS journeys
        FROM {event}
        WHERE {bucket} IS NOT NULL AND day >= {from} AND day <= {to}
        GROUP BY {bucket}
    ) AS others
    GROUP BY bucket
) AS sums
