#!/usr/bin/env python3
"""Records what a plyd answers to 6,400 requests, and checks that another build answers the same.

    tests/recording/recording.py check target/release/plyd            # exits 1 if an answer differs
    tests/recording/recording.py check target/release/plyd --only 'POST .*/review'
    tests/recording/recording.py record target/release/plyd           # records again, after an intended change

The requests are in questions.py, and `recorded.jsonl.xz` has them with the answers: status, headers and body, without times, ids
and the build. All of them are deterministic: limited by depth or nodes, with one worker and without warm searches. `check` starts the
servers itself, sends the recorded requests and prints each difference. `--only` takes a regular expression that the name of a request
has to match, such as `keys GET /v1/games`. List an intended difference in `differences.toml` with its reason; `check` names entries
there that are no longer needed. `show` prints recorded answers. A check takes 14 seconds on an idle machine and needs Python 3.11.
"""

import argparse
import gzip
import hashlib
import http.client
import json
import lzma
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
RECORDED = HERE / "recorded.jsonl.xz"

# A key without a limit, and one that may send three requests at once.
KEYS = {"anna": ("plyd_" + "a1" * 32, ""), "ben": ("plyd_" + "b2" * 32, "rate=3/h burst=3")}

# The options of each server. `probes` is the other listener of `options`.
SERVERS = {
    "plain": [],
    "cache": ["--cache-mb", "16"],
    "keys": ["--keys", "{keys}"],
    "options": """--metrics-listen 127.0.0.1:{probes} --cors-origin https://example.org --playground false --book false
        --max-nodes 50000 --max-time-ms 5000 --max-body-bytes 2048 --max-review-plies 20 --max-review-ms 3000""".split(),
}

# Headers about times, or about how an answer is sent. They are not part of the answer.
UNRECORDED = {"connection", "content-length", "date", "keep-alive", "server-timing", "transfer-encoding"}
VOLATILE = {"elapsed_us", "queued_us", "nodes_per_second", "request_id"}

# Parts of headers that differ from run to run or from build to build.
VARYING = {"etag": r"[0-9a-f]{16}", "ratelimit": r"(?<=t=)\d+", "retry-after": r"\d+"}


class Servers:
    """A server for each set of options, started at its first request. Use it in a `with` statement, which ends them."""

    def __init__(self, binary):
        self.binary, self.folder = binary, tempfile.TemporaryDirectory()
        self.ports, self.processes, self.connections, self.failures, self.etag = {}, {}, {}, {}, ""
        lines = [f"{name} {hashlib.sha256(key.encode()).hexdigest()} {rate}\n" for name, (key, rate) in KEYS.items()]
        self.keys = Path(self.folder.name) / "keys"
        self.keys.write_text("".join(lines))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in self.processes.values():
            process.kill()
            process.wait()
        self.folder.cleanup()

    def start(self, name):
        if name == "probes":
            return self.start("options")
        if name in self.processes or name in self.failures:
            return
        self.ports[name] = free_port()
        if name == "options":
            self.ports["probes"] = free_port()
        options = [option.format(keys=self.keys, probes=self.ports.get("probes")) for option in SERVERS[name]]
        command = [self.binary, "serve", "--listen", f"127.0.0.1:{self.ports[name]}", "--workers", "1", "--log", "warn"]
        # Without the caller's environment variables, which would be hidden options.
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PLYD_")}
        said = open(Path(self.folder.name) / f"{name}.log", "w+")
        process = subprocess.Popen([*command, *options], stdout=said, stderr=said, env=environment)
        until = time.monotonic() + 20
        while process.poll() is None and time.monotonic() < until:
            try:
                socket.create_connection(("127.0.0.1", self.ports[name])).close()
                self.processes[name] = process
                return
            except OSError:
                time.sleep(0.01)
        process.kill()
        process.wait()
        said.seek(0)
        self.failures[name] = f"the server does not start: {said.read().strip()}"

    def ask(self, request):
        """The answer to a request, without the parts that differ from run to run."""
        server = request["server"]
        self.start(server)
        if failure := self.failures.get("options" if server == "probes" else server):
            return {"error": failure}
        for attempt in range(6):
            try:
                status, headers, body = self.raw(request) if "raw" in request else self.exchange(request)
                # A busy server refuses work that must be done within a second.
                if status != 503 or server == "probes":
                    return recorded(request, status, headers, body)
            except (OSError, http.client.HTTPException) as error:
                self.connections.pop(server, None)
                failure = error
            time.sleep(0.2 * attempt)
        return recorded(request, status, headers, body) if failure is None else {"error": type(failure).__name__}

    def exchange(self, request):
        server, body = request["server"], request.get("body")
        if server not in self.connections:
            self.connections[server] = http.client.HTTPConnection("127.0.0.1", self.ports[server], timeout=60)
        connection = self.connections[server]
        connection.putrequest(request["method"], request["target"], skip_accept_encoding=True)
        for name, value in request.get("headers", []):
            connection.putheader(name, value.replace("{etag}", self.etag))
        if body is not None:
            body = body.encode("utf-8", "surrogateescape")
            connection.putheader("content-length", str(len(body)))
        connection.endheaders(body)
        answer = connection.getresponse()
        self.etag = answer.getheader("etag", self.etag)
        return answer.status, answer.getheaders(), answer.read()

    def raw(self, request):
        """Sends bytes that no library would."""
        with socket.create_connection(("127.0.0.1", self.ports[request["server"]]), timeout=60) as connection:
            connection.sendall(request["raw"].encode("latin-1"))
            answer = http.client.HTTPResponse(connection)
            answer.begin()
            return answer.status, answer.getheaders(), answer.read()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def recorded(request, status, headers, body):
    """An answer in the form that is recorded."""
    kept = {}
    for name, value in sorted((name.lower(), value) for name, value in headers):
        if name not in UNRECORDED:
            value = re.sub(VARYING[name], "…", value) if name in VARYING else value
            if name == "x-request-id" and [name, value] not in request.get("headers", []):
                value = "…"
            kept[name] = f"{kept[name]}, {value}" if name in kept else value
    body = readable(request, kept, body)
    # The length of its times decides whether an answer of about a KiB is compressed.
    if len(json.dumps(body)) < 1300 and "vary" in kept:
        kept["vary"] = ", ".join(name for name in kept["vary"].split(", ") if name != "accept-encoding")
        kept = {name: value for name, value in kept.items() if value}
    return {"status": status, "headers": kept, "body": body}


