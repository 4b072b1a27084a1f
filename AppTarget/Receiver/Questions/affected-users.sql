-- Share of the daily users that an error affected.
--
-- The `_daily` legs of the error over the `_daily` legs of the activity, day by day. The share is exact if each device
-- that sends the error also sends the activity on that day. A day without activity has no share.
--
-- error (pixel): The pixel of the error.
-- activity (pixel): A pixel that every user of the feature sends.
-- from (date, 2000-01-01): The first day.
-- to (date, 2100-01-01): The last day.
SELECT
    day,
    sum(affected) AS affected_users,
    sum(active) AS active_users,
    CASE WHEN sum(active) > 0 THEN sum(affected) / sum(active) END AS share
FROM
(
    SELECT day, count(DISTINCT id) AS affected, 0 AS active
    FROM {error}
    WHERE leg = 'daily' AND day >= {from} AND day <= {to}
    GROUP BY day
    UNION ALL
    SELECT day, 0 AS affected, count(DISTINCT id) AS active
    FROM {activity}
    WHERE leg = 'daily' AND day >= {from} AND day <= {to}
    GROUP BY day
) AS days
GROUP BY day
ORDER BY day
