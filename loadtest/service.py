"""Shared parts of the scripts: a plyd server on loopback, a plain HTTP client, and figures with their limits."""

import asyncio
import functools
import http.client
import json
import math
import os
import resource
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BINARY = os.environ.get("PLYD_BINARY", str(ROOT / "target/dist/plyd"))

# The end of a chunked answer (RFC 9112, 7.1). JSON does not contain it.
LAST_CHUNK = b"\r\n0\r\n\r\n"

# A search that only its time limit ends.
ENDLESS = "/v1/games/gomoku/search?depth=30"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@functools.cache
def options():
    """The help of `serve`, to run builds that lack a newer option."""
    return subprocess.run([BINARY, "serve", "--help"], capture_output=True, text=True).stdout


def if_known(*flags):
    return flags if f"{flags[0]} " in options() else ()


class Plyd:
    """A running server. Use it in a `with` statement, which ends it. Without `book`, openings have to be searched. Its output goes to
    `stdout` or into a file."""

    def __init__(self, *flags, port=None, prefix=(), log="info,plyd::http=warn", book=False, stdout=None):
        self.port = port or free_port()
        self.is_secure = "--tls-cert" in flags
        self.log = tempfile.NamedTemporaryFile("w+", prefix="plyd-", suffix=".log")
        # Without the caller's environment variables, which would be hidden options.
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PLYD_")}
        command = [*prefix, BINARY, "serve", "--listen", f"127.0.0.1:{self.port}", "--log", log]
        # All clients of these scripts have the same address.
        command += ["--book", str(book).lower(), *if_known("--trusted-proxy", "127.0.0.1"), *map(str, flags)]
        self.process = subprocess.Popen(
            command, stdout=stdout or self.log, stderr=subprocess.STDOUT, env=environment
        )
        self.await_ready()

    def await_ready(self):
        until = time.monotonic() + 20
        while time.monotonic() < until and self.process.poll() is None:
            try:
                if self.get("/readyz")[0] == 200:
                    return
            except OSError:
                time.sleep(0.01)
        self.process.kill()
        sys.exit(f"the server did not start: {Path(self.log.name).read_text()}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.log.close()

    def get(self, path, timeout=30):
        """Status and body of one request over a new connection."""
        if self.is_secure:
            connection = http.client.HTTPSConnection("127.0.0.1", self.port, timeout=timeout, context=ssl._create_unverified_context())
        else:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def games(self):
        """The facts of each game, by id."""
        ids = [game["id"] for game in json.loads(self.get("/v1/games")[1])["games"]]
        return {id: json.loads(self.get(f"/v1/games/{id}")[1]) for id in ids}

    def terminate(self):
        self.process.send_signal(signal.SIGTERM)

    def cpu_seconds(self):
        """CPU time of the process, in user and kernel mode."""
        return cpu_seconds(self.process.pid)

    def megabytes(self, which="VmRSS"):
        """Resident memory, current or peak (`VmHWM`)."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split(f"{which}:")[1].split()[0]) / 1024


def cpu_seconds(pid):
    """CPU time of a process, in user and kernel mode."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def new_key(name):
    """A client's key, and its line of the file for `--keys`."""
    said = subprocess.run([BINARY, "keys", "new", name], capture_output=True, text=True, check=True).stdout.splitlines()
    return said[0], said[-1]


def certificate(folder, name):
    """Writes a self-signed certificate for this name to `cert.pem` and `key.pem`. Returns their paths."""
    cert, key = Path(folder) / "cert.pem", Path(folder) / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", f"/CN={name}",
         "-keyout", key, "-out", cert], check=True, capture_output=True
    )
    return cert, key


def file_of(text, suffix=".lua"):
    """A temporary file with this text, such as a script of wrk."""
    file = tempfile.NamedTemporaryFile("w", suffix=suffix)
    file.write(text)
    file.flush()
    return file


def post_script(body):
    """A script of wrk that posts a body."""
    return file_of(f'wrk.method = "POST"\nwrk.headers["Content-Type"] = "application/json"\nwrk.body = [==[{body}]==]\n')


def request_text(path, body=None):
    """The bytes of a request that keeps its connection."""
    if body is None:
        return f"GET {path} HTTP/1.1\r\nhost: plyd\r\n\r\n".encode()
    body = json.dumps(body).encode()
    head = f"POST {path} HTTP/1.1\r\nhost: plyd\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
    return head.encode() + body


