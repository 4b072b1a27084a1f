-- Success rate of a journey, by version of the app.
--
-- A wide event is one journey of one person, such as a purchase. A person who tries twice is two journeys. Journeys that
-- never ended are sent with the status UNKNOWN at a later launch, so they count.
--
-- event (event): The wide event, by its type.
-- from (date, 2000-01-01): The first day.
-- to (date, 2100-01-01): The last day.
SELECT
    app_version,
    count(DISTINCT id) AS journeys,
    count(DISTINCT CASE WHEN feature_status = 'SUCCESS' THEN id END) AS successes,
    count(DISTINCT CASE WHEN feature_status = 'SUCCESS' THEN id END) / count(DISTINCT id) AS share
FROM {event}
WHERE day >= {from} AND day <= {to}
GROUP BY app_version
ORDER BY app_version
