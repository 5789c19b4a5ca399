"""Traces of the service, read with OpenTelemetry's own messages for Python.

A search is traced with its stages, within its caller's trace. If the receiver hangs, refuses or dies, spans are lost and counted. Meanwhile every
request is answered, `/livez` at once, and the service ends in time.
"""

import http.client
import json
import re
import signal
import socket
import subprocess
import sys
import threading
import time

from traces_receiver import Receiver, attributes_of

TRACE, CALLER = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
SEARCH = "/v1/games/tic-tac-toe/search?state=XOX/OX./..O&depth=9"


class Plyd:
    """A running server that sends to a receiver."""

    def __init__(self, binary, url):
        # Bound without listening until the end, so that nobody else gets it.
        self.held = socket.socket()
        self.held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.held.bind(("127.0.0.1", 0))
        self.port = self.held.getsockname()[1]
        command = [binary, "serve", "--listen", f"127.0.0.1:{self.port}", "--workers", "1", "--otlp-endpoint", url]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        for _ in range(6000):
            assert self.process.poll() is None, "the server did not start"
            try:
                self.get("/livez")
                return
            except OSError:
                time.sleep(0.01)
        raise AssertionError("the server did not start")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.held.close()

    def get(self, path, headers={}):
        """Status, headers, text and seconds."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        started = time.monotonic()
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, answer.headers, text, time.monotonic() - started

    def count(self, series):
        return float(re.search(rf"^{re.escape(series)} (\S+)$", self.get("/metrics")[2], re.M)[1])

    def end(self):
        """Sends SIGTERM. Returns the seconds until the service ended."""
        started = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(timeout=30) == 0
        return time.monotonic() - started


def check_trace(plyd, receiver):
    parent = {"traceparent": f"00-{TRACE}-{CALLER}-01", "tracestate": "vendor=1", "x-request-id": "seven"}
    status, headers, text, _ = plyd.get("/v1/games/chess/search?depth=4&moves=e2e4", parent)
    assert status == 200
    receiver.wait_for(lambda: any(span.kind == span.SPAN_KIND_SERVER for span in receiver.spans))
    spans = {span.name: span for span in receiver.spans}
    request = spans["GET /v1/games/{game}/search"]
    assert (request.trace_id.hex(), request.parent_span_id.hex(), request.trace_state) == (TRACE, CALLER, "vendor=1")
    assert headers["traceparent"] == f"00-{TRACE}-{request.span_id.hex()}-01", headers
    attributes = attributes_of(request)
    assert attributes["http.response.status_code"] == 200 and attributes["request_id"] == "seven", attributes
    within = sorted((span for span in receiver.spans if span.parent_span_id == request.span_id), key=lambda span: span.start_time_unix_nano)
    assert [span.name for span in within] == ["read", "queue", "search", "write"], within
    answer = json.loads(text)
    nodes = answer["stats"]["nodes"] + answer["stats"]["quiescence_nodes"]
    wanted = {"game": "chess", "algorithm": "alpha-beta", "depth": 4, "nodes": nodes, "stopped_by": "depth"}
    assert attributes_of(spans["search"]) == wanted, attributes_of(spans["search"])
    assert attributes_of(spans["write"])["bytes"] == len(text)
    for resource in receiver.resources:
        assert resource["service.name"] == "plyd" and resource["service.instance.id"], resource
    received = len(receiver.spans)
    plyd.get(SEARCH)
    plyd.end()
    # The last message arrives when the service ends.
    assert len(receiver.spans) > received
    assert not receiver.faults, receiver.faults
    print(f"a search has {len(within)} stages")


def wait_until(is_so, seconds=60):
    until = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < until, f"not within {seconds} s"
        time.sleep(0.05)


def check_faults(plyd, receiver):
    """Load goes on while the receiver hangs, refuses, dies and comes back."""
    statuses, slowest, is_over = {}, [0.0], threading.Event()

    def load():
        connection = http.client.HTTPConnection("127.0.0.1", plyd.port, timeout=30)
        while not is_over.is_set():
            connection.request("GET", SEARCH)
            answer = connection.getresponse()
            answer.read()
            statuses[answer.status] = statuses.get(answer.status, 0) + 1
            # The pause lets the receiver run, which shares this interpreter.
            time.sleep(0.003)

    def probe():
        while not is_over.is_set():
            slowest[0] = max(slowest[0], plyd.get("/livez")[3])
            time.sleep(0.02)

    threads = [threading.Thread(target=target, daemon=True) for target in (load, load, probe)]
    for thread in threads:
        thread.start()
    lost = lambda: plyd.count('plyd_otlp_spans_total{result="lost"}')
    receiver.wait_for(lambda: receiver.spans)
    for mode in ("hang", "503", "dead"):
        before = lost()
        if mode == "dead":
            receiver.close()
        else:
            receiver.mode = mode
        wait_until(lambda: lost() > before)
        if mode == "dead":
            receiver = Receiver(receiver.port)
        else:
            receiver.mode = "ok"
        received = len(receiver.spans)
        receiver.wait_for(lambda: len(receiver.spans) > received)
        print(f"{mode}: {lost() - before:.0f} spans lost, and then taken again")
    receiver.mode = "hang"
    time.sleep(1.5)
    is_over.set()
    for thread in threads:
        thread.join()
    took = plyd.end()
    assert set(statuses) == {200}, statuses
    # A service that waited for the receiver would take ten seconds. The last spans get one second; the rest allows for a busy machine.
    assert took < 9 and slowest[0] < 9, (took, slowest)
    print(f"{statuses[200]} requests were answered meanwhile, /livez within {slowest[0] * 1000:.0f} ms; it ended in {took:.1f} s")


for check in (check_trace, check_faults):
    receiver = Receiver()
    with Plyd(sys.argv[1], receiver.url) as plyd:
        check(plyd, receiver)
