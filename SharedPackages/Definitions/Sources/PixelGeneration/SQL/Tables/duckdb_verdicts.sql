-- Over the output of `pixels check --format tsv`.
CREATE OR REPLACE VIEW verdicts AS
SELECT received, id, name, pixel, status, version, owners, reasons::VARCHAR[] AS reasons
FROM read_csv(
    $verdicts, delim = '\t', quote = '', escape = '', nullstr = '\N', header = false,
    columns = {
        received: 'TIMESTAMP', id: 'VARCHAR', name: 'VARCHAR', pixel: 'VARCHAR', status: 'VARCHAR',
        version: 'VARCHAR', owners: 'VARCHAR', reasons: 'VARCHAR'});

CREATE OR REPLACE VIEW verdict_reasons AS
SELECT * EXCLUDE reasons, unnest(reasons) AS reason FROM verdicts;