def readable(request, headers, body):
    """A body as JSON if it is any kind of JSON, so that differences have names."""
    kind = headers.get("content-type", "").split(";")[0]
    coding = headers.get("content-encoding")
    if coding == "gzip" and body:
        body = gzip.decompress(body)
    elif coding and body:
        return f"in {coding}"
    text = re.sub(r"(plyd [\d.]+)\+[0-9a-f]{12}", r"\1+…", body.decode("utf-8", "backslashreplace"))
    if not text:
        return None
    if kind in ("application/json", "application/problem+json"):
        return timeless(json.loads(text))
    if kind == "text/event-stream":
        events = (re.fullmatch(r"event: (\w+)\ndata: (.*)", event) for event in text.strip().split("\n\n") if event[0] != ":")
        return [[event[1], timeless(json.loads(event[2]))] for event in events]
    if kind == "application/x-ndjson":
        return sorted((timeless(json.loads(line)) for line in text.splitlines()), key=lambda line: line["index"])
    if request.get("target") == "/metrics":
        return metrics(text)
    if len(text) > 10_000 and "/tree" not in request.get("target", ""):
        return f"{len(body)} bytes, SHA-256 {hashlib.sha256(text.encode()).hexdigest()}"
    return text


def timeless(value):
    """A JSON value without times and ids."""
    if isinstance(value, dict):
        return {name: "…" if name in VOLATILE else timeless(inner) for name, inner in value.items()}
    return [timeless(inner) for inner in value] if isinstance(value, list) else value


def metrics(text):
    """The type and the names of the labels of each metric."""
    kinds = dict(re.findall(r"^# TYPE (\S+) (\S+)$", text, re.M))
    labels = {name: set() for name in kinds}
    for name, inner in re.findall(r"^(\w+?)(?:_bucket|_sum|_count)?(?:\{(.*)\})? \S+$", text, re.M):
        labels.setdefault(name, set()).update(re.findall(r'(\w+)="', inner))
    return {name: " ".join([kinds.get(name, "untyped"), *sorted(labels[name])]) for name in sorted(labels)}


def name_of(request):
    """The name that `--only` and the entries of differences.toml are matched with."""
    target = request.get("target") or request["raw"].split("\r\n")[0]
    return f"{request['server']} {request.get('method', 'RAW')} {target}"


