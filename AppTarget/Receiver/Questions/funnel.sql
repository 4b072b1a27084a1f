-- Funnel of three steps, as ratios of their daily legs.
--
-- No request says which device sent it, so the steps of one person cannot be joined. The ratio compares the devices that
-- did each step on a day, summed over the days. It is a conversion rate only if people do all steps on the same day.
--
-- first (pixel): The pixel of the first step.
-- second (pixel): The pixel of the second step.
-- third (pixel): The pixel of the third step. For more steps, copy this file and add a branch.
-- from (date, 2000-01-01): The first day.
-- to (date, 2100-01-01): The last day.
SELECT
    sum(did_first) AS first_step,
    sum(did_second) AS second_step,
    sum(did_third) AS third_step,
    CASE WHEN sum(did_first) > 0 THEN sum(did_second) / sum(did_first) END AS second_of_first,
    CASE WHEN sum(did_second) > 0 THEN sum(did_third) / sum(did_second) END AS third_of_second
FROM
(
    SELECT count(DISTINCT id) AS did_first, 0 AS did_second, 0 AS did_third
    FROM {first}
    WHERE leg = 'daily' AND day >= {from} AND day <= {to}
    UNION ALL
    SELECT 0 AS did_first, count(DISTINCT id) AS did_second, 0 AS did_third
    FROM {second}
    WHERE leg = 'daily' AND day >= {from} AND day <= {to}
    UNION ALL
    SELECT 0 AS did_first, 0 AS did_second, count(DISTINCT id) AS did_third
    FROM {third}
    WHERE leg = 'daily' AND day >= {from} AND day <= {to}
) AS steps
