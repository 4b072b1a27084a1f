-- Tables over the log of the collector or of `devserver`: nothing is copied.

-- A line that is not JSON is skipped.
CREATE OR REPLACE VIEW requests AS
SELECT
    try_cast(substring(time, 1, 19) AS TIMESTAMP) AS received,
    path,
    query,
    body,
    -- The log of `devserver` has no ids. Each of its lines is a request.
    coalesce(request_id, 'line ' || row_number() OVER ()) AS id
FROM read_json(
    $log, format = 'newline_delimited', ignore_errors = true,
    columns = {time: 'VARCHAR', path: 'VARCHAR', query: 'VARCHAR', body: 'VARCHAR', status: 'INTEGER', request_id: 'VARCHAR'})
WHERE status BETWEEN 200 AND 299;

CREATE OR REPLACE VIEW pixels AS
SELECT received::DATE AS day, received, substring(path, 4) AS name, query, id
FROM requests
WHERE starts_with(path, '/t/');

CREATE OR REPLACE VIEW wide_events AS
SELECT received::DATE AS day, received, json_extract_string(body, '/meta/type') AS type, body, id
FROM requests
WHERE path = '/e' AND json_valid(body);

-- A text that is not percent-encoded stays as it is.
CREATE OR REPLACE MACRO decoded(text) AS coalesce(try(url_decode(replace(text, '+', ' '))), text);
