#!/usr/bin/env python3
"""Keys under load. A key with a rate gets that rate within a tenth, however fast it asks. A key without a rate is not held up. Clients without a key
cost little and get nothing. A hundred reloads of the file under load lose no request.

usage: quotas.py [SECONDS]
"""

import asyncio
import signal
import sys
import tempfile

from service import Figures, Plyd, crowd, new_key, percentile

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 6
RATE, BURST = 50, 20
PATH = "/v1/games/tic-tac-toe/search?state=XOX/OX./..O&depth=9"


def request(key):
    return f"GET {PATH} HTTP/1.1\r\nhost: plyd\r\nauthorization: Bearer {key}\r\n\r\n".encode()


figures = Figures("quotas")
(limited, limited_line), (free, free_line), (stranger, _) = new_key("limited"), new_key("free"), new_key("stranger")
with tempfile.NamedTemporaryFile("w", suffix=".keys") as file:
    file.write(f"{limited_line} rate={RATE}/s burst={BURST}\n{free_line} weight=2\n")
    file.flush()
    with Plyd("--workers", 1, "--keys", file.name) as server:
        statuses, _ = asyncio.run(crowd(server.port, request(limited), SECONDS, 4))
        allowed = RATE * SECONDS + BURST
        figures.hold(f"a key of {RATE}/s: answered, against the {allowed:.0f} that it may", statuses[200] / allowed, 1.1)
        if statuses[429]:
            figures.hold(f"a key of {RATE}/s: the same, if it asks more often", statuses[200] / allowed, 0.9, least=True)
        figures.hold("neither answered nor refused with 429", sum(statuses.values()) - statuses[200] - statuses[429], 0)

        async def together():
            clients = ((limited, 4), (free, 1), (stranger, 4))
            return await asyncio.gather(*(crowd(server.port, request(key), SECONDS, connections) for key, connections in clients))

        (_, _), (statuses, times), (refused, _) = asyncio.run(together())
        figures.hold("a key without a rate, beside it and strangers: not answered", sum(statuses.values()) - statuses[200], 0)
        figures.say(f"{statuses[200]} of 200, p99 {percentile(times, 0.99):.1f} ms; strangers {dict(refused)}")
        figures.hold("strangers: answered with anything but 401", sum(refused.values()) - refused[401], 0)
        spent = {}
        for name, key in ("stranger", stranger), ("known", free):
            cpu = server.cpu_seconds()
            statuses, _ = asyncio.run(crowd(server.port, request(key), SECONDS, 4))
            assert set(statuses) == {200 if key == free else 401}, statuses
            spent[name] = (server.cpu_seconds() - cpu) / sum(statuses.values()) * 1e6
        figures.say(f"CPU: {spent['stranger']:.1f} µs for a stranger's request, {spent['known']:.1f} µs for one with a key")
        figures.hold("a stranger's request against a small search with a key, CPU", spent["stranger"] / spent["known"], 1, "x")

        async def reloads():
            load = asyncio.create_task(crowd(server.port, request(free), SECONDS, 4))
            for _ in range(100):
                server.process.send_signal(signal.SIGHUP)
                await asyncio.sleep(SECONDS / 110)
            return await load

        statuses, _ = asyncio.run(reloads())
        figures.hold(f"a hundred reloads under load: lost, of {sum(statuses.values())}", sum(statuses.values()) - statuses[200], 0)
figures.finish()
