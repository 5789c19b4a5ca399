"""Real servers to ask, and both clients as one: what a test says holds for each."""

from __future__ import annotations

import inspect
import os
import re
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import anyio.from_thread
import pytest
from typing_extensions import Self

from plyd import AsyncClient, Client

BINARY = Path(os.environ.get("PLYD_BINARY", Path(__file__).parents[3] / "target/debug/plyd"))
# More seconds than any machine takes for what is not to wait.
PATIENCE = 30.0
PLAYED: list[str] = []
"""The whole games, told at the end of the tests."""

Connect = Callable[..., Any]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--every-game", action="store_true", help="play a whole game of every game, not of three alone")


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if PLAYED:
        terminalreporter.section("whole games")
        for game in PLAYED:
            terminalreporter.line(game)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "every_game" in metafunc.fixturenames:
        with running() as server, Client(server.url) as client:
            games = [game.id for game in client.games()]
        few = ["tic-tac-toe", "connect-four", "othello"]
        metafunc.parametrize("every_game", games if metafunc.config.getoption("--every-game") else few)


class Server:
    """A plyd of its own, on a port that the system picks or on a given one."""

    def __init__(self, *options: str, port: int = 0) -> None:
        self._log = tempfile.TemporaryFile("w+")  # noqa: SIM115 (`kill` closes it)
        command = [str(BINARY), "serve", "--listen", f"127.0.0.1:{port}", *options]
        self.process = subprocess.Popen(command, stdout=self._log, stderr=subprocess.STDOUT)
        self.url = f"http://{self._address()}"

    def _address(self) -> str:
        for _ in range(300):
            self._log.seek(0)
            text = self._log.read()
            if found := re.search(r"listening address=([\d.:]+)", text):
                return found[1]
            if self.process.poll() is not None:
                break
            time.sleep(0.1)
        raise RuntimeError(f"the server did not start: {text}")

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Lets it hang: it keeps its connections, and does nothing."""
        self.process.send_signal(signal.SIGSTOP)
        # The signal is on its way until the system says that it came.
        os.waitpid(self.process.pid, os.WUNTRACED)
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        self._log.close()


@contextmanager
def running(*options: str, port: int = 0) -> Iterator[Server]:
    server = Server(*options, port=port)
    try:
        yield server
    finally:
        server.kill()


@pytest.fixture(scope="session")
def url() -> Iterator[str]:
    """A server that all tests share which do it no harm."""
    with running() as server:
        yield server.url


@pytest.fixture(params=["Client", "AsyncClient"])
def connect(request: pytest.FixtureRequest) -> Iterator[Connect]:
    """Makes a client, of the one kind or of the other."""
    with ExitStack() as stack:
        if request.param == "Client":
            yield lambda *given, **options: stack.enter_context(Client(*given, **options))
            return
        portal = stack.enter_context(anyio.from_thread.start_blocking_portal())

        def awaited(*given: Any, **options: Any) -> Any:
            client = portal.call(partial(AsyncClient, *given, **options))
            return stack.enter_context(Awaited(portal, client))

        yield awaited


@pytest.fixture
def client(connect: Connect, url: str) -> Any:
    return connect(url)


@pytest.fixture
def free_port() -> Iterator[int]:
    """A port that nobody gets meanwhile: it is bound, by a socket that does not listen. A server may, on Linux."""
    with socket.socket() as held:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.bind(("127.0.0.1", 0))
        yield held.getsockname()[1]


class Awaited:
    """What is awaited, as it looks to who waits."""

    def __init__(self, portal: Any, inner: Any) -> None:
        self._portal, self._inner = portal, inner

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._inner, name)
        if not callable(found):
            return found

        def call(*given: Any, **options: Any) -> Any:
            made = found(*given, **options)
            if inspect.isawaitable(made):
                return self._portal.call(_wait, made)
            return Awaited(self._portal, made)

        return call

    def __iter__(self) -> Awaited:
        return self

    def __next__(self) -> Any:
        try:
            return self._portal.call(self._inner.__anext__)
        except StopAsyncIteration:
            raise StopIteration from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._portal.call(getattr(self._inner, "aclose", None) or self._inner.close)


async def _wait(made: Any) -> Any:
    return await made
