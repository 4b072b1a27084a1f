#!/usr/bin/env python3
"""The receiving side on this machine: nginx, syslog-ng and two ClickHouse shards, on loopback ports.

Everything it writes is in one folder. It needs no root.
"""

import argparse
import contextlib
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent
CONFIGURATION = REPOSITORY / "AppTarget/Receiver"
DEFINITIONS = REPOSITORY / "AppTarget/PixelDefinitions"


WELCOME = """The collector listens on http://127.0.0.1:{port}. Send pixels and ask for them:
  swift run browser run --pixel-url http://127.0.0.1:{port}
  clickhouse-client --port {tcp_port} --query 'SELECT name, count(DISTINCT id) FROM pixels GROUP BY name'
Stop it with 'make receiver-stop'."""


class ReceiverError(Exception):
    """A failure with its remedy."""


def program(name):
    """The path of a program. Servers are in folders that only root searches by default."""
    path = shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/local/sbin:/usr/sbin:/sbin")
    if path is None:
        raise ReceiverError(f"'{name}' is not installed. Run 'make deps-receiver'.")
    return path


class Process:
    """A process that outlives the command that started it, known by its pid file."""

    def __init__(self, name, folder, command):
        self.name, self.folder, self.command = name, folder, command
        self.pid_file = folder / "process.pid"

    @property
    def pid(self):
        """The id of the running process, or None. A process id that was given to another program does not count."""
        try:
            pid = int(self.pid_file.read_text())
            os.waitpid(pid, os.WNOHANG)  # Collects a child that has ended.
        except (FileNotFoundError, ValueError):
            return None
        except ChildProcessError:
            pass
        try:
            command = pathlib.Path(f"/proc/{pid}/cmdline").read_bytes()
            state = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            return None
        # The command line is empty while the program is being loaded.
        return pid if state != "Z" and (not command or str(self.folder).encode() in command) else None

    def start(self):
        if self.pid:
            return
        with open(self.folder / "output.log", "ab") as output:
            process = subprocess.Popen(
                self.command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, cwd=self.folder,
                start_new_session=True, env={**os.environ, "TZ": "UTC"})
        self.pid_file.write_text(str(process.pid))

    def send(self, number):
        pid = self.pid
        if pid:
            os.kill(pid, number)

    def stop(self, number=signal.SIGTERM):
        """Asks the process to end and waits until it has."""
        self.send(number)
        if not wait_until(lambda: self.pid is None, seconds=60):
            raise ReceiverError(f"{self.name} did not end. See {self.folder}/output.log.")
        self.pid_file.unlink(missing_ok=True)


def wait_until(condition, seconds):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.05)
    return bool(condition())


