-- Daily users of a pixel.
--
-- A device sends the `_daily` leg of a pixel at most once a UTC day. So the legs of a day count devices, although no
-- request says which device sent it. Days cannot be added up: a device of two days counts twice.
--
-- pixel (pixel): The pixel, by its declared name.
-- from (date, 2000-01-01): The first day.
-- to (date, 2100-01-01): The last day.
SELECT day, count(DISTINCT id) AS users
FROM {pixel}
WHERE leg = 'daily' AND day >= {from} AND day <= {to}
GROUP BY day
ORDER BY day
