-- The tables of one ClickHouse server. None depends on definitions, so a changed definition loses nothing.

-- Takes the lines of the collector's log and stores nothing itself.
CREATE TABLE IF NOT EXISTS requests_in
(
    time String,
    method String,
    path String,
    query String,
    body String,
    status UInt16,
    request_id String
)
ENGINE = Null;

CREATE TABLE IF NOT EXISTS pixels_stored
(
    day Date,
    received DateTime('UTC'),
    name LowCardinality(String),
    query String CODEC(ZSTD(3)),
    id UUID CODEC(NONE)
)
ENGINE = MergeTree
PARTITION BY day
ORDER BY (name, received)
TTL day + INTERVAL 90 DAY
SETTINGS ttl_only_drop_parts = 1;

CREATE MATERIALIZED VIEW IF NOT EXISTS pixels_arrive TO pixels_stored AS
-- An id of another form would stop the whole batch.
WITH if(match(request_id, '^[0-9a-f]{32}$'), request_id, '00000000000000000000000000000000') AS hex_id
SELECT
    toDate(parseDateTimeBestEffortOrZero(time, 'UTC')) AS day,
    parseDateTimeBestEffortOrZero(time, 'UTC') AS received,
    substring(path, 4) AS name,
    query,
    toUUID(concat(substring(hex_id, 1, 8), '-', substring(hex_id, 9, 4), '-', substring(hex_id, 13, 4), '-',
        substring(hex_id, 17, 4), '-', substring(hex_id, 21, 12))) AS id
FROM requests_in
WHERE startsWith(path, '/t/');

CREATE TABLE IF NOT EXISTS wide_events_stored
(
    day Date,
    received DateTime('UTC'),
    type LowCardinality(String),
    body String CODEC(ZSTD(3)),
    id UUID CODEC(NONE)
)
ENGINE = MergeTree
PARTITION BY day
ORDER BY (type, received)
TTL day + INTERVAL 90 DAY
SETTINGS ttl_only_drop_parts = 1;

CREATE MATERIALIZED VIEW IF NOT EXISTS wide_events_arrive TO wide_events_stored AS
-- An id of another form would stop the whole batch.
WITH if(match(request_id, '^[0-9a-f]{32}$'), request_id, '00000000000000000000000000000000') AS hex_id
SELECT
    toDate(parseDateTimeBestEffortOrZero(time, 'UTC')) AS day,
    parseDateTimeBestEffortOrZero(time, 'UTC') AS received,
    JSONExtractString(body, 'meta', 'type') AS type,
    body,
    toUUID(concat(substring(hex_id, 1, 8), '-', substring(hex_id, 9, 4), '-', substring(hex_id, 13, 4), '-',
        substring(hex_id, 17, 4), '-', substring(hex_id, 21, 12))) AS id
FROM requests_in
WHERE path = '/e';

-- Verdicts of `pixels check --format tsv`, which prints these columns in this order.
CREATE TABLE IF NOT EXISTS verdicts_stored
(
    received DateTime('UTC'),
    id String,
    name LowCardinality(String),
    pixel LowCardinality(String),
    status LowCardinality(String),
    version LowCardinality(String),
    owners LowCardinality(String),
    reasons Array(String)
)
ENGINE = MergeTree
PARTITION BY toDate(received)
ORDER BY (pixel, received)
TTL toDate(received) + INTERVAL 90 DAY
SETTINGS ttl_only_drop_parts = 1;