class Receiver:
    """The processes of one folder."""

    def __init__(self, folder, port=18080, shards=2, period=13, rate=100, buffer_bytes=1 << 30, workers=2):
        self.folder = pathlib.Path(folder).resolve()
        self.port, self.answer_port = port, port + 1
        self.period, self.rate, self.buffer_bytes, self.workers = period, rate, buffer_bytes, workers
        self.tool = os.environ.get("PIXELS_TOOL", REPOSITORY / ".build/debug/pixels")
        self.shard_numbers = range(1, shards + 1)
        nginx, shipper = self.folder / "nginx", self.folder / "syslog-ng"
        user = ["-g", "user root;"] if os.geteuid() == 0 else []
        self.nginx = Process(
            "nginx", nginx,
            [program("nginx"), "-p", f"{nginx}/", "-e", "nginx.log", "-c", f"{nginx}/nginx.conf"] + user)
        self.shipper = Process(
            "syslog-ng", shipper,
            [program("syslog-ng"), "--foreground", "--no-caps", "--cfgfile", f"{shipper}/syslog-ng.conf",
             "--persist-file", f"{shipper}/positions", "--control", f"{shipper}/control",
             "--pidfile", f"{shipper}/syslog-ng.pid"])
        self.shards = [self._shard(number) for number in self.shard_numbers]

    def _shard(self, number):
        folder = self.folder / f"shard{number}"
        return Process(f"shard {number}", folder, [program("clickhouse-server"), f"--config-file={folder}/config.xml"])

    def http_port(self, number): return self.port + 10 * number
    def tcp_port(self, number): return self.port + 10 * number + 1

    @property
    def processes(self): return [self.nginx, self.shipper, *self.shards]

    # Configuration

    def write_configuration(self):
        for process in self.processes:
            process.folder.mkdir(parents=True, exist_ok=True)
        for name in ["nginx/requests", "nginx/temporary"]:
            (self.folder / name).mkdir(exist_ok=True)
        names = {
            "ROOT": self.folder, "WORKERS": self.workers, "PERIOD": self.period, "RATE": self.rate,
            "COLLECTOR_PORT": self.port, "ANSWER_PORT": self.answer_port, "BUFFER_BYTES": self.buffer_bytes,
            "SHARD_COUNT": len(self.shards),
            "SHARD_URLS": " ".join(f'"{self.insert_url(number)}"' for number in self.shard_numbers),
            "REPLICAS": "\n".join(
                f"            <shard><replica><host>127.0.0.1</host><port>{self.tcp_port(number)}</port></replica></shard>"
                for number in self.shard_numbers),
        }
        self._render("nginx/nginx.conf", self.nginx.folder, names)
        self._render("nginx/collector.conf", self.nginx.folder, names)
        self._render("syslog-ng/syslog-ng.conf", self.shipper.folder, names)
        for number, shard in zip(self.shard_numbers, self.shards):
            ports = {"HTTP_PORT": self.http_port(number), "TCP_PORT": self.tcp_port(number),
                     "INTERSERVER_PORT": self.tcp_port(number) + 1, "SHARD": shard.folder}
            self._render("clickhouse/config.xml", shard.folder, names | ports)
            self._render("clickhouse/users.xml", shard.folder, {})

    def _render(self, source, folder, names):
        text = (CONFIGURATION / source).read_text()
        for name, value in names.items():
            text = text.replace(f"@{name}@", str(value))
        (folder / pathlib.Path(source).name).write_text(text)

    def insert_url(self, number):
        query = urllib.parse.quote("INSERT INTO requests_in FORMAT JSONEachRow")
        return f"http://127.0.0.1:{self.http_port(number)}/?user=shipper&query={query}"

    # Processes

    def start(self):
        """Starts what does not run, and defines the tables and views on each shard."""
        self.write_configuration()
        for number in self.shard_numbers:
            self.start_shard(number)
        self.define()
        self.nginx.start()
        self.shipper.start()
        self._wait(self.nginx, self.port)
        if not wait_until((self.shipper.folder / "control").exists, seconds=30):
            raise ReceiverError(f"syslog-ng did not start. See {self.shipper.folder}/output.log.")

    def define(self, definitions=DEFINITIONS):
        """Creates missing tables and replaces the views of all definitions."""
        script = self.pixels("sql", definitions, "--dialect", "clickhouse18", "--cluster", "shards")
        for number in self.shard_numbers:
            self.run_script(script, number)

    def start_shard(self, number):
        shard = self.shards[number - 1]
        shard.start()
        self._wait(shard, self.http_port(number))

    def _wait(self, process, port):
        def listens():
            with socket.socket() as connection:
                return connection.connect_ex(("127.0.0.1", port)) == 0
        if not wait_until(lambda: listens() or process.pid is None, seconds=60) or process.pid is None:
            raise ReceiverError(
                f"{process.name} does not listen on port {port}. See {process.folder}/output.log, "
                "or choose other ports with --port.")

    def stop(self):
        self.nginx.stop(signal.SIGQUIT)
        self.shipper.stop()
        for shard in self.shards:
            shard.stop()

    def reload_nginx(self):
        """Starts new workers. The old ones finish their requests."""
        self.nginx.send(signal.SIGHUP)

    # Retention

    def sweep(self, idle_seconds=3600, days=90):
        """Deletes log files that have been shipped, and rows older than `days`. Returns what was deleted."""
        return self._sweep_log(idle_seconds) + self._sweep_rows(days)

    def _sweep_log(self, idle_seconds):
        """A file is deleted if it is old, the shipper has read all of it, and the buffer is empty."""
        if self.shipper.pid is None or self.queued() != 0:
            return []
        positions = self._shipper_positions()
        swept = []
        for file in sorted((self.nginx.folder / "requests").glob("*.jsonl")):
            status = file.stat()
            if status.st_mtime < time.time() - idle_seconds and positions.get(str(file)) == status.st_size:
                file.unlink()
                swept.append(file.name)
        return swept

    def _shipper_positions(self):
        """How far the shipper has read each file."""
        positions = {}
        for link in pathlib.Path(f"/proc/{self.shipper.pid}/fd").iterdir():
            with contextlib.suppress(FileNotFoundError):
                fields = pathlib.Path(f"/proc/{self.shipper.pid}/fdinfo/{link.name}").read_text().split()
                positions[os.readlink(link)] = int(fields[fields.index("pos:") + 1])
        return positions

    def _sweep_rows(self, days):
        """ClickHouse 18.16 has no TTL. A partition is a day."""
        swept = []
        for number in self.shard_numbers:
            for table, partition in self.query(
                    "SELECT DISTINCT table, partition FROM system.parts WHERE active AND database = currentDatabase() "
                    f"AND table LIKE '%_stored' AND max_date < today() - {int(days)} ORDER BY table, partition", number):
                self.execute(f"ALTER TABLE {table} DROP PARTITION '{partition}'", number)
                swept.append(f"shard {number}: {table} {partition}")
        return swept

    # Questions

    def query(self, sql, shard=1):
        """The rows of a query, each a list of values. Integers of 64 bits are texts."""
        return json.loads(self._post(sql.rstrip().rstrip(";") + "\nFORMAT JSONCompact", shard))["data"]

    def execute(self, sql, shard=1): self._post(sql, shard)

    def _post(self, sql, shard):
        url = f"http://127.0.0.1:{self.http_port(shard)}/"
        try:
            with urllib.request.urlopen(urllib.request.Request(url, sql.encode()), timeout=120) as answer:
                return answer.read().decode(errors="replace")
        except urllib.error.HTTPError as error:
            raise ReceiverError(f"Shard {shard} refuses the query: {error.read().decode().strip()}\n{sql}") from None

    def run_script(self, sql, shard=1):
        """Runs the statements of a script."""
        subprocess.run(
            [program("clickhouse-client"), "--host=127.0.0.1", f"--port={self.tcp_port(shard)}", "--multiquery"],
            input=sql.encode(), check=True)

    def pixels(self, *arguments):
        """The output of the tool `pixels`."""
        return subprocess.run([self.tool, *map(str, arguments)], check=True, capture_output=True).stdout.decode()

    def counter(self, name):
        """A counter of the shipper: lines in its buffer (`queued`), `written` to a shard, or `dropped`."""
        answer = subprocess.run(
            [program("syslog-ng-ctl"), "stats", f"--control={self.shipper.folder}/control"], check=True,
            capture_output=True, text=True)
        rows = [line.split(";") for line in answer.stdout.splitlines()]
        return sum(int(row[-1]) for row in rows if row[0].startswith("dst.http") and row[-2] == name)

    def queued(self):
        """The number of lines in the shipper's buffer."""
        return self.counter("queued")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("command", choices=["start", "stop", "sweep"])
    parser.add_argument("--folder", default=REPOSITORY / ".build/receiver", help="where everything is written")
    parser.add_argument("--port", type=int, default=18080, help="the collector's; the ports behind it are used too")
    arguments = parser.parse_args()
    receiver = Receiver(arguments.folder, port=arguments.port)
    try:
        if arguments.command == "start":
            receiver.start()
            print(WELCOME.format(port=receiver.port, tcp_port=receiver.tcp_port(1)))
        elif arguments.command == "stop":
            receiver.stop()
        else:
            print("\n".join(receiver.sweep()))
    except (ReceiverError, subprocess.CalledProcessError) as error:
        detail = getattr(error, "stderr", None) or ""
        sys.exit(f"receiver: {error} {detail}".rstrip())


if __name__ == "__main__":
    main()
