"""What `pixels sql` prints: hostile definitions do no harm in any engine, and a script can be run again."""

import datetime
import json
import pathlib
import random
import tempfile
import unittest
import urllib.parse

import chdb.session
import duckdb

from support import DEFINITIONS, running_receiver

PIECES = [
    "'", "''", '"', '""', "`", "``", "\\", "\\'", "\\\\", ";", "--", "/*", "*/", "\n", "\r\n", "\t", "\u2028", "$$", "$a$", "{x}",
    "é", "e\u0301", "'\u0301", "\"\u0301", "`\u200d", "🦆", "%27", "%", "_", "@ROOT@", "$log", "x", "1", " ",
    "'; DROP TABLE canary; --", "\"; DROP TABLE canary; --", "`; DROP TABLE canary; --", "\nDROP TABLE canary;\n",
    "') UNION ALL SELECT 1 --", "\\'; DROP TABLE canary; --",
]


NOW = datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds")


class HostileDefinitions:
    """Definitions made of pieces that mean something in SQL."""

    def __init__(self, folder, seed=14, count=40):
        self.random = random.Random(seed)
        self.pixels = {f"m{number}{self.text()}": self.pixel() for number in range(count)}
        files = {
            "product.json": {"target": {"key": self.text(), "version": "1.0.0"}}, "pixels/params_dictionary.json": {},
            "pixels/suffixes_dictionary.json": {}, "pixels/ignore_params.json": {}, "pixels/native_experiments.json": {},
            "pixels/definitions/hostile.json": self.pixels,
        }
        for name, content in files.items():
            path = pathlib.Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(content, ensure_ascii=False))

    def text(self): return "".join(self.random.choices(PIECES, k=self.random.randint(1, 3)))

    def pixel(self):
        values = list(dict.fromkeys(self.text() for _ in range(3)))
        return {
            "description": self.text(), "owners": [self.text(), self.text()], "expires": "2020-01-01",
            "parameters": [{"key": f"p{self.text()}", "description": self.text(), "enum": values}]}

    def requests(self):
        """A request for each pixel, with a declared value."""
        for name, pixel in self.pixels.items():
            [parameter] = pixel["parameters"]
            query = urllib.parse.urlencode({parameter["key"]: parameter["enum"][-1]}, quote_via=urllib.parse.quote)
            yield {"time": NOW, "method": "GET", "path": f"/t/{name}", "query": query,
                   "body": "", "status": 204, "request_id": f"{len(name):032x}"}


class HostileTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory(prefix="hostile-")))
        cls.definitions = HostileDefinitions(cls.folder / "definitions")
        cls.log = cls.folder / "it's \"a\" log.jsonl"
        cls.log.write_text("".join(json.dumps(line) + "\n" for line in cls.definitions.requests()))
        cls.receiver = cls.enterClassContext(running_receiver())
        tables = cls.receiver.query("SELECT name FROM system.tables WHERE database = 'default'")
        cls.others = {name for [name] in tables}

    def script(self, dialect, *options):
        return self.receiver.pixels("sql", self.folder / "definitions", "--dialect", dialect, *options)

    def assertHarmless(self, rows, quote, tables):
        """The canary lives, each definition has its view, and each view reads the value that was sent."""
        self.assertEqual(rows("SELECT * FROM canary"), [[7]])
        expected = {f"pixel_{name}" for name in self.definitions.pixels}
        self.assertEqual({name for [name] in rows(tables) if name.startswith("pixel_m")} - self.others, expected)
        for name, pixel in self.definitions.pixels.items():
            [parameter] = pixel["parameters"]
            question = f"SELECT {quote(parameter['key'])} FROM {quote('pixel_' + name)}"
            self.assertEqual(rows(question), [[parameter["enum"][-1]]], question)
        described = sorted([name, pixel["description"], ", ".join(pixel["owners"])] for name, pixel in self.definitions.pixels.items())
        self.assertEqual(sorted(rows("SELECT pixel, description, owners FROM defined_pixels")), described)

    def test_clickhouse18(self):
        for shard in self.receiver.shard_numbers:
            self.receiver.execute("CREATE TABLE canary (a UInt8) ENGINE = TinyLog", shard)
            self.receiver.execute("INSERT INTO canary VALUES (7)", shard)
            for _ in range(2):
                self.receiver.run_script(self.script("clickhouse18", "--cluster", "shards"), shard)
        self.receiver.execute("INSERT INTO requests_in FORMAT JSONEachRow\n" + self.log.read_text())
        self.assertHarmless(self.receiver.query, backticked, "SELECT name FROM system.tables WHERE database = 'default'")

    def test_clickhouse(self):
        session = chdb.session.Session(str(self.folder / "chdb"))
        self.addCleanup(session.close)
        # As on a server. The default database of chdb takes unknown tables for files.
        session.query("CREATE DATABASE receiver; USE receiver")
        session.query("CREATE TABLE canary (a UInt8) ENGINE = TinyLog; INSERT INTO canary VALUES (7)")
        for _ in range(2):
            session.query(self.script("clickhouse"))
        session.query("INSERT INTO requests_in FORMAT JSONEachRow\n" + self.log.read_text())

        def rows(sql): return json.loads(str(session.query(sql, "JSONCompact")))["data"]
        self.assertHarmless(rows, backticked, "SELECT name FROM system.tables WHERE database = 'receiver'")

    def test_duckdb(self):
        connection = duckdb.connect()
        connection.execute("CREATE TABLE canary (a INTEGER); INSERT INTO canary VALUES (7)")
        for _ in range(2):
            connection.execute(self.script("duckdb", "--log", self.log))

        def rows(sql): return [list(row) for row in connection.execute(sql).fetchall()]
        self.assertHarmless(rows, lambda name: '"' + name.replace('"', '""') + '"', "SELECT view_name FROM duckdb_views()")

    def test_parameters_of_questions(self):
        questions = self.folder / "questions"
        questions.mkdir(exist_ok=True)
        (questions / "echo.sql").write_text("-- Echo.\n-- text (text): A text.\nSELECT {text} AS answer\n")
        connection = duckdb.connect()
        for _ in range(200):
            text = self.definitions.text()
            words = ["query", questions, "echo", f"text={text}", "--dialect"]
            self.assertEqual(self.receiver.query(self.receiver.pixels(*words, "clickhouse18")), [[text]])
            self.assertEqual(connection.execute(self.receiver.pixels(*words, "duckdb")).fetchall(), [(text,)])


class ReplacementTests(unittest.TestCase):
    def test_a_changed_definition_replaces_its_view_and_loses_no_row(self):
        with running_receiver() as receiver, tempfile.TemporaryDirectory() as folder:
            line = {"time": NOW, "path": "/t/m_x_daily", "query": "a=1&b=2", "request_id": "0" * 32}
            receiver.execute("INSERT INTO requests_in FORMAT JSONEachRow\n" + json.dumps(line))
            for key, answer in [("a", ["1"]), ("b", ["2"])]:
                definitions = HostileDefinitions(folder, count=0)
                parameter = {"key": key, "description": "A number", "type": "integer"}
                pixel = {"description": "A pixel", "owners": ["o"], "parameters": [parameter]}
                (pathlib.Path(folder) / "pixels/definitions/hostile.json").write_text(json.dumps({"m_x": pixel}))
                receiver.define(folder)
                self.assertEqual(receiver.query(f"SELECT {key} FROM pixel_m_x"), [answer])
                self.assertEqual(receiver.query("SELECT others FROM pixel_m_x"), [[[f"{'ba'['ab'.index(key)]}={3 - int(answer[0])}"]]])


def backticked(name):
    return "`" + name.replace("\\", "\\\\").replace("`", "\\`") + "`"


if __name__ == "__main__":
    unittest.main()
