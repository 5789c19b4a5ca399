"""Every call against a server that fails in each way (clients/check/failing_server.py), until it does not."""

import json
import re
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from conftest import PATIENCE

import plyd
from plyd import OverloadedError, ProblemError, UnreachableError

SERVER = Path(__file__).parents[2] / "check/failing_server.py"
GUIDE = Path(__file__).parents[3] / "docs/guide/game-servers.md"
ITEMS: list[plyd.BatchItem] = [{"op": "search", "game": "nim", "depth": 1}]
CALLS: dict[str, Callable[[Any], object]] = {
    "search": lambda client: client.search("tic-tac-toe", depth=1),
    "tree": lambda client: client.tree("tic-tac-toe", depth=1, picture=False),
    "batch": lambda client: client.batch(ITEMS),
    "stream": lambda client: client.stream("tic-tac-toe", depth=1).result(),
    "batch_stream": lambda client: list(client.batch_stream(ITEMS)),
}


@pytest.fixture(scope="module")
def failing(url: str) -> Iterator[str]:
    process = subprocess.Popen([sys.executable, str(SERVER), url], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    yield process.stdout.readline().strip()
    process.kill()
    process.wait()
    process.stdout.close()


def requests(failing: str, name: str) -> list[float]:
    """When it was asked under this name."""
    with urllib.request.urlopen(f"{failing}/requests/{name}") as answer:
        times: list[float] = json.load(answer)
        return times


@pytest.fixture
def name(request: pytest.FixtureRequest) -> str:
    """A name of the test's own in a URL."""
    return str(request.node.name).translate(str.maketrans("[]-", "___"))


# The fault, the error, the least seconds that the first retry waits, and the code.
FAULTS: list[tuple[str, type[plyd.PlydError], float, str | None]] = [
    ("closed", UnreachableError, 0.2, None),
    ("reset", UnreachableError, 0.2, None),
    ("busy", OverloadedError, 1.0, "overloaded"),
    ("quota", OverloadedError, 1.0, "quota_exceeded"),
    ("gateway", OverloadedError, 0.5, None),
    ("limited", OverloadedError, 0.2, None),
    ("gone", UnreachableError, 0.2, None),
    ("unreached", UnreachableError, 0.2, None),
    ("dripped", ProblemError, 0.2, "request_timeout"),
]


@pytest.mark.parametrize(("fault", "kind", "wait", "code"), FAULTS)
def test_a_failure_that_passes_is_retried_and_one_that_lasts_is_an_error(
    connect: Any, failing: str, name: str, fault: str, kind: type[plyd.PlydError], wait: float, code: str
) -> None:
    with ThreadPoolExecutor(len(CALLS)) as pool:
        for done in [
            pool.submit(_retried, connect, failing, f"{name}_{call}", fault, kind, wait, code, call) for call in CALLS
        ]:
            done.result()


def _retried(
    connect: Any, failing: str, name: str, fault: str, kind: type[plyd.PlydError], wait: float, code: str, call: str
) -> None:
    ask = CALLS[call]
    if (fault, call) == ("reset", "stream"):
        # What was told cannot be told anew.
        with pytest.raises(UnreachableError):
            ask(connect(f"{failing}/reset/1/{name}"))
        assert len(requests(failing, name)) == 1
        return
    ask(connect(f"{failing}/{fault}/1/{name}"))
    first, second = requests(failing, name)
    assert second - first >= wait

    with pytest.raises(kind) as caught:
        ask(connect(f"{failing}/{fault}/9/{name}_lasting", attempts=2))
    assert len(requests(failing, f"{name}_lasting")) == 2
    assert getattr(caught.value, "code", None) == code
    if isinstance(caught.value, OverloadedError):
        assert (caught.value.retry_after is None) == (fault == "limited")
        assert wait != 1.0 or caught.value.retry_after == 1.0


@pytest.mark.parametrize("call", CALLS)
def test_a_slow_server_is_not_asked_again(connect: Any, failing: str, name: str, call: str) -> None:
    began = time.monotonic()
    with pytest.raises(plyd.TimeoutError):
        CALLS[call](connect(f"{failing}/slow/9/{name}", timeout=0.4))
    assert time.monotonic() - began < PATIENCE
    assert len(requests(failing, name)) == 1


@pytest.mark.parametrize("call", CALLS)
def test_what_took_a_proxy_too_long_is_not_asked_again(connect: Any, failing: str, name: str, call: str) -> None:
    with pytest.raises(plyd.TimeoutError):
        CALLS[call](connect(f"{failing}/late/9/{name}"))
    assert len(requests(failing, name)) == 1


def test_a_wait_that_would_end_too_late_does_not_begin(connect: Any, failing: str, name: str) -> None:
    with pytest.raises(OverloadedError) as caught:
        CALLS["search"](connect(f"{failing}/quota/9/{name}", attempts=9, timeout=0.9))
    assert (caught.value.code, len(requests(failing, name))) == ("quota_exceeded", 1)


def test_those_that_were_refused_together_do_not_return_together(failing: str, name: str) -> None:
    def wait(index: int) -> float:
        with plyd.Client(f"{failing}/quota/1/{name}_{index}") as client:
            client.search("nim", depth=1)
        first, second = requests(failing, f"{name}_{index}")
        return second - first

    with ThreadPoolExecutor(8) as pool:
        waits = list(pool.map(wait, range(8)))
    assert max(waits) - min(waits) > 0.02


def test_the_guide_for_game_servers_shows_code_that_survives_proxies(failing: str, name: str) -> None:
    """The function that needs only Python's own library."""
    code = re.findall(r"```python\n(import [^`]*def ask\([^`]*?)\nprint\(", GUIDE.read_text())[0]

    def ask(fault: str) -> Any:
        names: dict[str, Any] = {}
        exec(code.replace("http://localhost:8080", f"{failing}/{fault}/1/{name}_{fault}"), names)  # noqa: S102
        return names["ask"]("tic-tac-toe", {"depth": 1})

    with ThreadPoolExecutor(len(FAULTS)) as pool:
        assert all(answer["move"] for answer in pool.map(ask, [fault for fault, *_ in FAULTS]))
    with pytest.raises(ValueError, match="gateway_timeout"):
        ask("late")
    assert len(requests(failing, f"{name}_late")) == 1
