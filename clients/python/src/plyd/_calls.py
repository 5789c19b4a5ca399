"""Parts that both clients share: requests as data, parsers of answers, and the rules of retries. Nothing here waits or sends."""

from __future__ import annotations

import dataclasses
import json
import os
import random
import time
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from email.utils import parsedate_to_datetime
from importlib.metadata import version
from typing import Any, Generic, Literal, Protocol, TypeAlias, TypeVar
from urllib.parse import quote

import httpx

from ._decode import decode
from .errors import AnswerError, OverloadedError, PlydError, TimeoutError, UnreachableError, problem
from .models import BatchResult, Progress, Review, ReviewedPly, ReviewSummary, Search
from .requests import (
    GradeRequest,
    HintRequest,
    RecordRequest,
    RecordWriteRequest,
    ReviewRequest,
    RulesCheckRequest,
    SearchRequest,
    TreeRequest,
)

T = TypeVar("T")
U = TypeVar("U")
T_co = TypeVar("T_co", covariant=True)

USER_AGENT = f"plyd-python/{version('plyd')}"
JSON, EVENTS, LINES, SVG = "application/json", "text/event-stream", "application/x-ndjson", "image/svg+xml"
# Seconds for connecting. Without a connection by then, the server is gone rather than slow.
CONNECT_SECONDS = 5.0
# Seconds before the second attempt, if the server names none; doubled for each further one.
FIRST_PAUSE = 0.2


class _PositionItem(SearchRequest):
    op: Literal["search", "position"]
    game: str


class _GradeItem(GradeRequest):
    op: Literal["grade"]
    game: str


class _HintItem(HintRequest):
    op: Literal["hint"]
    game: str


class _ReviewItem(ReviewRequest):
    op: Literal["review"]
    game: str


class _RecordItem(RecordRequest):
    op: Literal["record"]
    game: str


class _RecordWriteItem(RecordWriteRequest):
    op: Literal["record/write"]
    game: str


class _TreeItem(TreeRequest):
    op: Literal["tree"]
    game: str


class _RulesCheckItem(RulesCheckRequest):
    op: Literal["rules/check"]


BatchItem: TypeAlias = (
    _PositionItem | _HintItem | _GradeItem | _ReviewItem | _RecordItem | _RecordWriteItem | _TreeItem | _RulesCheckItem
)
"""An item of a batch: operation, game, and the fields of the same request alone."""


@dataclasses.dataclass(frozen=True)
class Call:
    """A request: a POST if there is a body, else a GET."""

    path: str
    accept: str = JSON
    body: Mapping[str, object] | None = None

    def arguments(self, time_left: float | None, game_id: str | None) -> dict[str, Any]:
        """The arguments of httpx's `stream`."""
        headers = {"accept": self.accept}
        if game_id is not None:
            headers["x-plyd-game"] = game_id
        content = None
        if self.body is not None:
            headers["content-type"] = JSON
            content = json.dumps(self.body, ensure_ascii=False, allow_nan=False).encode()
        connect = CONNECT_SECONDS if time_left is None else min(CONNECT_SECONDS, time_left)
        return {
            "method": "GET" if self.body is None else "POST",
            "url": self.path,
            "content": content,
            "headers": headers,
            "timeout": httpx.Timeout(time_left, connect=connect),
        }


def headers(key: str | None, given: Mapping[str, str] | None) -> dict[str, str]:
    """The headers of every request, the caller's among them."""
    authorization = {} if key is None else {"authorization": f"Bearer {key}"}
    return {"user-agent": USER_AGENT, **authorization, **dict(given or {})}


def on_game(game: str, operation: str, question: Mapping[str, object], accept: str = JSON) -> Call:
    return Call(f"/v1/games/{quote(game, safe='')}/{operation}", accept, as_sent(question))


def about_game(game: str) -> Call:
    return Call(f"/v1/games/{quote(game, safe='')}")


