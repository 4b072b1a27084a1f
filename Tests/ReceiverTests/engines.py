"""The three engines behind one interface: ClickHouse 18.16, a current ClickHouse (chdb) and DuckDB."""

import json
import os
import pathlib
import subprocess

import chdb.session
import duckdb

from support import DEFINITIONS, QUESTIONS, REPOSITORY, normal, wait_for_rows

LOG_COLUMNS = "time, method, path, query, body, status, request_id"


class Engine:
    dialect = None

    def __init__(self, receiver, log):
        self.receiver, self.log = receiver, log

    def answer(self, question, **parameters):
        """The rows that a saved question gives."""
        return normal(self.rows(self.question(question, **parameters)))

    def question(self, question, **parameters):
        words = [f"{name.rstrip('_')}={value}" for name, value in parameters.items()]
        return self.receiver.pixels("query", QUESTIONS, question, *words, "--dialect", self.dialect)

    def script(self, definitions=DEFINITIONS, *options):
        return self.receiver.pixels("sql", definitions, "--dialect", self.dialect, *options)

    def judged(self, rows, definitions=DEFINITIONS):
        """Tab-separated rows with their verdicts."""
        command = [self.receiver.tool, "check", "--definitions", definitions, "--format", "tsv"]
        return subprocess.run(command, input=rows, capture_output=True, check=True).stdout


class ClickHouse18(Engine):
    """Two shards, filled by the shipper from a file in the collector's folder."""

    dialect = "clickhouse18"

    def __init__(self, receiver, log):
        super().__init__(receiver, log)
        lines = [json.loads(line) for line in pathlib.Path(log).read_text().splitlines()]
        (receiver.folder / "nginx/requests/generated.jsonl").write_bytes(pathlib.Path(log).read_bytes())
        for table, is_pixel in [("pixels", True), ("wide_events", False)]:
            count = sum(line["path"].startswith("/t/") == is_pixel for line in lines)
            assert wait_for_rows(receiver, count, table)[0] == count

    def rows(self, sql): return self.receiver.query(sql)

    def judge(self, first, last):
        """Judges what each shard stores. This version cannot run a program, so rows are piped through it."""
        question = self.question("requests-to-judge", from_=first, to=last).rstrip().rstrip(";")
        for number in self.receiver.shard_numbers:
            client = ["clickhouse-client", f"--port={self.receiver.tcp_port(number)}", "--query"]
            rows = subprocess.run([*client, question + " FORMAT TabSeparated"], capture_output=True, check=True).stdout
            insert = [*client, "INSERT INTO verdicts_stored FORMAT TabSeparated"]
            subprocess.run(insert, input=self.judged(rows), check=True)


class ClickHouse(Engine):
    dialect = "clickhouse"

    def __init__(self, receiver, log, folder):
        super().__init__(receiver, log)
        self.session = chdb.session.Session(str(folder))
        self.install_judge(pathlib.Path(folder) / "user_scripts")
        # As on a server. The default database of chdb takes unknown tables for files.
        self.session.query("CREATE DATABASE receiver; USE receiver")
        self.session.query(self.script())
        self.session.query(f"INSERT INTO requests_in SELECT {LOG_COLUMNS} FROM file('{log}', JSONEachRow)")

    def install_judge(self, scripts):
        scripts.mkdir(exist_ok=True)
        for name, target in [
                ("judge-requests", REPOSITORY / "AppTarget/Receiver/clickhouse/judge-requests"),
                ("pixels", self.receiver.tool), ("definitions", DEFINITIONS)]:
            os.symlink(target, scripts / name)

    def rows(self, sql):
        text = str(self.session.query(sql, "JSONCompact"))
        return json.loads(text)["data"] if text.strip() else []

    def judge(self, first, last): self.rows(self.question("judge", from_=first, to=last))

    def close(self): self.session.close()


class DuckDB(Engine):
    dialect = "duckdb"

    def __init__(self, receiver, log, verdicts):
        super().__init__(receiver, log)
        self.verdicts = pathlib.Path(verdicts)
        self.connection = duckdb.connect()
        self.connection.execute(self.script(DEFINITIONS, "--log", log))

    def rows(self, sql): return [list(row) for row in self.connection.execute(sql).fetchall()]

    def judge(self, first, last):
        rows = self.rows(self.question("requests-to-judge", from_=first, to=last))
        table = "".join("\t".join(map(str, row)) + "\n" for row in rows)
        self.verdicts.write_bytes(self.judged(table.encode()))
        self.connection.execute(self.script(DEFINITIONS, "--log", self.log, "--verdicts", self.verdicts))
