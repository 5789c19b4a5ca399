"""The synchronous client."""

from __future__ import annotations

import copy
import dataclasses
import secrets
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from types import TracebackType
from typing import Any, Generic, TypeVar, cast

import httpx
from typing_extensions import Self, Unpack

from . import _calls as calls
from . import models
from ._drawn import Position, Tree, drawn_position, drawn_tree
from .errors import PlydError
from .models import (
    BatchAnswer,
    BatchResult,
    Game,
    GameList,
    GameRecord,
    GameSummary,
    Grade,
    Hint,
    Index,
    Progress,
    Review,
    ReviewedPly,
    ReviewSummary,
    RulesCheck,
    Search,
    WrittenRecord,
)
from .requests import (
    GradeRequest,
    HintRequest,
    PositionRequest,
    RecordRequest,
    RecordWriteRequest,
    ReviewRequest,
    RulesCheckRequest,
    SearchRequest,
    TreeRequest,
)

T = TypeVar("T")
U = TypeVar("U")


class Client:
    """A synchronous client of a plyd server. Threads may share one.

    The keywords of each method are the fields of its request; `plyd.requests` explains them. A game is named by its id.

    Every method may raise ProblemError if the request is invalid, OverloadedError if the server is still overloaded after `attempts`,
    UnreachableError if it is still unreachable after as many, and TimeoutError if the time is over.
    """

    def __init__(
        self,
        url: str | None = None,
        *,
        key: str | None = None,
        timeout: float | None = 90.0,
        attempts: int = 3,
        **options: Any,
    ) -> None:
        """Connects with its first request.

        `url`: of the server; if not given, PLYD_URL of the environment, else http://127.0.0.1:8080.
        `key`: that of a server that has keys, which goes out as `authorization: Bearer` and the key.
        `timeout`: seconds for a whole call, all attempts and waits included (an answer that drips may take twice as long); None for no end.
        `attempts`: how often to ask at most while the server is busy (503), this client may not ask more (429), or the connection fails or
        breaks. The wait is the server's Retry-After, else 0.2 s and each time twice as long, and up to a fifth more at random. Asking again is
        safe: no request changes anything.
        `options`: for httpx.Client, such as `headers`, `auth`, `verify`, `proxy`.
        """
        self._timeout = timeout
        self._attempts = attempts
        self._tries(timeout)
        headers = calls.headers(key, options.pop("headers", None))
        self._http = httpx.Client(
            base_url=url or calls.default_url(), headers=headers, follow_redirects=True, **options
        )
        self._games: dict[str, Game] = {}
        self._game_id: str | None = None

    def for_game(self, game_id: str | None = None) -> Self:
        """The same client for the calls of one game, under an id that is random if none is given.

        The id is sent as `X-Plyd-Game`. A proxy in front of several servers may send the game to the one that remembers its earlier searches. It
        also gives the `seed` of searches with a level that have none. Both clients share their connections, which the first one closes.
        """
        same = copy.copy(self)
        same._game_id = secrets.token_hex(8) if game_id is None else game_id
        return same

    def index(self) -> Index:
        """The server's version and limits."""
        return self._ask(calls.Call("/v1"), calls.reads(Index))

    def games(self) -> list[GameSummary]:
        """The list of games."""
        return self._ask(calls.Call("/v1/games"), calls.reads(GameList)).games

    def game(self, game: str) -> Game:
        """A game's rules, notation, scores, limits and board."""
        return self._ask(calls.about_game(game), calls.reads(Game))

    def position(self, game: str, *, timeout: float | None = None, **question: Unpack[PositionRequest]) -> Position:
        """A position's legal moves, outcome, value and board; a notebook shows the board."""
        tries = self._tries(timeout)
        call = calls.on_game(game, "position", question)
        return self._shown(self._ask(call, calls.reads(models.Position), tries), tries)

    def search(self, game: str, *, timeout: float | None = None, **question: Unpack[SearchRequest]) -> Search:
        """The best move within the limits, with its score, lines and statistics.

        A `level` without a `seed` gets a random one, so that games differ, and with `for_game` the same one throughout the game. The answer's
        `seed` names it.
        """
        call = calls.on_game(game, "search", calls.seeded(question, self._game_id))
        return self._ask(call, calls.reads(Search), self._tries(timeout))

    def hint(self, game: str, *, timeout: float | None = None, **question: Unpack[HintRequest]) -> Hint:
        """What to look for in a position: with `stage` 1 where, with 2 the move, with 3 its line."""
        call = calls.on_game(game, "hint", question)
        return self._ask(call, calls.reads(Hint), self._tries(timeout))

    def grade(self, game: str, *, timeout: float | None = None, **question: Unpack[GradeRequest]) -> Grade:
        """Judges `candidates` of a position against its best move."""
        call = calls.on_game(game, "grade", question)
        return self._ask(call, calls.reads(Grade), self._tries(timeout))

    def check_rules(self, *, timeout: float | None = None, **question: Unpack[RulesCheckRequest]) -> RulesCheck:
        """What the words of rules mean, and what came of trying them."""
        call = calls.Call("/v1/rules/check", body=calls.as_sent(question))
        return self._ask(call, calls.reads(RulesCheck), self._tries(timeout))

    def stream(self, game: str, *, timeout: float | None = None, **question: Unpack[SearchRequest]) -> SearchStream:
        """The same search as a stream: an iterator of finished iterations, with the `result` at its end."""
        call = calls.on_game(game, "search/stream", calls.seeded(question, self._game_id), calls.EVENTS)
        return SearchStream(self._stream(call, calls.search_events, self._tries(timeout)))

    def tree(
        self, game: str, *, picture: bool = True, timeout: float | None = None, **question: Unpack[TreeRequest]
    ) -> Tree:
        """The tree of a search. A notebook shows its picture, which is a second request; `picture=False` omits it."""
        tries = self._tries(timeout)
        tree = self._ask(calls.on_game(game, "tree", question), calls.reads(models.Tree), tries)
        if not picture:
            return drawn_tree(tree, None)
        svg = self._ask(calls.on_game(game, "tree.svg", question, calls.SVG), bytes.decode, tries)
        return drawn_tree(tree, svg)

    def record(self, game: str, *, timeout: float | None = None, **question: Unpack[RecordRequest]) -> GameRecord:
        """A whole game from a text such as PGN. Its `state` and `moves` can be sent to the other calls."""
        call = calls.on_game(game, "record", question)
        return self._ask(call, calls.reads(GameRecord), self._tries(timeout))

    def write_record(self, game: str, *, timeout: float | None = None, **question: Unpack[RecordWriteRequest]) -> str:
        """A game as a text for other programs, such as PGN."""
        call = calls.on_game(game, "record/write", question)
        written = self._ask(call, calls.reads(WrittenRecord), self._tries(timeout))
        return written.record

    def review(
        self,
        game: str,
        *,
        on_ply: Callable[[ReviewedPly], object] | None = None,
        timeout: float | None = None,
        **question: Unpack[ReviewRequest],
    ) -> Review:
        """Every move of a game, judged. `on_ply` is called for each ply as it is judged, the last ply of the game first.

        A long review takes minutes: give it a `timeout`.
        """
        with self.review_stream(game, timeout=timeout, **question) as stream:
            for ply in stream:
                if on_ply is not None:
                    on_ply(ply)
            return stream.result()

    def review_stream(
        self, game: str, *, timeout: float | None = None, **question: Unpack[ReviewRequest]
    ) -> ReviewStream:
        """The same review as a stream: an iterator of judged plies, with the whole `result` at its end."""
        call = calls.on_game(game, "review/stream", question, calls.EVENTS)
        return ReviewStream(self._stream(call, calls.review_events, self._tries(timeout)))

    def batch(self, items: Sequence[calls.BatchItem], *, timeout: float | None = None) -> list[BatchResult]:
        """Many searches and positions, answered in order. The body of an invalid item is a Problem. It does not affect other items."""
        tries = self._tries(timeout)
        call = calls.batch(items, "/v1/batch", calls.JSON, self._game_id)
        answer = self._ask(call, calls.reads(BatchAnswer), tries)
        return [self._shown_in(result, tries) for result in answer.results]

    def batch_stream(
        self, items: Sequence[calls.BatchItem], *, timeout: float | None = None
    ) -> Generator[BatchResult, None, None]:
        """The same in order of completion, each with its `index`. Closing it stops the remaining items."""
        tries = self._tries(timeout)
        call = calls.batch(items, "/v1/batch/stream", calls.LINES, self._game_id)
        with closing(self._stream(call, lambda: calls.BatchLines(len(items)), tries)) as results:
            for result in results:
                yield self._shown_in(result, tries)

    def close(self) -> None:
        """Closes its connections."""
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _tries(self, timeout: float | None = None) -> calls.Tries:
        return calls.Tries(self._attempts, self._timeout if timeout is None else timeout)

    def _ask(self, call: calls.Call, read: Callable[[bytes], T], tries: calls.Tries | None = None) -> T:
        tries = tries or self._tries()
        while True:
            try:
                with self._opened(call, tries) as response:
                    return read(self._body(response, tries))
            except PlydError as error:
                pause = tries.pause(error)
            time.sleep(pause)

    def _stream(
        self, call: calls.Call, start: Callable[[], calls.Reader[T]], tries: calls.Tries
    ) -> Generator[T, None, None]:
        """The items of a stream. Errors before the first item are retried."""
        begun = False
        while True:
            reader = start()
            try:
                with self._opened(call, tries) as response:
                    for chunk in response.iter_bytes():
                        for item in reader.feed(chunk):
                            begun = True
                            yield item
                        tries.time_left()
                    reader.end()
                return
            except PlydError as error:
                if begun and reader.done:
                    return
                if begun:
                    raise
                pause = tries.pause(error)
            time.sleep(pause)

    @contextmanager
    def _opened(self, call: calls.Call, tries: calls.Tries) -> Iterator[httpx.Response]:
        with (
            calls.translated(self._http.base_url),
            self._http.stream(**call.arguments(tries.time_left(), self._game_id)) as response,
        ):
            if not response.is_success:
                raise calls.refused(response, self._body(response, tries))
            calls.hold_media_type(response, call.accept)
            yield response

    def _body(self, response: httpx.Response, tries: calls.Tries) -> bytes:
        chunks = []
        for chunk in response.iter_bytes():
            chunks.append(chunk)
            tries.time_left()
        return b"".join(chunks)

    def _shown(self, position: models.Position, tries: calls.Tries) -> Position:
        """A position with its game's facts, which are requested once."""
        if position.game not in self._games:
            call = calls.about_game(position.game)
            self._games[position.game] = self._ask(call, calls.reads(Game), tries)
        return drawn_position(position, self._games[position.game])

    def _shown_in(self, result: BatchResult, tries: calls.Tries) -> BatchResult:
        if not isinstance(result.body, models.Position):
            return result
        return dataclasses.replace(result, body=self._shown(result.body, tries))


