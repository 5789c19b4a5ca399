"""Every kind of error, caused by real faults: invalid requests, a busy server, one that hangs, one that is killed."""

import builtins
import pickle
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import BINARY, PATIENCE, Server, running

import plyd
from plyd import OverloadedError, PlydError, ProblemError, UnreachableError

# A search that does not end by itself while a test runs, however slow the machine is.
LONG: dict[str, Any] = {"depth": 60, "time_ms": 600_000}


@pytest.fixture
def server() -> Iterator[Server]:
    """A server that a test may damage."""
    with running("--workers", "1", "--max-time-ms", "600000") as server:
        yield server


@pytest.mark.parametrize(
    ("game", "question", "status", "code", "path"),
    [
        ("go", {}, 404, "unknown_game", None),
        ("../v1", {}, 404, "unknown_game", None),
        ("chess", {"moves": ["e2e4", "e2e4"]}, 422, "illegal_move", "moves[1]"),
        ("tic-tac-toe", {"state": "XOX/OX../..O"}, 422, "invalid_state", "state"),
        ("chess", {"deep": 3}, 422, "invalid_body", "deep"),
        ("chess", {"depth": "three"}, 422, "invalid_body", "depth"),
        ("chess", {"depth": 100_000}, 422, "limit_exceeded", "depth"),
        ("chess", {"state": "x" * 70_000}, 413, "body_too_large", None),
    ],
)
def test_a_wrong_request_is_a_problem(
    client: Any, game: str, question: dict[str, Any], status: int, code: str, path: str | None
) -> None:
    for ask in (client.search, lambda *given, **more: client.stream(*given, **more).result()):
        with pytest.raises(ProblemError) as caught:
            ask(game, **question)
        error = caught.value
        assert (error.status, error.code, error.path) == (status, code, path)
        assert error.detail in str(error)
        assert error.request_id
        again = pickle.loads(pickle.dumps(error))
        assert (str(again), again.code, again.path) == (str(error), code, path)


def test_the_error_of_a_move_lists_the_moves_that_it_may_mean(client: Any) -> None:
    with pytest.raises(ProblemError) as caught:
        client.position("tic-tac-toe", moves="b2 b2")
    assert sorted(caught.value.candidates) == ["a1", "a2", "a3", "b1", "b3", "c1", "c2", "c3"]
    assert pickle.loads(pickle.dumps(caught.value)).candidates == caught.value.candidates
    with pytest.raises(ProblemError) as caught:
        client.position("tic-tac-toe", state="?")
    assert caught.value.candidates == ()


def test_a_server_with_keys_is_asked_with_one(connect: Any, tmp_path: Path) -> None:
    key, line = subprocess.check_output([BINARY, "keys", "new", "alice"], text=True).splitlines()
    keys = tmp_path / "keys.txt"
    keys.write_text(f"{line}\n")
    with running("--keys", str(keys)) as server:
        with pytest.raises(ProblemError) as caught:
            connect(server.url).search("nim")
        assert caught.value.code == "unauthorized"
        client = connect(server.url, key=key)
        assert client.search("nim", depth=1).game == "nim"
        assert client.for_game().games()


def test_what_is_no_json_is_not_sent(client: Any) -> None:
    with pytest.raises(TypeError):
        client.search("tree", state={1, 2})
    with pytest.raises(ValueError, match="JSON"):
        client.search("tree", state=[float("nan")])


def test_a_busy_server_is_an_error_after_the_attempts(connect: Any, server: Server) -> None:
    with connect(server.url).stream("chess", **LONG) as busy:
        next(busy)
        began = time.monotonic()
        with pytest.raises(OverloadedError) as caught:
            connect(server.url, attempts=2).search("chess", depth=4, time_ms=200)
        waited = time.monotonic() - began
    error = caught.value
    assert (error.status, error.code) == (503, "overloaded")
    assert error.retry_after is not None
    # Two attempts, at least a second apart, because Retry-After has whole seconds.
    assert error.retry_after >= 1
    assert 1 <= waited < PATIENCE


