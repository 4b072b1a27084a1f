"""Each saved question against generated data with a known answer, in three engines."""

import collections
import datetime
import functools
import json
import pathlib
import random
import subprocess
import tempfile
import unittest
import urllib.parse
import uuid

from engines import ClickHouse, ClickHouse18, DuckDB
from support import DEFINITIONS, normal, running_receiver

# Recent ones: a current ClickHouse deletes rows after 90 days.
TODAY = datetime.datetime.now(datetime.timezone.utc).date()
DAYS = [(TODAY - datetime.timedelta(days=days)).isoformat() for days in (3, 2, 1)]
ATTEMPT, FAILURE = "m_subscription_purchase-attempt", "m_subscription_purchase-failure"
RESTORE, PAGE, PURCHASE = "m_subscription_restore-failure", "m_subscription_page-shown", "browser-subscription-purchase"
STEPS = ["FLOW_START", "ACCOUNT_CREATE", "ACCOUNT_PAYMENT", "ACCOUNT_ACTIVATION"]
BUCKETS = [1000, 5000, 10000, 30000, 60000, 300000, 600000]


class Generated:
    """Requests of three days, as the collector logs them. Some lines stand in the log twice."""

    def __init__(self, seed=14):
        self.random = random.Random(seed)
        self.pixels, self.events, self.lines = [], [], []
        for day in DAYS:
            self.add_legs(day, ATTEMPT, daily=self.random.randint(20, 40), platform="stripe")
            self.add_legs(day, FAILURE, daily=self.random.randint(5, 15), step="ACCOUNT_PAYMENT", e=-7)
            if day != DAYS[1]:
                self.add_legs(day, RESTORE, daily=self.random.randint(1, 4), d="Store & more", ud1="A+B")
            for _ in range(10):
                self.add_pixel(day, f"{PAGE}_linux_phone", pixelSource="phone")
            self.add_pixel(day, f"{PAGE}_linux", colour="red & green")
            self.add_pixel(day, "m_unknown_thing", n=1)
            self.add_pixel(day, "experiment_enroll_x_control")
            for _ in range(30):
                self.add_event(day)
        self.random.shuffle(self.lines)
        self.lines += self.random.sample(self.lines, 50)

    def version(self): return self.random.choice(["1.9.0", "1.10.0", "2.0.0"])

    def add_legs(self, day, name, daily, **parameters):
        for _ in range(daily):
            self.add_pixel(day, f"{name}_daily_linux_phone", **parameters)
            for _ in range(self.random.randint(1, 3)):
                self.add_pixel(day, f"{name}_count_linux_phone", **parameters)

    def add_pixel(self, day, name, **parameters):
        parameters = {"appVersion": self.version()} | parameters
        query = urllib.parse.urlencode(parameters, quote_via=self.random.choice([urllib.parse.quote, urllib.parse.quote_plus]))
        self.pixels.append({"day": day, "name": name, "query": query, "parameters": parameters})
        self.add_line(day, "GET", f"/t/{name}", query, "")

    def add_event(self, day):
        status = self.random.choice(["SUCCESS", "SUCCESS", "FAILURE", "CANCELLED", "UNKNOWN"])
        ext = {"purchase_platform": "stripe", "free_trial_eligible": self.random.random() < 0.5}
        if status == "FAILURE":
            ext["failing_step"] = self.random.choice(STEPS)
        if self.random.random() < 0.8:
            ext["account_payment_latency_ms_bucketed"] = self.random.choice(BUCKETS)
        version = self.version()
        event = {
            "app": {"name": "browser", "version": version, "form_factor": "phone"},
            "feature": {"data": {"ext": ext}, "name": "subscription-purchase", "status": status},
            "global": {"platform": "Linux", "sample_rate": 0.25, "type": "app"},
            "context": {"name": "a \"page\"\tof ours"}, "meta": {"type": PURCHASE, "version": "1.2.0"}}
        self.events.append({"day": day, "version": version, "status": status, "ext": ext, "body": event})
        self.add_line(day, "POST", "/e", "", json.dumps(event, separators=(",", ":")))

    def add_line(self, day, method, path, query, body):
        identifier = uuid.UUID(int=self.random.getrandbits(128)).hex
        time = f"{day}T{self.random.randint(0, 23):02}:{self.random.randint(0, 59):02}:00+00:00"
        self.lines.append({"time": time, "method": method, "path": path, "query": query, "body": body, "status": 204,
                           "request_id": identifier})

    # Answers, counted in Python from what was generated

    def daily(self, name, days=DAYS):
        counts = collections.Counter(
            pixel["day"] for pixel in self.pixels if pixel["name"].startswith(f"{name}_daily") and pixel["day"] in days)
        return [[day, counts[day]] for day in days if counts[day]]

    def total(self, name): return sum(count for _, count in self.daily(name))

    def affected(self, error, activity):
        errors, users = dict(self.daily(error)), dict(self.daily(activity))
        return [[day, errors.get(day, 0), users[day], errors.get(day, 0) / users[day]] for day in DAYS]

    def funnel(self, *names):
        first, second, third = (self.total(name) for name in names)
        return [[first, second, third, second / first, third / second]]

    def success(self):
        journeys = collections.Counter(event["version"] for event in self.events)
        successes = collections.Counter(event["version"] for event in self.events if event["status"] == "SUCCESS")
        return [[version, journeys[version], successes[version], successes[version] / journeys[version]]
                for version in sorted(journeys)]

    def failing_steps(self):
        counts = collections.Counter(event["ext"].get("failing_step") for event in self.events)
        return [[step, counts[step]] for step in STEPS if counts[step]]

    def latency(self):
        values = sorted(filter(None, (event["ext"].get("account_payment_latency_ms_bucketed") for event in self.events)))
        smallest = [next(value for index, value in enumerate(values) if index + 1 >= share * len(values))
                    for share in (0.5, 0.95)]
        return [[len(values), *smallest]]


class QuestionTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.generated = Generated()
        folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory(prefix="questions-")))
        log = folder / "requests.jsonl"
        log.write_text("".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in cls.generated.lines))
        cls.receiver = cls.enterClassContext(running_receiver())
        (folder / "chdb").mkdir()
        current = ClickHouse(cls.receiver, log, folder / "chdb")
        cls.addClassCleanup(current.close)
        cls.engines = [ClickHouse18(cls.receiver, log), current, DuckDB(cls.receiver, log, folder / "verdicts.tsv")]
        for engine in cls.engines:
            engine.judge(DAYS[0], DAYS[-1])

    def assertAnswer(self, expected, question, **parameters):
        self.assertTrue(expected)
        for engine in self.engines:
            with self.subTest(engine=engine.dialect):
                self.assertEqual(engine.answer(question, **parameters), normal(expected))

    def test_daily_users(self):
        self.assertAnswer(self.generated.daily(ATTEMPT), "daily-users", pixel=ATTEMPT)
        last = self.generated.daily(ATTEMPT, DAYS[2:])
        self.assertAnswer(last, "daily-users", pixel=ATTEMPT, from_=DAYS[2], to=DAYS[2])

    def test_affected_users(self):
        self.assertAnswer(self.generated.affected(FAILURE, ATTEMPT), "affected-users", error=FAILURE, activity=ATTEMPT)
        self.assertAnswer(self.generated.affected(RESTORE, ATTEMPT), "affected-users", error=RESTORE, activity=ATTEMPT)

    def test_funnel(self):
        expected = self.generated.funnel(ATTEMPT, FAILURE, RESTORE)
        self.assertAnswer(expected, "funnel", first=ATTEMPT, second=FAILURE, third=RESTORE)

    def test_journeys(self):
        self.assertAnswer(self.generated.success(), "journey-success", event=PURCHASE)
        self.assertAnswer(self.generated.failing_steps(), "journey-failing-step", event=PURCHASE)
        bucket = "account_payment_latency_ms_bucketed"
        self.assertAnswer(self.generated.latency(), "journey-latency", event=PURCHASE, bucket=bucket)

    def test_names(self):
        sent = {pixel["name"] for pixel in self.generated.pixels}
        owners = {pixel["name"]: ", ".join(pixel["owners"]) for pixel in self.catalog}
        unseen = sorted(set(owners) - {self.definition(name) for name in sent})
        self.assertAnswer([[name, owners[name], ""] for name in unseen], "never-seen")
        self.assertAnswer([["m_unknown_thing", len(DAYS)]], "not-defined")

    def test_verdicts(self):
        owners = {pixel["name"]: ", ".join(pixel["owners"]) for pixel in self.catalog} | {"": ""}
        counts = collections.Counter()
        for request, verdict in zip(self.generated.pixels, self.judged_one_by_one()):
            owner = owners[self.definition(request["name"])]
            counts[request["parameters"]["appVersion"], owner, verdict["status"]] += 1
        for event in self.generated.events:
            counts[event["version"], "browser-team", "passed"] += 1
        self.assertEqual({status for _, _, status in counts}, {"passed", "failed", "undocumented"})
        self.assertAnswer([[*group, counts[group]] for group in sorted(counts)], "verdicts")

    def test_undeclared_parameters(self):
        reasons = [[PAGE, "Parameter 'colour' is not declared.", len(DAYS)]]
        self.assertAnswer(reasons, "undeclared-parameters")

    @functools.cached_property
    def catalog(self):
        return [json.loads(line) for line in self.receiver.pixels("catalog", DEFINITIONS, "--json").splitlines()]

    def definition(self, name):
        known = [pixel["name"] for pixel in self.catalog if f"{name}_".startswith(f"{pixel['name']}_")]
        return max(known, key=len, default="")

    def judged_one_by_one(self):
        """The verdicts of `pixels check` on plain lines."""
        lines = "".join(json.dumps({"pixel": pixel["name"], "params": pixel["query"]}) + "\n" for pixel in self.generated.pixels)
        command = [self.receiver.tool, "check", "--definitions", DEFINITIONS, "--format", "jsonl", "--json"]
        return [json.loads(line) for line in subprocess.run(command, input=lines, capture_output=True, text=True).stdout.splitlines()]


if __name__ == "__main__":
    unittest.main()
