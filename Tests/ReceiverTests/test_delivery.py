"""From a request to a row: rotation, reload, kills and sweeping, under a load of bounded length."""

import collections
import contextlib
import http.client
import os
import signal
import threading
import time
import unittest

from support import Receiver, ask, log_lines, running_receiver, send, wait_for_rows, wait_until

SENDERS = 2
REQUESTS = 10_000  # For each sender.


class Load:
    """Threads that send numbered requests on connections that stay open, and repeat what was not answered."""

    def __init__(self, receiver, requests=REQUESTS):
        self.receiver, self.requests = receiver, requests
        self.repeated = collections.Counter()
        self.threads = [threading.Thread(target=self._send, args=(sender,)) for sender in range(SENDERS)]

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        for thread in self.threads:
            thread.join()

    @property
    def is_running(self): return any(thread.is_alive() for thread in self.threads)

    @property
    def count(self): return SENDERS * self.requests

    def _send(self, sender):
        connection = http.client.HTTPConnection("127.0.0.1", self.receiver.port, timeout=30)
        for number in range(self.requests):
            while not self._is_accepted(connection, f"/t/m_load?n={sender}-{number}"):
                self.repeated[sender] += 1
                connection.close()
        connection.close()

    def _is_accepted(self, connection, target):
        try:
            return send(connection, "GET", target) == 204
        except (http.client.HTTPException, OSError):
            return False


class DeliveryTests(unittest.TestCase):
    def assertArrived(self, receiver, load, rows_may_repeat=False):
        """Each request of the load is one line of the log and, by its id, one row."""
        lines = log_lines(receiver)
        self.assertEqual(len({line["query"] for line in lines}), load.count)
        self.assertLessEqual(len(lines), load.count + load.repeated.total())
        rows, ids = wait_for_rows(receiver, len(lines), seconds=180)
        self.assertEqual(ids, len(lines))
        self.assertEqual(ids, len({line["request_id"] for line in lines}))
        if not rows_may_repeat:
            self.assertEqual(rows, ids)
        self.assertEqual(receiver.query("SELECT count(DISTINCT query) FROM pixels"), [[str(load.count)]])
        self.assertEqual((receiver.queued(), receiver.counter("dropped")), (0, 0))

    def test_a_new_log_file_each_second_and_reloads_neither_lose_nor_double_a_line(self):
        with running_receiver(rate=100_000, period=19) as receiver:
            with Load(receiver) as load:
                while load.is_running:
                    receiver.reload_nginx()
                    time.sleep(0.5)
            self.assertGreater(len(list((receiver.folder / "nginx/requests").iterdir())), 1)
            self.assertArrived(receiver, load)

    def test_a_killed_shipper_loses_no_line(self):
        with running_receiver(rate=100_000, period=19) as receiver:
            with Load(receiver) as load:
                while load.is_running:
                    time.sleep(1)
                    receiver.shipper.stop(signal.SIGKILL)
                    receiver.shipper.start()
            # What was sent and not yet acknowledged is sent again, under the same ids.
            self.assertArrived(receiver, load, rows_may_repeat=True)

    def test_while_a_shard_is_killed_the_other_takes_its_lines(self):
        with running_receiver(rate=100_000) as receiver:
            with Load(receiver) as load:
                receiver.shards[1].stop(signal.SIGKILL)
            self.assertTrue(wait_until(lambda: receiver.queued() == 0, 60))
            receiver.start_shard(2)
            self.assertArrived(receiver, load, rows_may_repeat=True)

    def test_while_all_shards_are_killed_lines_wait_in_the_buffer(self):
        with running_receiver(rate=100_000) as receiver:
            for shard in receiver.shards:
                shard.stop(signal.SIGKILL)
            with Load(receiver, requests=1_000) as load:
                pass
            self.assertTrue(wait_until(lambda: receiver.queued() == load.count, 60))
            receiver.shipper.stop(signal.SIGKILL)
            receiver.shipper.start()
            for number in receiver.shard_numbers:
                receiver.start_shard(number)
            self.assertArrived(receiver, load, rows_may_repeat=True)

    def test_a_batch_that_is_shipped_twice_is_counted_once(self):
        with running_receiver() as receiver:
            self.assertEqual([ask(receiver, "GET", f"/t/m_x?n={number}") for number in range(3)], [204] * 3)
            self.assertEqual(wait_for_rows(receiver, 3), (3, 3))
            [file] = (receiver.folder / "nginx/requests").iterdir()
            file.with_name("again.jsonl").write_bytes(file.read_bytes())
            self.assertEqual(wait_for_rows(receiver, 6), (6, 3))

    def test_a_broken_line_does_not_stop_the_lines_around_it(self):
        with running_receiver() as receiver:
            self.assertEqual(ask(receiver, "GET", "/t/m_x"), 204)
            self.assertEqual(wait_for_rows(receiver, 1), (1, 1))
            [file] = (receiver.folder / "nginx/requests").iterdir()
            line = file.read_bytes()
            file.with_name("broken.jsonl").write_bytes(line[:40] + line + b"\0\xff}\n" + line.replace(b"m_x", b"m_y"))
            names = "SELECT DISTINCT name FROM pixels ORDER BY name"
            self.assertTrue(wait_until(lambda: receiver.query(names) == [["m_x"], ["m_y"]], 30))