class Wire:
    """One blocking connection over a bare socket, so that only the server is timed."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def send(self, text):
        self.socket.sendall(text)

    def answer(self):
        """Reads one answer and keeps its body. Returns its status, and whether the connection ends with it."""
        received = b""
        while b"\r\n\r\n" not in received:
            received += self.more("half an answer" if received else "no answer")
        head, self.body = received.split(b"\r\n\r\n", 1)
        head = head.lower()
        if b"transfer-encoding: chunked" in head:
            # Chunk headers are kept.
            while not self.body.endswith(LAST_CHUNK):
                self.body += self.more("half an answer")
        else:
            length = int(head.split(b"content-length: ")[1].split(b"\r\n")[0])
            while len(self.body) < length:
                self.body += self.more("half an answer")
        return int(head.split()[1]), b"connection: close" in head

    def more(self, otherwise):
        some = self.socket.recv(65_536)
        if not some:
            raise ConnectionError(otherwise)
        return some

    def ask(self, text):
        """Sends a request. Returns the milliseconds until the whole answer had arrived, and its status."""
        started = time.perf_counter()
        self.send(text)
        status, _ = self.answer()
        return (time.perf_counter() - started) * 1000, status


class Client:
    """One persistent connection for asyncio. It connects with its first request, from the address `source` if one is given."""

    def __init__(self, port, source=None):
        self.port, self.source = port, source and (source, 0)
        self.writer = None

    async def ask(self, text):
        """Sends a request; status, headers and body of the answer."""
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 24, local_addr=self.source)
        try:
            self.writer.write(text)
            head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            headers = dict(line.lower().split(": ", 1) for line in head[1:] if line)
            if headers.get("transfer-encoding") == "chunked":
                body = await self.reader.readuntil(LAST_CHUNK)
            else:
                body = await self.reader.readexactly(int(headers.get("content-length", 0)))
        except BaseException:
            self.close()
            raise
        if headers.get("connection") == "close":
            self.close()
        return int(head[0].split()[1]), headers, body

    def close(self):
        if self.writer is not None:
            self.writer.close()
            self.writer = None


async def crowd(port, text, seconds, connections):
    """Sends a request again and again over this many connections. Returns the count of each status or error name, and all times in milliseconds."""
    statuses, times, until = Counter(), [], time.monotonic() + seconds

    async def connection():
        client = Client(port)
        while time.monotonic() < until:
            began = time.monotonic()
            try:
                status, _, _ = await client.ask(text)
            except (OSError, asyncio.IncompleteReadError) as error:
                status = type(error).__name__
            statuses[status] += 1
            times.append((time.monotonic() - began) * 1000)
        client.close()

    await asyncio.gather(*(connection() for _ in range(connections)))
    return statuses, times


def percentile(values, share):
    """The smallest of the values that at least this share of them does not exceed."""
    values = sorted(values)
    return values[max(0, math.ceil(share * len(values)) - 1)] if values else math.nan


def spread(milliseconds):
    """p50, p99 and the worst, for people."""
    return f"p50 {percentile(milliseconds, 0.5):.1f}, p99 {percentile(milliseconds, 0.99):.1f}, worst {max(milliseconds, default=math.nan):.1f} ms"


class Figures:
    """Prints each figure beside its limit. `finish` ends the script, with exit code 1 if a limit was exceeded."""

    def __init__(self, title):
        self.missed = 0
        print(f"{title}, {os.path.relpath(BINARY)}", flush=True)

    def hold(self, name, value, limit, unit="", least=False):
        kept = value >= limit if least else value <= limit
        self.missed += not kept
        bound = "at least" if least else "at most"
        print(f"  {'ok    ' if kept else 'MISSED'} {name}: {value:.4g}{unit}, {bound} {limit:g}{unit}", flush=True)

    def say(self, text):
        print(f"         {text}", flush=True)

    def finish(self):
        sys.exit(self.missed > 0)


def run(title, cases):
    """Runs the cases named on the command line, or all of them, and exits."""
    descriptors = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))
    names = {case.__name__: case for case in cases}
    if unknown := set(sys.argv[1:]) - names.keys():
        sys.exit(f"there is no case {', '.join(unknown)}; there are {', '.join(names)}")
    figures = Figures(title)
    for name in sys.argv[1:] or names:
        figures.say(names[name].__doc__)
        try:
            names[name](figures)
        except (OSError, SystemExit) as error:
            figures.hold(f"{name}: broke off, {error!r}", 1, 0)
    figures.finish()
