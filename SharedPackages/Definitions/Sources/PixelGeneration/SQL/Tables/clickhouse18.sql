-- The tables of one ClickHouse 18.16 server. None depends on definitions, so a changed definition loses nothing.
-- This version has no TTL, no codecs and no functions for nested JSON: see Docs/Guides/receiving.md.

-- Takes the lines of the collector's log and stores nothing itself.
CREATE TABLE IF NOT EXISTS requests_in
(
    time String,
    method String,
    path String,
    query String,
    body String,
    fields String,
    status UInt16,
    request_id String
)
ENGINE = Null;

CREATE TABLE IF NOT EXISTS pixels_stored
(
    day Date,
    received DateTime,
    name String,
    query String,
    id UUID
)
ENGINE = MergeTree
PARTITION BY day
ORDER BY (name, received);

CREATE MATERIALIZED VIEW IF NOT EXISTS pixels_arrive TO pixels_stored AS
-- An id of another form would stop the whole batch.
WITH if(match(request_id, '^[0-9a-f]{32}$'), request_id, '00000000000000000000000000000000') AS hex_id
SELECT
    toDate(parseDateTimeBestEffortOrZero(time)) AS day,
    parseDateTimeBestEffortOrZero(time) AS received,
    substring(path, 4) AS name,
    query,
    toUUID(concat(substring(hex_id, 1, 8), '-', substring(hex_id, 9, 4), '-', substring(hex_id, 13, 4), '-',
        substring(hex_id, 17, 4), '-', substring(hex_id, 21, 12))) AS id
FROM requests_in
WHERE startsWith(path, '/t/');

-- `fields` holds the leaves of the body by path, as the shipper writes them.
CREATE TABLE IF NOT EXISTS wide_events_stored
(
    day Date,
    received DateTime,
    type String,
    body String,
    fields String,
    id UUID
)
ENGINE = MergeTree
PARTITION BY day
ORDER BY (type, received);

CREATE MATERIALIZED VIEW IF NOT EXISTS wide_events_arrive TO wide_events_stored AS
-- An id of another form would stop the whole batch.
WITH if(match(request_id, '^[0-9a-f]{32}$'), request_id, '00000000000000000000000000000000') AS hex_id
SELECT
    toDate(parseDateTimeBestEffortOrZero(time)) AS day,
    parseDateTimeBestEffortOrZero(time) AS received,
    visitParamExtractString(fields, 'meta.type') AS type,
    body,
    fields,
    toUUID(concat(substring(hex_id, 1, 8), '-', substring(hex_id, 9, 4), '-', substring(hex_id, 13, 4), '-',
        substring(hex_id, 17, 4), '-', substring(hex_id, 21, 12))) AS id
FROM requests_in
WHERE path = '/e';

-- Verdicts of `pixels check --format tsv`, which prints these columns in this order.
CREATE TABLE IF NOT EXISTS verdicts_stored
(
    received DateTime,
    id String,
    name String,
    pixel String,
    status String,
    version String,
    owners String,
    reasons Array(String)
)
ENGINE = MergeTree
PARTITION BY toDate(received)
ORDER BY (pixel, received);
