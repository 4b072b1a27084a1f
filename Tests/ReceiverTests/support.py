"""What the tests of the receiving side share."""

import contextlib
import http.client
import json
import os
import pathlib
import sys
import tempfile

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY / ".ci"))

from receiver import DEFINITIONS, Receiver, wait_until  # noqa: E402

QUESTIONS = REPOSITORY / "AppTarget/Receiver/Questions"

PORT = int(os.environ.get("RECEIVER_TEST_PORT", "28080"))


@contextlib.contextmanager
def running_receiver(**options):
    """A receiver in a folder of its own. It is stopped, and its folder removed, at the end."""
    with tempfile.TemporaryDirectory(prefix="receiver-") as folder:
        receiver = Receiver(folder, port=PORT, **options)
        try:
            receiver.start()
            yield receiver
        finally:
            receiver.stop()


def send(connection, method, target, body=None, headers=None):
    """Sends one request and returns the answer's status."""
    connection.request(method, target, body, headers or {})
    answer = connection.getresponse()
    answer.read()
    return answer.status


def ask(receiver, method, target, body=None, headers=None):
    """Sends one request on a connection of its own."""
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", receiver.port, timeout=30)) as connection:
        return send(connection, method, target, body, headers)


def log_lines(receiver):
    """The requests that the collector wrote, in the order of the files' names."""
    files = sorted((receiver.folder / "nginx/requests").glob("*.jsonl"))
    return [json.loads(line) for file in files for line in file.read_text().splitlines()]


def wait_for_rows(receiver, count, table="pixels", seconds=60):
    """Waits until the shards hold `count` rows and returns the number of rows and of distinct ids."""
    query = f"SELECT count(), count(DISTINCT id) FROM {table}"
    wait_until(lambda: int(receiver.query(query)[0][0]) >= count, seconds)
    return tuple(int(number) for number in receiver.query(query)[0])




def normal(rows):
    """Rows in one form, whatever the engine: numbers as floats, dates as texts."""
    return [[_normal(value) for value in row] for row in rows]


def _normal(value):
    if value is None or isinstance(value, list):
        return value
    try:
        return round(float(value), 9)
    except (TypeError, ValueError):
        return str(value)
