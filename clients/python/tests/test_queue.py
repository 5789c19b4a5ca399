"""`plyd.queue`, with the command plyd-queue on this machine and over NATS."""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from conftest import BINARY, PATIENCE

from plyd import BatchItem, BatchResult, Grade, PlydError, Problem, Review, Search, queue
from plyd.models import GameRecord, Position

ITEMS: list[BatchItem] = [
    {"op": "search", "game": "nim", "nodes": 500},
    {"op": "position", "game": "nim", "moves": ["1:1"]},
    {"op": "position", "game": "nim", "state": "x"},
    {"op": "grade", "game": "chess", "candidates": ["e4", "e5"], "nodes": 50},
    {"op": "review", "game": "tic-tac-toe", "moves": ["b2", "a1"]},
    {"op": "record", "game": "othello", "record": "f5d6"},
    {"op": "search", "game": "chess", "with_": ["position"], "level": 1},
]
KINDS = [Search, Position, Problem, Grade, Review, GameRecord, Search]


def needed(program: str) -> None:
    if shutil.which(program) is None:
        reason = f"{program} is not in PATH"
        assert not os.environ.get("PLYD_REQUIRE_TOOLS"), reason
        pytest.skip(reason)


@pytest.fixture(autouse=True)
def _commands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PLYD_NATS", raising=False)
    # Cargo builds plyd-queue beside the server.
    monkeypatch.setenv("PATH", f"{BINARY.parent}{os.pathsep}{os.environ['PATH']}")
    needed("plyd-queue")


@pytest.fixture
def nats(tmp_path: Path) -> Iterator[str]:
    """A server of NATS, and a worker."""
    needed("nats-server")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    url = f"nats://127.0.0.1:{port}"
    server = ["nats-server", "--addr", "127.0.0.1", "--port", str(port), "--jetstream", "--store_dir", str(tmp_path)]
    commands = [server, ["plyd-queue", "work", "--workers", "1", "--nats", url]]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    running = [subprocess.Popen(command, **quiet) for command in commands]  # type: ignore[call-overload]
    yield url
    for process in reversed(running):
        process.kill()
        process.wait()


def check(answer: Callable[[int], list[BatchResult]]) -> None:
    """Checks the answers to `ITEMS` in jobs of any size."""
    for size in (1, 3, 50):
        results = answer(size)
        assert [result.index for result in results] == [*range(len(ITEMS))]
        assert [type(result.body) for result in results] == KINDS
        assert [result.status for result in results] == [200, 200, 422, 200, 200, 200, 200]
        assert isinstance(results[2].body, Problem)
        assert results[2].body.path == ("state" if size == 1 else "items[2].state")
        last = results[-1].body
        assert isinstance(last, Search)
        assert last.after
        assert last.after.legal_moves
        assert (last.seed, last.stats.elapsed_us) == (0, 0)


def test_answers_come_in_order_on_this_machine() -> None:
    check(lambda size: [*queue.map(iter(ITEMS), size=size, options=["--workers", "2"])])
    assert not [*queue.map([])]


def test_answers_come_in_order_over_nats(nats: str) -> None:
    # The second time, the answers are those that are stored.
    for _ in "12":
        check(lambda size: [*queue.map(ITEMS, size=size, nats=nats)])


def test_there_may_be_more_items_than_a_batch_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "_PART", 4)
    check(lambda size: [*queue.map(ITEMS, size=size)])


def test_leaving_early_stops_the_command() -> None:
    long: BatchItem = {"op": "search", "game": "chess", "nodes": 900_000_000}
    began = time.monotonic()
    results = queue.map([ITEMS[0], long], options=["--workers", "1", "--max-time-ms", "600000"])
    assert next(results).status == 200
    results.close()
    assert time.monotonic() - began < PATIENCE


def test_a_command_that_fails_says_why() -> None:
    with pytest.raises(PlydError, match="--nonsense"):
        next(queue.map(ITEMS, options=["--nonsense"]))
    with pytest.raises(PlydError, match=r"nats://127\.0\.0\.1:1: "):
        next(queue.map(ITEMS, nats="nats://127.0.0.1:1"))