def batch(items: Sequence[BatchItem], path: str, accept: str, game_id: str | None) -> Call:
    return Call(path, accept, {"items": [as_sent(seeded(item, game_id)) for item in items]})


def as_sent(question: Mapping[str, object]) -> dict[str, object]:
    """Fields whose names are words of Python have an underscore here: `with_`."""
    return {name.removesuffix("_"): value for name, value in question.items()}


class Tries:
    """The attempts and the time left of one call."""

    def __init__(self, attempts: int, timeout: float | None) -> None:
        if attempts < 1:
            raise ValueError(f"attempts is {attempts}, expected 1 or more")
        if timeout is not None and not timeout > 0:
            raise ValueError(f"timeout is {timeout}, expected more than 0 seconds, or None")
        self._attempts = attempts
        self._made = 0
        self._timeout = timeout
        self._end = None if timeout is None else time.monotonic() + timeout

    def time_left(self) -> float | None:
        """Seconds, or None for no end. Raises TimeoutError when there are none left."""
        if self._end is None:
            return None
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimeoutError(f"no whole answer within {self._timeout:g} s")
        return left

    def pause(self, error: PlydError) -> float:
        """Seconds to wait before the next attempt. Raises the error if no attempt is left, or if another would not help."""
        self._made += 1
        # 408: the body arrived too slowly.
        if not isinstance(error, (OverloadedError, UnreachableError)) and getattr(error, "status", None) != 408:
            raise error
        told = error.retry_after if isinstance(error, OverloadedError) else None
        # With jitter, so that clients that were refused together do not retry together.
        wait = (FIRST_PAUSE * 2 ** (self._made - 1) if told is None else told) * random.uniform(1, 1.2)
        left = self.time_left()
        if self._made >= self._attempts or (left is not None and wait >= left):
            raise error
        return wait


@contextmanager
def translated(url: object) -> Iterator[None]:
    """Converts httpx's errors into those of this package."""
    try:
        yield
    except httpx.ConnectTimeout as error:
        raise UnreachableError(f"{url}: no connection within {CONNECT_SECONDS:g} s") from error
    except httpx.TimeoutException as error:
        raise TimeoutError(f"{url}: no answer in time") from error
    except httpx.TransportError as error:
        raise UnreachableError(f"{url} does not answer: {str(error) or type(error).__name__}") from error
    except httpx.RequestError as error:
        raise AnswerError(f"{url}: {error}") from error


def default_url() -> str:
    """The default URL of the server."""
    return os.environ.get("PLYD_URL", "http://127.0.0.1:8080")


def hold_media_type(response: httpx.Response, expected: str) -> None:
    got = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    if got != expected:
        raise AnswerError(f"the answer is {got or 'of no type'}, expected {expected}: is this a plyd server?")


def refused(response: httpx.Response, body: bytes) -> PlydError:
    """The error for an answer with a status of 300 or more."""
    # Sent by a proxy.
    if response.status_code == 502:
        return UnreachableError(f"{response.url}: a proxy does not reach the server (502)")
    if response.status_code == 504:
        return TimeoutError(f"{response.url}: a proxy has given up waiting (504)")
    try:
        told = json.loads(body)
    except ValueError:
        told = None
    text = f"{response.reason_phrase} {body[:200].decode(errors='replace').strip()}".strip()
    seconds = _retry_after(response.headers.get("retry-after", ""))
    return problem(response.status_code, told if isinstance(told, dict) else None, text, seconds)


def _retry_after(header: str) -> float | None:
    """The seconds of a Retry-After, which may be a date (RFC 9110, 10.2.3); None if it is missing or invalid."""
    if header.isdecimal():
        return float(header)
    try:
        return max(0.0, parsedate_to_datetime(header).timestamp() - time.time())
    except ValueError:
        return None


