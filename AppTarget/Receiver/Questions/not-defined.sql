-- Names that were seen and are not defined.
--
-- Pixels of experiments are left out: their names are made by rule. Judge them with `pixels check`.
--
-- from (date, 2000-01-01): The first day.
-- to (date, 2100-01-01): The last day.
SELECT name, requests
FROM
(
    SELECT name, count(DISTINCT id) AS requests
    FROM pixels
    WHERE day >= {from} AND day <= {to} AND substring(name, 1, 11) <> 'experiment_'
    GROUP BY name
) AS seen
WHERE name NOT IN
(
    SELECT name
    FROM
    (
        SELECT DISTINCT name
        FROM pixels
        WHERE day >= {from} AND day <= {to}
    ) AS seen
    CROSS JOIN defined_pixels
    WHERE name = pixel OR substring(name, 1, length(pixel) + 1) = pixel || '_'
)
ORDER BY name
