#!/usr/bin/env python3
"""TLS: ALPN selects HTTP/1.1; SIGHUP loads a new certificate under load without losing a request; clients that never finish the handshake are closed in
time. Also compares the CPU of a request over a kept connection with one without TLS.

Needs openssl, and wrk (Debian's package).

usage: tls.py [SECONDS]
"""

import re
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time

from service import Figures, Plyd, certificate

SECONDS = int(sys.argv[1]) if len(sys.argv) > 1 else 5
PATH = "/v1/games/tic-tac-toe/search?state=XOX/OX./..O&depth=9"
SLOW, HEAD_SECONDS, AT_MOST = 200, 2, 1.6


def connect(port, *alpn):
    context = ssl._create_unverified_context()
    context.set_alpn_protocols(alpn or ["http/1.1"])
    return context.wrap_socket(socket.create_connection(("127.0.0.1", port), timeout=10))


def get(stream):
    stream.sendall(f"GET {PATH} HTTP/1.1\r\nhost: plyd\r\n\r\n".encode())
    received = b""
    while b"\r\n\r\n" not in received:
        received += stream.recv(65536)
    head, body = received.split(b"\r\n\r\n", 1)
    length = int(re.search(rb"content-length: (\d+)", head)[1])
    while len(body) < length:
        body += stream.recv(65536)
    return int(head.split()[1])


def load(port, until, done):
    """Opens new connections and sends a few requests over each."""
    while time.monotonic() < until:
        try:
            with connect(port) as stream:
                done.extend(get(stream) for _ in range(5))
        except OSError as error:
            done.append(repr(error))


def per_request(server, url):
    before = server.cpu_seconds()
    said = subprocess.run(["wrk", "-t1", "-c8", f"-d{SECONDS}s", url], check=True, capture_output=True, text=True).stdout
    return (server.cpu_seconds() - before) / int(re.search(r"(\d+) requests in", said)[1]) * 1e6


figures = Figures("TLS")
with tempfile.TemporaryDirectory() as folder:
    cert, key = certificate(folder, "first")
    flags = ("--tls-cert", cert, "--tls-key", key, "--head-timeout-ms", HEAD_SECONDS * 1000)
    with Plyd("--workers", 1, *flags) as server, Plyd("--workers", 1) as plain:
        protocols = [connect(server.port, *alpn).selected_alpn_protocol() for alpn in (("h2", "http/1.1"), ("http/1.1",))]
        figures.hold(f"ALPN chooses {protocols}, wrong", protocols != ["http/1.1", "http/1.1"], 0)
        figures.hold("plain HTTP is answered", int(b"200 OK" in subprocess.run(["curl", "-sSi", f"http://127.0.0.1:{server.port}{PATH}"], capture_output=True).stdout), 0)

        done, until = [], time.monotonic() + SECONDS
        threads = [threading.Thread(target=load, args=(server.port, until, done)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for number in range(20):
            certificate(folder, f"number-{number}")
            server.process.send_signal(signal.SIGHUP)
            time.sleep(SECONDS / 25)
        for thread in threads:
            thread.join()
        figures.hold(f"20 new certificates under load: lost, of {len(done)}", sum(status != 200 for status in done), 0)
        der = connect(server.port).getpeercert(True)
        figures.hold("the last certificate is served, wrong", b"number-19" not in der, 0)

        slow, started = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(SLOW)], time.monotonic()
        for client in slow:
            client.sendall(b"\x16\x03\x01\x02\x00\x01")
            client.settimeout(HEAD_SECONDS + 5)
        for client in slow:
            try:
                client.recv(1)
            except ConnectionError:
                pass
        figures.hold(f"{SLOW} clients that do not shake hands are closed after", time.monotonic() - started, HEAD_SECONDS + 1.5, " s")

        rounds = [(per_request(server, f"https://127.0.0.1:{server.port}{PATH}"), per_request(plain, f"http://127.0.0.1:{plain.port}{PATH}")) for _ in range(3)]
        secured, bare = (sorted(times)[1] for times in zip(*rounds))
        figures.say(f"CPU of a small search: {secured:.1f} µs over TLS, {bare:.1f} µs without")
        figures.hold("over TLS against without, CPU", secured / bare, AT_MOST, "x")
figures.finish()
