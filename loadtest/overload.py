#!/usr/bin/env python3
"""At 1, 2, 5 and 10 times its capacity, plyd gives at least 90 % of the useful answers that its capacity allows. Accepted requests are answered within
the budget + 50 ms at p99, and refusals at admission arrive within 20 ms at p99.

Requests arrive at even intervals, independent of answers (open loop). All are the same search of about 25 ms with a budget of a second. An answer
is useful if it is complete and within the budget. Capacity is one second of searching for each second of the worker, or the offered load if that is
less. It is measured by the searches' own time, so the result does not depend on the speed of the machine.

usage: overload.py [SECONDS]   of each stage
"""

import asyncio
import collections
import json
import statistics
import sys
import time

from service import Client, Figures, Plyd, percentile, request_text, spread

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 8
FACTORS = (1, 2, 5, 10)
BUDGET_MS, SPARE_MS, REFUSED_MS = 1000, 50, 20
SEARCH_SECONDS = 0.025
# The details of refusals at admission. Other refusals come later, from the queue or at the end of the budget.
AT_ADMISSION = ("queue is full", "too little of the time budget")
PROBE_NODES = 100_000
PATH = "/v1/games/connect-four/search"


# The result of a request: `stopped_by` or the refusal, its latency in milliseconds, and the time of the search itself in seconds.
Outcome = collections.namedtuple("Outcome", "result took searched")


def search(nodes):
    return request_text(PATH, {"moves": ["4", "4", "3"], "nodes": nodes, "time_ms": BUDGET_MS})


class Crowd:
    """A connection pool that grows as needed."""

    def __init__(self, port, text):
        self.port, self.text, self.free = port, text, []

    async def ask(self):
        """The result of one request and its latency in milliseconds."""
        client = self.free.pop() if self.free else Client(self.port)
        started = time.perf_counter()
        try:
            status, _, body = await client.ask(self.text)
        except (OSError, asyncio.IncompleteReadError) as error:
            return Outcome(f"{type(error).__name__}", (time.perf_counter() - started) * 1000, 0)
        took = (time.perf_counter() - started) * 1000
        self.free.append(client)
        body = json.loads(body)
        if status != 200:
            return Outcome(f"{status}: {body['detail']}", took, 0)
        return Outcome(body["stopped_by"], took, body["stats"]["elapsed_us"] / 1e6)


async def alone(crowd, seconds):
    """Seconds of one search on an idle server, by its own clock."""
    until, took = time.perf_counter() + seconds, []
    while time.perf_counter() < until:
        outcome = await crowd.ask()
        assert outcome.result == "nodes", outcome
        took.append(outcome.searched)
    return statistics.mean(took)


async def offer(crowd, rate):
    """The results of a load of this many requests a second, and its duration in seconds."""
    loop, began, tasks = asyncio.get_running_loop(), time.perf_counter(), []
    for number in range(int(rate * SECONDS)):
        wait = began + number / rate - time.perf_counter()
        if wait > 0:
            await asyncio.sleep(wait)
        tasks.append(loop.create_task(crowd.ask()))
    return await asyncio.gather(*tasks), time.perf_counter() - began


async def main(figures, server):
    crowd = Crowd(server.port, search(PROBE_NODES))
    crowd.text = search(int(PROBE_NODES * SEARCH_SECONDS / await alone(crowd, 2)))
    for factor in FACTORS:
        one = await alone(crowd, 2)
        cpu = server.cpu_seconds()
        outcomes, seconds = await offer(crowd, factor / one)
        cpu = server.cpu_seconds() - cpu
        useful = [outcome.searched for outcome in outcomes if outcome.result == "nodes" and outcome.took <= BUDGET_MS + SPARE_MS]
        accepted = [outcome.took for outcome in outcomes if not outcome.result.startswith("503")]
        refused = [outcome.took for outcome in outcomes if any(reason in outcome.result for reason in AT_ADMISSION)]
        able = min(seconds, len(outcomes) * statistics.mean(useful))
        figures.say(f"{factor}x: {factor / one:.0f}/s of {one * 1000:.1f} ms each offered for {SECONDS:g} s; {cpu / seconds:.2f} cores used")
        figures.say(f"    {dict(collections.Counter(outcome.result[:90] for outcome in outcomes))}")
        figures.hold(f"{factor}x: useful answers against capacity", sum(useful) / able * 100, 90, " %", least=True)
        figures.hold(f"{factor}x: accepted, p99", percentile(accepted, 0.99), BUDGET_MS + SPARE_MS, " ms")
        if refused:
            figures.hold(f"{factor}x: refused at admission, p99", percentile(refused, 0.99), REFUSED_MS, " ms")
        figures.say(f"    accepted {spread(accepted)}; refused at admission {spread(refused)}")


figures = Figures("overload")
with Plyd("--workers", 1, "--idle-timeout-ms", 60_000) as server:
    asyncio.run(main(figures, server))
figures.finish()