def fields(answer, path=""):
    """The leaves of an answer by their paths, such as `body.lines[0].move`."""
    inner = ()
    if isinstance(answer, dict):
        inner = ((f"{path}.{name}" if path else name, value) for name, value in answer.items())
    elif isinstance(answer, list):
        inner = ((f"{path}[{index}]", value) for index, value in enumerate(answer))
    found = {name: leaf for name, value in inner for name, leaf in fields(value, name).items()}
    return found or {path: json.dumps(answer, ensure_ascii=False)}


def differences(before, after):
    """The fields that differ, with both values. A missing field is `nothing`."""
    before, after = fields(before), fields(after)
    names = [*before, *(name for name in after if name not in before)]
    pairs = ((name, before.get(name, "nothing"), after.get(name, "nothing")) for name in names)
    return [pair for pair in pairs if pair[1] != pair[2]]


def around(one, other):
    """Both texts, from shortly before their first difference."""
    begin = max(0, len(os.path.commonprefix([one, other])) - 30)
    return ("…" * (begin > 0) + text[begin : begin + 110] + "…" * (len(text) > begin + 110) for text in (one, other))


def read(only):
    with lzma.open(RECORDED, "rt") as lines:
        kept = [json.loads(line) for line in lines]
    return [(number, *pair) for number, pair in enumerate(kept) if re.search(only, name_of(pair[0]))]


def record(binary):
    from questions import build

    with Servers(binary) as servers:
        kept = []

        def ask(server, method=None, target=None, body=None, headers=(), raw=None):
            request = {"server": server, "raw": raw} if raw else {"server": server, "method": method, "target": target}
            headers = [[name, value] for name, value in dict(headers).items()]
            if isinstance(body, (dict, list)):
                body = json.dumps(body, separators=(",", ":"))
            if body is not None:
                headers = headers if any(name == "content-type" for name, _ in headers) else [["content-type", "application/json"], *headers]
                request["body"] = body
            if headers:
                request["headers"] = [header for header in headers if header[1]]
            answer = servers.ask(request)
            kept.append((request, answer))
            return answer

        build(ask)
    lines = "".join(json.dumps(pair, separators=(",", ":")) + "\n" for pair in kept)
    RECORDED.write_bytes(lzma.compress(lines.encode(), preset=9 | lzma.PRESET_EXTREME))
    print(f"{len(kept)} requests, {len(lines) / 1e6:.1f} MB, {RECORDED.stat().st_size} bytes compressed")


def check(binary, only, most):
    entries = tomllib.loads((HERE / "differences.toml").read_text()).get("difference", [])
    used, differing, meant, last = set(), 0, 0, None
    began = time.monotonic()
    with Servers(binary) as servers:
        requests = read(only)
        for number, request, before in requests:
            after = servers.ask(request)
            if only and request.get("target") == "/metrics":
                continue  # Metrics appear when they are first used.
            found = differences(before, after)
            unnamed = []
            for field, one, other in found:
                fits = [
                    index
                    for index, entry in enumerate(entries)
                    if re.search(entry["request"], name_of(request)) and re.fullmatch(entry["field"], field)
                    and all(re.search(entry[side], text) for side, text in (("before", one), ("after", other)) if side in entry)
                ]
                used.update(fits)
                unnamed += [] if fits else [(field, one, other)]
            differing += bool(unnamed)
            meant += bool(found) and not unnamed
            if unnamed and differing <= most:
                print(f"#{number} {name_of(request)[:200]} {request.get('body') or ''}"[:400])
                for field, one, other in unnamed[:5]:
                    one, other = around(one, other)
                    print(f"    {field}: {one}  ->  {other}")
                if len(unnamed) > 5:
                    print(f"    and {len(unnamed) - 5} more fields")
    for index, entry in enumerate(entries):
        if index not in used and not only:
            print(f"not needed any more: {entry}")
    took = time.monotonic() - began
    print(f"{len(requests)} requests in {took:.0f} s: {differing} differ, {meant} differ as differences.toml says")
    return differing > 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mode", choices=["record", "check", "show"])
    parser.add_argument("binary", nargs="?", help="the plyd to ask")
    parser.add_argument("--only", default="", help="a regular expression that names of requests have to match")
    parser.add_argument("--most", type=int, default=40, help="requests whose differences are printed")
    asked = parser.parse_args()
    if asked.mode == "show":
        for number, request, answer in read(asked.only):
            print(json.dumps({"number": number, "request": request, "answer": answer}))
    elif not asked.binary:
        parser.error("which plyd is to be asked?")
    elif asked.mode == "record":
        record(asked.binary)
    else:
        sys.exit(check(asked.binary, asked.only, asked.most))


if __name__ == "__main__":
    main()
