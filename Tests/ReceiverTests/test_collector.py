"""The collector's rules: what it accepts, what it refuses, and what it writes."""

import contextlib
import http.client
import json
import re
import socket
import time
import unittest

from support import ask, log_lines, running_receiver, send, wait_for_rows, wait_until

BODY = json.dumps({"meta": {"type": "t", "version": "1.0.0"}, "feature": {"name": "é\t\"x\" 🦆"}}, ensure_ascii=False)


class CollectorTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.receiver = cls.enterClassContext(running_receiver(rate=10_000))

    def assertAnswers(self, status, *request):
        before = len(log_lines(self.receiver))
        self.assertEqual(ask(self.receiver, *request), status, request)
        accepted = 1 if status == 204 else 0
        self.assertTrue(wait_until(lambda: len(log_lines(self.receiver)) == before + accepted, 5), request)

    def test_accepted_requests_are_answered_with_204_and_logged(self):
        longest = "/t/" + "n" * 200
        for target in ["/t/m_x", "/t/m_x_daily?a=%20b&c=", "/t/m.x-y_Z9", longest, "/t/m_x?" + "q" * 8000]:
            self.assertAnswers(204, "GET", target)
        for body in [b"{}", BODY.encode(), b' {"a":1}\r\n', b'{"a":"' + b"x" * (65_536 - 8) + b'"}']:
            self.assertAnswers(204, "POST", "/e", body)

    def test_other_methods_are_refused_with_405(self):
        for method in ["HEAD", "POST", "PUT", "DELETE", "OPTIONS"]:
            self.assertAnswers(405, method, "/t/m_x")
        for method in ["GET", "HEAD", "PUT", "DELETE"]:
            self.assertAnswers(405, method, "/e")

    def test_other_paths_are_refused_with_404(self):
        for target in ["/", "/t", "/x", "/ee", "/e/", "/accepted", "/favicon.ico"]:
            self.assertAnswers(404, "GET", target)

    def test_names_and_queries_of_other_characters_are_refused_with_400(self):
        for target in ["/t/", "/t/a/b", "/t/a%20b", "/t/%6d", "//t/m_x", "/t/../t/m_x", "/t/" + "n" * 201]:
            self.assertAnswers(400, "GET", target)
        with socket.create_connection(("127.0.0.1", self.receiver.port)) as connection:
            connection.sendall(b"GET /t/m_x?a=\xff HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            self.assertIn(b" 400 ", connection.recv(64))

    def test_lines_that_are_too_long_are_refused_with_414(self):
        self.assertAnswers(414, "GET", "/t/m_x?" + "q" * 8192)

    def test_bodies_that_are_no_json_object_in_utf8_are_refused_with_400(self):
        bodies = [b"", b"x", b"[]", b'{"a":1', b'{"a":"\x00"}', b'{"a":"\xff"}', b'{"a":"\xc0\xaf"}', b'{"a":"\xed\xa0\x80"}']
        for body in bodies + [b"{" + b"\xff" * 60_000 + b"}"]:
            self.assertAnswers(400, "POST", "/e", body)
        self.assertAnswers(400, "POST", "/e?a=1", b"{}")

    def test_bodies_over_64_kib_are_refused_with_413(self):
        self.assertAnswers(413, "POST", "/e", b'{"a":"' + b"x" * (65_537 - 8) + b'"}')

    def test_a_line_holds_the_request_as_it_was_sent_and_a_random_id(self):
        self.assertAnswers(204, "GET", "/t/m_line?a=%20b%2B+\"\\&c=")
        self.assertAnswers(204, "POST", "/e", BODY.encode())
        pixel, event = log_lines(self.receiver)[-2:]
        keys = ["time", "method", "path", "query", "body", "status", "request_id"]
        self.assertEqual([list(pixel), list(event)], [keys, keys])
        expected = ["GET", "/t/m_line", "a=%20b%2B+\"\\&c=", "", 204]
        self.assertEqual([pixel[key] for key in keys[1:6]], expected)
        self.assertEqual([event[key] for key in keys[1:6]], ["POST", "/e", "", BODY, 204])
        self.assertRegex(pixel["time"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$")
        self.assertRegex(pixel["request_id"], "^[0-9a-f]{32}$")
        self.assertNotEqual(pixel["request_id"], event["request_id"])

    def test_a_body_arrives_in_the_engine_byte_for_byte(self):
        body = '{"meta":{"type":"bytes"},"a.b":"\\"${MESSAGE} $(echo 1)\' 🦆 \\\\ \\u0001"}'
        self.assertAnswers(204, "POST", "/e", body.encode())
        found = "SELECT body FROM wide_events WHERE type = 'bytes'"
        self.assertTrue(wait_until(lambda: self.receiver.query(found), 20))
        self.assertEqual(self.receiver.query(found), [[body]])

    def test_no_file_of_the_collector_names_a_client(self):
        secrets = {"User-Agent": "agent-secret", "Referer": "http://referrer-secret/", "Cookie": "cookie=secret",
                   "X-Forwarded-For": "203.0.113.7", "Authorization": "Bearer secret", "X-Request-Id": "id-secret"}
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.receiver.port)) as connection:
            self.assertEqual(send(connection, "GET", "/t/m_x", headers=secrets), 204)
            self.assertEqual(send(connection, "POST", "/e", b"{}", secrets), 204)
            client = f"127.0.0.1:{connection.sock.getsockname()[1]}"
        self.provoke_errors()
        for file in (self.receiver.folder / "nginx").rglob("*"):
            if file.is_file() and file.suffix != ".conf":
                text = file.read_bytes()
                for secret in [b"secret", b"203.0.113", b"127.0.0.1", b"client", client.encode()]:
                    self.assertNotIn(secret, text, file)

    def provoke_errors(self):
        """Sends what nginx reports in its error log by default."""
        requests = [
            b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"NONSENSE\r\n\r\n", b"GET /t/m_x HTTP/1.1\r\n\r\n",
            b"GET /t/../../etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n", b"POST /e HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n",
            b"POST /e HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{", b"GET /t/" + b"x" * 70_000,
        ]
        for request in requests:
            with socket.create_connection(("127.0.0.1", self.receiver.port)) as connection:
                connection.sendall(request)
                connection.shutdown(socket.SHUT_WR)
                with contextlib.suppress(ConnectionError):
                    while connection.recv(65_536):
                        pass


class RateTests(unittest.TestCase):
    def test_a_connection_above_the_rate_is_slowed_down(self):
        with running_receiver(rate=50) as receiver:
            start = time.monotonic()
            with contextlib.closing(http.client.HTTPConnection("127.0.0.1", receiver.port)) as connection:
                self.assertEqual([send(connection, "GET", "/t/m_fast") for _ in range(51)], [204] * 51)
            # 50 intervals at 50 requests a second take at least a second, however fast the machine is.
            self.assertGreater(time.monotonic() - start, 0.9)

    def test_pipelined_requests_above_the_rate_are_all_answered(self):
        with running_receiver(rate=500) as receiver:
            with socket.create_connection(("127.0.0.1", receiver.port)) as connection:
                connection.sendall(b"GET /t/m_fast HTTP/1.1\r\nHost: x\r\n\r\n" * 400)
                answers = b""
                while answers.count(b"\r\n\r\n") < 400:
                    answers += connection.recv(65_536)
            self.assertEqual(set(re.findall(rb"HTTP/1.1 (\d+)", answers)), {b"204"})


if __name__ == "__main__":
    unittest.main()
