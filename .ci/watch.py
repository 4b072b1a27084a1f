#!/usr/bin/env python3
"""Runs tests, and ends them when they hang: `watch.py SECONDS COMMAND [ARGUMENT]...`

A run hangs when it prints nothing for that many seconds. The time limit of Swift Testing is not enough: it cancels the
test, but the run still waits for a test that ignores its cancellation. The names of the tests that did not end are
printed. The command gets a terminal, for it would keep its last lines in a buffer if it wrote into a pipe.
"""

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time

COLOURS = re.compile(r"\x1b\[[\d;]*[A-Za-z]")
STARTED = re.compile(r"^\W*Test (?!run |case )(.+) started\.$")
ENDED = re.compile(r"^\W*Test (?!run |case )(.+?)(?: with \d+ test cases?)? (?:passed|failed|skipped)\b")


def descendants(pid):
    """The processes that a process has started, at any depth."""
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], stdout=subprocess.PIPE, text=True).stdout
    pairs = [tuple(map(int, line.split())) for line in listed.splitlines()]
    found = [pid]
    for parent in found:
        found += [child for child, its_parent in pairs if its_parent == parent]
    return found


def end(process):
    """Kills a command and everything that it started: the test bundle is in a process group of its own."""
    if process.poll() is not None:
        return
    for pid in descendants(process.pid):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    process.wait()


class Tests:
    """The tests that have started and not ended, in the order of their start."""

    def __init__(self):
        self.running = {}
        self.rest = b""

    def read(self, data):
        *lines, self.rest = (self.rest + data).split(b"\n")
        for line in lines:
            text = COLOURS.sub("", line.decode(errors="replace")).strip()
            if match := STARTED.match(text):
                self.running[match[1]] = True
            elif match := ENDED.match(text):
                self.running.pop(match[1], None)


def start(command):
    """Starts a command on a terminal of its own. Returns its process and the terminal."""
    terminal, inner = pty.openpty()
    environment = dict(os.environ)
    if os.isatty(1):
        fcntl.ioctl(inner, termios.TIOCSWINSZ, fcntl.ioctl(1, termios.TIOCGWINSZ, bytes(8)))
    else:
        environment |= {"NO_COLOR": "1", "TERM": "dumb"}
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=inner, stderr=inner, env=environment, start_new_session=True)
    os.close(inner)
    return process, terminal


def outputs(process, terminal, limit):
    """Yields what a command prints until it ends, and raises TimeoutError when it hangs."""
    last = time.monotonic()
    while True:
        if select.select([terminal], [], [], 0.2)[0]:
            last = time.monotonic()
            try:
                data = os.read(terminal, 65_536)
            except OSError:  # Linux reports the end of a terminal as an error.
                return
            if not data:
                return
            yield data.replace(b"\r\n", b"\n")
        elif process.poll() is not None:  # A process that it left behind keeps the terminal open.
            return
        elif time.monotonic() - last > limit:
            raise TimeoutError


def watch(limit, command):
    """Returns the exit status of a command, or 124 if it hung."""
    process, terminal = start(command)
    tests = Tests()
    try:
        for data in outputs(process, terminal, limit):
            sys.stdout.buffer.write(data)
            sys.stdout.flush()
            tests.read(data)
        status = process.wait()
        return status if status >= 0 else 128 - status
    except TimeoutError:
        print(f"watch: nothing was printed for {limit:g} s. Tests that did not end:", file=sys.stderr)
        print("\n".join(f"  {name}" for name in tests.running) or "  none", file=sys.stderr)
        return 124
    finally:
        end(process)


try:
    sys.exit(watch(float(sys.argv[1]), sys.argv[2:]))
except KeyboardInterrupt:
    sys.exit(130)
