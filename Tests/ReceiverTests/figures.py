"""Measures the receiving side on this machine: one JSON line a figure. Everything runs beside the load, on loopback."""

import concurrent.futures
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
import uuid

from engines import ClickHouse
from support import DEFINITIONS, running_receiver, wait_until

BATCH = 10_000  # Lines that the shipper sends at once.
LINES = int(os.environ.get("RECEIVER_FIGURE_LINES", 500_000))
SECONDS = 10


def report(name, value, unit): print(json.dumps({"name": name, "value": round(value, 3), "unit": unit}), flush=True)


def pixels(count, seed=14):
    """Names and queries as the app of this package sends them."""
    generator = random.Random(seed)
    names = [f"m_subscription_purchase-{name}" for name in ("attempt_daily", "attempt_count", "success", "failure_daily")]
    for _ in range(count):
        name = f"{generator.choice(names)}_linux_phone"
        step = generator.choice(["FLOW_START", "ACCOUNT_CREATE", "ACCOUNT_PAYMENT"])
        query = f"step={step}&e={generator.randint(-9, 9)}&appVersion=1.{generator.randint(0, 20)}.0&pixelSource=phone"
        yield name, query


def log(count, seconds_between=0.01):
    """Lines as the collector writes them."""
    start = time.time() - count * seconds_between
    for number, (name, query) in enumerate(pixels(count)):
        moment = time.strftime("%Y-%m-%dT%H:%M:%S+00:00", time.gmtime(start + number * seconds_between))
        yield (f'{{"time":"{moment}","method":"GET","path":"/t/{name}","query":"{query}","body":"","status":204,'
               f'"request_id":"{uuid.uuid4().hex}"}}\n').encode()


def collector():
    """Requests a second that nginx answers and logs, with the client on the same machine."""
    with running_receiver(rate=1_000_000) as receiver:
        receiver.shipper.stop()
        url = f"http://127.0.0.1:{receiver.port}/t/m_subscription_purchase-attempt_daily_linux?appVersion=1.2.3&platform=stripe"
        answer = subprocess.run(["wrk", "-t1", "-c64", f"-d{SECONDS}s", url], capture_output=True, text=True, check=True)
        report("collector", float(re.search(r"Requests/sec:\s+([0-9.]+)", answer.stdout)[1]), "requests/s")
        files = list((receiver.folder / "nginx/requests").iterdir())
        lines = sum(file.read_bytes().count(b"\n") for file in files)
        report("collector log", sum(file.stat().st_size for file in files) / lines, "bytes/line")


def shipping():
    """Lines a second from the log into two shards, through the buffer."""
    with running_receiver() as receiver, tempfile.NamedTemporaryFile() as file:
        file.writelines(log(LINES))
        file.flush()
        start = time.monotonic()
        os.link(file.name, receiver.folder / "nginx/requests/figures.jsonl")
        wait_until(lambda: receiver.counter("written") == LINES, 600)
        report("shipper", LINES / (time.monotonic() - start), "lines/s")


def engine():
    """Rows a second that one and two shards take in batches, and what a row takes on disk."""
    batches = []
    lines = list(log(LINES))
    for first in range(0, LINES, BATCH):
        batches.append(b"".join(lines[first:first + BATCH]))
    for shards in (1, 2):
        with running_receiver() as receiver:
            def insert(indexed):
                index, batch = indexed
                url = receiver.insert_url(1 + index % shards)
                urllib.request.urlopen(urllib.request.Request(url, batch)).read()
            start = time.monotonic()
            with concurrent.futures.ThreadPoolExecutor(shards) as pool:
                list(pool.map(insert, enumerate(batches)))
            report(f"engine, {shards} shard{'s'[:shards - 1]}", LINES / (time.monotonic() - start), "rows/s")
            if shards == 1:
                receiver.execute("OPTIMIZE TABLE pixels_stored FINAL")
                [[size, rows]] = receiver.query(
                    "SELECT sum(bytes_on_disk), sum(rows) FROM system.parts WHERE active AND table = 'pixels_stored'")
                report("engine 18.16", int(size) / int(rows), "bytes/row")


def verdicts():
    """Verdicts a second by one process, and by a current ClickHouse that runs the tool."""
    with running_receiver() as receiver, tempfile.TemporaryDirectory() as folder:
        rows = "".join(f"{name}\t{query}\n" for name, query in pixels(LINES)).encode()
        lines = "".join(json.dumps({"pixel": name, "params": query}, separators=(",", ":")) + "\n" for name, query in pixels(LINES)).encode()
        for form, text in [("jsonl", lines), ("tsv", rows)]:
            command = [receiver.tool, "check", "--definitions", DEFINITIONS, "--format", form]
            start = time.monotonic()
            subprocess.run(command, input=text, stdout=subprocess.DEVNULL)
            report(f"one process, {form}", LINES / (time.monotonic() - start), "verdicts/s")
        path = pathlib.Path(folder) / "requests.jsonl"
        path.write_bytes(b"".join(log(LINES)))
        (pathlib.Path(folder) / "chdb").mkdir()
        current = ClickHouse(receiver, path, pathlib.Path(folder) / "chdb")
        start = time.monotonic()
        current.judge("2000-01-01", "2100-01-01")
        report("executable function", LINES / (time.monotonic() - start), "verdicts/s")
        current.session.query("OPTIMIZE TABLE pixels_stored FINAL")
        [[size, count]] = current.rows(
            "SELECT sum(bytes_on_disk), sum(rows) FROM system.parts WHERE active AND table = 'pixels_stored'")
        report("engine, current", int(size) / int(count), "bytes/row")
        current.close()


if __name__ == "__main__":
    for figure in [globals()[name] for name in sys.argv[1:]] or [collector, shipping, engine, verdicts]:
        figure()