def seeded(question: Mapping[str, object], game_id: str | None) -> dict[str, object]:
    """The question, with a seed if it has a level or an Elo rating, which would otherwise play the same game each time.

    A game with an id has one seed.
    """
    if (question.get("level") is None and question.get("elo") is None) or question.get("seed") is not None:
        return dict(question)
    return {**question, "seed": random.getrandbits(32) if game_id is None else zlib.crc32(game_id.encode())}


def parsed(body: bytes) -> object:
    try:
        return json.loads(body)
    except ValueError as error:
        raise AnswerError(f"the answer is not JSON: {error}") from error


def reads(kind: type[T]) -> Callable[[bytes], T]:
    """A parser of JSON answers of this kind."""
    return lambda body: decode(kind, parsed(body))


class Reader(Protocol[T_co]):
    """Reads a stream's bytes into its items."""

    done: bool

    def feed(self, chunk: bytes) -> Iterator[T_co]: ...
    def end(self) -> None:
        """Raises UnreachableError if the stream ended early."""


class _ByLine:
    """Splits bytes into lines. `splitlines` would also split at characters that JSON may contain."""

    _rest = b""

    def lines(self, chunk: bytes) -> list[bytes]:
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        return [line.removesuffix(b"\r") for line in lines]


class _Events(_ByLine, Generic[T, U]):
    """Server-sent events: some of one kind, then one of another."""

    def __init__(self, each: tuple[str, type[T]], last: tuple[str, type[U]]) -> None:
        self.done = False
        self._each = each
        self._last = last
        self._event = ""
        self._data: list[bytes] = []

    def feed(self, chunk: bytes) -> Iterator[T | U]:
        for line in self.lines(chunk):
            name, _, value = line.partition(b":")
            value = value.removeprefix(b" ")
            if name == b"event":
                self._event = value.decode()
            elif name == b"data":
                self._data.append(value)
            elif not line and self._data:
                event, data = self._event, b"\n".join(self._data)
                self._event, self._data = "", []
                yield from self._read(event, data)

    def _read(self, event: str, data: bytes) -> Iterator[T | U]:
        if event == "error":
            told = parsed(data)
            told = told if isinstance(told, dict) else {}
            status = told.get("status")
            raise problem(status if isinstance(status, int) else 500, told)
        if event == self._each[0]:
            yield decode(self._each[1], parsed(data))
        elif event == self._last[0]:
            self.done = True
            yield decode(self._last[1], parsed(data))

    def end(self) -> None:
        if not self.done:
            raise UnreachableError(f"the stream ended before its {self._last[0]}")


def search_events() -> Reader[Progress | Search]:
    """A Progress for each iteration, then the Search."""
    return _Events(("progress", Progress), ("result", Search))


def review_events() -> Reader[ReviewedPly | ReviewSummary]:
    """A ReviewedPly for each ply, from the last to the first, then the ReviewSummary."""
    return _Events(("ply", ReviewedPly), ("summary", ReviewSummary))


def whole_review(plies: Sequence[ReviewedPly], summary: ReviewSummary) -> Review:
    """The review of these plies, which were judged from the last to the first."""
    fields = {field.name: getattr(summary, field.name) for field in dataclasses.fields(summary)}
    return Review(plies=list(reversed(plies)), **fields)


class BatchLines(_ByLine):
    """The results of a batch as lines, in order of completion."""

    def __init__(self, items: int) -> None:
        self._missing = set(range(items))
        self.done = not self._missing

    def feed(self, chunk: bytes) -> Iterator[BatchResult]:
        for line in filter(None, self.lines(chunk)):
            result = decode(BatchResult, parsed(line))
            if result.index is None or result.index not in self._missing:
                raise AnswerError(f"a result with the index {result.index}, which is of no item that waits")
            self._missing.remove(result.index)
            self.done = not self._missing
            yield result

    def end(self) -> None:
        if self._missing:
            raise UnreachableError(f"the stream ended before the results of {len(self._missing)} items")