class ShardTests(unittest.TestCase):
    def test_a_shard_that_is_added_takes_new_rows_and_is_asked(self):
        with running_receiver(rate=100_000) as receiver:
            with Load(receiver, requests=100):
                pass
            self.assertEqual(wait_for_rows(receiver, 200), (200, 200))
            larger = Receiver(receiver.folder, port=receiver.port, shards=3)
            with contextlib.ExitStack() as stack:
                stack.callback(larger.shards[2].stop)
                larger.start()
                larger.shipper.send(signal.SIGHUP)
                stored = "SELECT count() FROM pixels_stored"
                for _ in range(50):
                    self.assertEqual(ask(receiver, "GET", "/t/m_x"), 204)
                    if wait_until(lambda: larger.query(stored, 3) != [["0"]], 1):
                        break
                lines = len(log_lines(receiver))
                self.assertEqual(wait_for_rows(larger, lines), (lines, lines))
                self.assertGreater(int(larger.query(stored, 3)[0][0]), 0)


class SweepTests(unittest.TestCase):
    def test_a_log_file_is_swept_once_it_is_old_and_shipped(self):
        with running_receiver() as receiver:
            self.assertEqual(ask(receiver, "GET", "/t/m_x"), 204)
            self.assertEqual(wait_for_rows(receiver, 1), (1, 1))
            [file] = (receiver.folder / "nginx/requests").iterdir()
            self.assertEqual(receiver.sweep(idle_seconds=60), [])
            os.utime(file, (0, 0))
            self.assertTrue(wait_until(lambda: receiver.sweep(idle_seconds=60) == [file.name], 10))
            self.assertFalse(file.exists())

    def test_a_log_file_that_is_not_shipped_stays(self):
        with running_receiver() as receiver:
            for shard in receiver.shards:
                shard.stop()
            self.assertEqual(ask(receiver, "GET", "/t/m_x"), 204)
            self.assertTrue(wait_until(lambda: receiver.queued() == 1, 30))
            [file] = (receiver.folder / "nginx/requests").iterdir()
            os.utime(file, (0, 0))
            self.assertEqual(receiver._sweep_log(idle_seconds=60), [])
            receiver.shipper.stop()
            self.assertEqual(receiver._sweep_log(idle_seconds=60), [])
            self.assertTrue(file.exists())

    def test_rows_older_than_the_retention_are_dropped(self):
        with running_receiver() as receiver:
            for day in ["2020-01-01", "2020-01-02"]:
                receiver.execute(f"INSERT INTO requests_in (time, path, request_id) VALUES ('{day}T00:00:00+00:00', '/t/m_old', '')")
            self.assertEqual(ask(receiver, "GET", "/t/m_new"), 204)
            self.assertTrue(wait_until(lambda: receiver.query("SELECT count() FROM pixels") == [["3"]], 30))
            swept = receiver.sweep()
            self.assertEqual(swept, ["shard 1: pixels_stored 2020-01-01", "shard 1: pixels_stored 2020-01-02"])
            self.assertEqual(receiver.query("SELECT name FROM pixels"), [["m_new"]])


if __name__ == "__main__":
    unittest.main()
