-- Pixels that are defined and were never seen.
--
-- A sent name belongs to the longest defined name that it begins with.
--
-- from (date, 2000-01-01): The first day.
-- to (date, 2100-01-01): The last day.
SELECT pixel, owners, expires
FROM defined_pixels
WHERE pixel NOT IN
(
    SELECT substring(name, 1, max(length(pixel)))
    FROM
    (
        SELECT DISTINCT name
        FROM pixels
        WHERE day >= {from} AND day <= {to}
    ) AS seen
    CROSS JOIN defined_pixels
    WHERE name = pixel OR substring(name, 1, length(pixel) + 1) = pixel || '_'
    GROUP BY name
)
ORDER BY pixel