class _Stream(Iterator[T], Generic[T, U]):
    """Items of one kind, then one of another that ends the stream."""

    _kind: type[T]

    def __init__(self, events: Generator[T | U, None, None]) -> None:
        self._events = events
        self._last: U | None = None

    def __next__(self) -> T:
        for event in self._events:
            if isinstance(event, self._kind):
                return event
            self._last = cast(U, event)
        raise StopIteration

    def _end(self) -> U:
        for _ in self:
            pass
        if self._last is None:
            raise ValueError("the stream was closed before its result")
        return self._last

    def close(self) -> None:
        """Stops the work, if it has not ended."""
        self._events.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class SearchStream(_Stream[Progress, Search]):
    """The iterations of a search as they finish, and its result. Leaving its `with` block early stops the search."""

    _kind = Progress

    def result(self) -> Search:
        """Waits for the answer, and skips iterations that were not read.

        Raises ValueError if the stream was closed before.
        """
        return self._end()


class ReviewStream(_Stream[ReviewedPly, ReviewSummary]):
    """The plies of a game as they are judged, and the whole review. Leaving its `with` block early stops the review."""

    _kind = ReviewedPly

    def __init__(self, events: Generator[ReviewedPly | ReviewSummary, None, None]) -> None:
        super().__init__(events)
        self._plies: list[ReviewedPly] = []

    def __next__(self) -> ReviewedPly:
        ply = super().__next__()
        self._plies.append(ply)
        return ply

    def result(self) -> Review:
        """Waits for the whole review.

        Raises ValueError if the stream was closed before.
        """
        summary = self._end()
        return calls.whole_review(self._plies, summary)
