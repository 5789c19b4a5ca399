#!/usr/bin/env python3
"""SIGTERM under load, without a drain delay: no accepted request is lost, and the server exits with 0 within the grace time.

A request is accepted if it was sent completely before the signal: it has to be answered in full, with 200. Later requests may be refused, but
never be answered in part. Half of the clients keep their connections, half open a new one for each request.

usage: drain.py [TIMES]
"""

import itertools
import sys
import threading
import time

from service import Figures, Plyd, Wire, request_text, spread

TIMES = int(sys.argv[1]) if len(sys.argv) > 1 else 100
CLIENTS = 8
GRACE_MS = 8000
ASKED = [
    request_text("/v1/games/connect-four/search", {"moves": ["4", "4"], "nodes": 30_000}),
    request_text("/v1/games/chess/search", {"nodes": 10_000}),
    request_text("/v1/games/tic-tac-toe/search"),
    request_text("/v1/games/othello/position"),
]


class Client(threading.Thread):
    """Sends one request after another until the server refuses connections. Records when each was sent, and its result."""

    def __init__(self, port, number):
        super().__init__()
        self.port, self.number, self.keeps = port, number, number % 2 == 0
        self.notes = []
        self.start()

    def run(self):
        wire = None
        for text in itertools.islice(itertools.cycle(ASKED), self.number, None):
            sent = None
            try:
                wire = wire or Wire(self.port)
                wire.send(text)
                sent = time.monotonic()
                status, closes = wire.answer()
            except ConnectionError as error:
                # Refused connections are fine; the result of a sent request is recorded.
                if sent is not None:
                    self.notes.append((sent, str(error)))
                return
            self.notes.append((sent, status))
            if closes or not self.keeps:
                wire.socket.close()
                wire = None


def once(number):
    """Runs one server from start to end. Returns its requests and its exit code."""
    with Plyd("--grace-ms", GRACE_MS, "--drain-delay-ms", 0) as server:
        clients = [Client(server.port, client) for client in range(CLIENTS)]
        # At a different time in each round.
        time.sleep(0.2 + number % 10 * 0.0137)
        signalled = time.monotonic()
        server.terminate()
        for client in clients:
            client.join()
        code = server.process.wait(timeout=60)
        ended = (time.monotonic() - signalled) * 1000
    return signalled, [note for client in clients for note in client.notes], code, ended


figures = Figures("drain")
lost, halves, asked, codes, ends = [], 0, 0, set(), []
for number in range(TIMES):
    signalled, notes, code, ended = once(number)
    codes.add(code)
    ends.append(ended)
    asked += len(notes)
    halves += sum(result == "half an answer" for _, result in notes)
    lost += [(round((signalled - sent) * 1000, 3), result) for sent, result in notes if sent < signalled and result != 200]
figures.say(f"{TIMES} times, {CLIENTS} clients, {asked} requests; stopped after {spread(ends)}")
if lost:
    figures.say(f"lost: sent so many ms before the signal, and what came of it: {lost[:20]}")
figures.hold("accepted requests lost", len(lost), 0)
figures.hold("half answers", halves, 0)
figures.hold("exit codes other than 0", len(codes - {0}), 0)
figures.hold("stopped after, worst", max(ends), GRACE_MS + 1000, " ms")
figures.finish()