def test_a_server_that_was_busy_is_asked_again(connect: Any, server: Server) -> None:
    busy = connect(server.url).stream("chess", **LONG)
    next(busy)
    end = threading.Timer(0.5, busy.close)
    # Another thread may close a stream of either kind only while nobody waits for its next item.
    end.start()
    answer = connect(server.url, attempts=20).search("tic-tac-toe", depth=9, time_ms=300)
    end.join()
    assert answer.move == "b2"


def test_no_attempt_begins_that_the_time_has_no_room_for(connect: Any, server: Server) -> None:
    with connect(server.url).stream("chess", **LONG) as busy:
        next(busy)
        began = time.monotonic()
        with pytest.raises(OverloadedError):
            connect(server.url, attempts=1000, timeout=3.0).search("chess", depth=4, time_ms=100)
        assert time.monotonic() - began < PATIENCE


def test_nobody_there_is_unreachable_after_the_attempts(connect: Any, free_port: int) -> None:
    client = connect(f"http://127.0.0.1:{free_port}", attempts=3)
    for ask in (client.games, lambda: client.stream("chess").result(), lambda: list(client.batch_stream([]))):
        began = time.monotonic()
        with pytest.raises(UnreachableError) as caught:
            ask()
        # Two pauses: 0.2 s and 0.4 s.
        assert 0.6 <= time.monotonic() - began < PATIENCE
        assert isinstance(caught.value, ConnectionError)
        assert str(free_port) in str(caught.value)


def test_a_server_that_comes_back_is_found(connect: Any, free_port: int) -> None:
    servers: list[Server] = []
    later = threading.Timer(0.7, lambda: servers.append(Server(port=free_port)))
    later.start()
    try:
        assert connect(f"http://127.0.0.1:{free_port}", attempts=8).search("bones", state="5:3 max").move == "1"
    finally:
        later.join()
        for server in servers:
            server.kill()


def test_a_server_killed_in_the_middle_of_a_stream_gives_no_result(connect: Any, server: Server) -> None:
    # However many attempts are allowed: items that were delivered cannot be delivered again.
    stream = connect(server.url, attempts=5).stream("chess", **LONG)
    next(stream)
    server.kill()
    with pytest.raises(UnreachableError):
        stream.result()
    with pytest.raises(ValueError, match="before its result"):
        stream.result()


def test_a_server_killed_in_the_middle_of_a_batch_leaves_no_whole_one(connect: Any, server: Server) -> None:
    items: list[plyd.BatchItem] = [{"op": "search", "game": "chess", "depth": depth} for depth in (1, 60)]
    results = connect(server.url, attempts=5).batch_stream(items)
    assert next(results).index == 0
    server.kill()
    with pytest.raises(UnreachableError):
        next(results)


def test_a_server_killed_in_the_middle_of_a_search_is_unreachable(connect: Any, server: Server) -> None:
    threading.Timer(0.5, server.process.kill).start()
    with pytest.raises(UnreachableError):
        connect(server.url, attempts=2).search("chess", **LONG)


def test_a_server_that_hangs_is_too_slow(connect: Any, server: Server) -> None:
    client = connect(server.url, timeout=0.7)
    # A server that answers gets longer, because the machine may be busy.
    assert client.position("bones", timeout=PATIENCE).state
    asked = [
        client.games,
        lambda: client.search("chess", depth=2),
        lambda: client.stream("chess", depth=2).result(),
        lambda: client.batch([{"op": "position", "game": "chess"}]),
    ]
    with server.stopped():
        for ask in asked:
            began = time.monotonic()
            with pytest.raises(plyd.TimeoutError) as caught:
                ask()
            assert 0.5 <= time.monotonic() - began < PATIENCE
            assert isinstance(caught.value, builtins.TimeoutError)
            assert isinstance(caught.value, PlydError)
    assert client.position("bones", timeout=PATIENCE).state


def test_a_call_may_have_a_time_of_its_own_and_a_stream_that_goes_on_has_an_end(connect: Any, server: Server) -> None:
    client = connect(server.url)
    with pytest.raises(plyd.TimeoutError):
        client.search("chess", timeout=0.5, **LONG)
    began = time.monotonic()
    with pytest.raises(plyd.TimeoutError), client.stream("chess", timeout=1.0, **LONG) as stream:
        list(stream)
    assert time.monotonic() - began < PATIENCE
