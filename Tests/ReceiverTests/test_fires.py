"""Real fires from processes that use PixelKit as the browser does: the accounts of the devices are the rows of the engine."""

import collections
import contextlib
import json
import os
import pathlib
import queue
import signal
import subprocess
import tempfile
import threading
import time
import unittest

from support import REPOSITORY, log_lines, running_receiver, wait_for_rows

FIRES = int(os.environ.get("RECEIVER_FIRES", "200000"))
DEVICES = 4
PROBE = os.environ.get("TEST_PROBE", REPOSITORY / ".build/debug/TestProbe")


class Device:
    """A process with a store of its own. It obeys one line at a time."""

    def __init__(self, folder, receiver):
        self.answers = queue.Queue()
        command = [PROBE, "pixels", folder, f"http://127.0.0.1:{receiver.port}", "granted"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        threading.Thread(target=self._read, daemon=True).start()
        assert self.answer() == "ready"

    def _read(self):
        for line in self.process.stdout:
            if not line.startswith("row "):
                self.answers.put(line.strip())
        self.answers.put("ended")

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def answer(self): return self.answers.get(timeout=600)

    def ask(self, line):
        self.say(line)
        return self.answer()

    def flush(self):
        """Sends until nothing is left."""
        for _ in range(20):
            if self.ask("flush") == "flushed true":
                return
        raise AssertionError("The device did not send everything.")

    def accounts(self): return json.loads(self.ask("accounts").removeprefix("accounts "))

    def end(self):
        self.process.stdin.close()
        self.process.wait(timeout=60)
        self.process.stdout.close()


class FireTests(unittest.TestCase):
    def fire(self, receiver, disturbance=None):
        """Fires from all devices at once, and returns the sums of their accounts."""
        with tempfile.TemporaryDirectory(prefix="devices-") as folder, contextlib.ExitStack() as stack:
            devices = [Device(pathlib.Path(folder) / str(number), receiver) for number in range(DEVICES)]
            for device in devices:
                stack.callback(device.end)
            ended = threading.Event()
            disturber = threading.Thread(target=disturbance, args=(ended,)) if disturbance else None
            if disturber:
                disturber.start()
            start = time.monotonic()
            for number, device in enumerate(devices):
                device.say(f"burst {number} {FIRES // DEVICES}")
            for number, device in enumerate(devices):
                self.assertEqual(device.answer(), f"burst {number}")
            for device in devices:
                device.flush()
            seconds = time.monotonic() - start
            ended.set()
            if disturber:
                disturber.join()
            sums = collections.Counter()
            for accounts in (device.accounts() for device in devices):
                self.assertEqual((accounts["pending"], accounts["dropped"]), (0, {}))
                sums.update({key: accounts[key] for key in ("accepted", "delivered", "resent")})
        print(f"{sums['delivered']} delivered in {seconds:.0f} s, {sums['resent']} resent", flush=True)
        self.assertEqual((sums["accepted"], sums["delivered"]), (FIRES, FIRES))
        return sums

    def assertStored(self, receiver, sums, rows_may_repeat):
        """Each accepted pixel is stored. Ids beyond that are at most what devices sent again."""
        lines = len(log_lines(receiver))
        rows, ids = wait_for_rows(receiver, lines, seconds=600)
        self.assertEqual(ids, lines)
        self.assertEqual(receiver.query("SELECT count(DISTINCT query) FROM pixels"), [[str(sums["accepted"])]])
        self.assertLessEqual(ids - sums["accepted"], sums["resent"])
        self.assertEqual((receiver.queued(), receiver.counter("dropped")), (0, 0))
        if not rows_may_repeat:
            self.assertEqual(rows, ids)
        print(f"{rows} rows, {ids} distinct ids, {sums['accepted']} accepted", flush=True)

    def test_accounts_are_rows(self):
        with running_receiver(rate=100_000) as receiver:
            sums = self.fire(receiver)
            self.assertStored(receiver, sums, rows_may_repeat=False)

    def test_accounts_are_rows_while_parts_fail(self):
        with running_receiver(rate=100_000, period=19) as receiver:
            def disturb(ended):
                turn = 0
                while not ended.wait(1):
                    turn += 1
                    receiver.reload_nginx()
                    if turn % 4 == 1:
                        receiver.shards[turn // 4 % 2].stop(signal.SIGKILL)
                    if turn % 4 == 2:
                        receiver.shipper.stop(signal.SIGKILL)
                        receiver.shipper.start()
                    if turn % 4 == 3:
                        for number in receiver.shard_numbers:
                            receiver.start_shard(number)
                for number in receiver.shard_numbers:
                    receiver.start_shard(number)
            sums = self.fire(receiver, disturb)
            self.assertStored(receiver, sums, rows_may_repeat=True)


if __name__ == "__main__":
    unittest.main()
