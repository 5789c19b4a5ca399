"""The asynchronous client: the same calls as `Client`, which has their documentation."""

from __future__ import annotations

import copy
import dataclasses
import secrets
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from contextlib import aclosing, asynccontextmanager
from types import TracebackType
from typing import Any, Generic, TypeVar, cast

import anyio
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


class AsyncClient:
    """A client of a plyd server for asyncio and trio. `Client` documents its methods and errors."""

    def __init__(
        self,
        url: str | None = None,
        *,
        key: str | None = None,
        timeout: float | None = 90.0,
        attempts: int = 3,
        **options: Any,
    ) -> None:
        """The parameters of `Client`; `options` are for httpx.AsyncClient."""
        self._timeout = timeout
        self._attempts = attempts
        self._tries(timeout)
        headers = calls.headers(key, options.pop("headers", None))
        self._http = httpx.AsyncClient(
            base_url=url or calls.default_url(), headers=headers, follow_redirects=True, **options
        )
        self._games: dict[str, Game] = {}
        self._game_id: str | None = None

    def for_game(self, game_id: str | None = None) -> Self:
        """The same client for the calls of one game, see `Client.for_game`."""
        same = copy.copy(self)
        same._game_id = secrets.token_hex(8) if game_id is None else game_id
        return same

    async def index(self) -> Index:
        """The server's version and limits."""
        return await self._ask(calls.Call("/v1"), calls.reads(Index))

    async def games(self) -> list[GameSummary]:
        """The list of games."""
        return (await self._ask(calls.Call("/v1/games"), calls.reads(GameList))).games

    async def game(self, game: str) -> Game:
        """A game's rules, notation, scores, limits and board."""
        return await self._ask(calls.about_game(game), calls.reads(Game))

    async def position(
        self, game: str, *, timeout: float | None = None, **question: Unpack[PositionRequest]
    ) -> Position:
        """A position's legal moves, outcome, value and board; a notebook shows the board."""
        tries = self._tries(timeout)
        call = calls.on_game(game, "position", question)
        return await self._shown(await self._ask(call, calls.reads(models.Position), tries), tries)

    async def search(self, game: str, *, timeout: float | None = None, **question: Unpack[SearchRequest]) -> Search:
        """The best move within the limits, with its score, lines and statistics."""
        call = calls.on_game(game, "search", calls.seeded(question, self._game_id))
        return await self._ask(call, calls.reads(Search), self._tries(timeout))

    async def hint(self, game: str, *, timeout: float | None = None, **question: Unpack[HintRequest]) -> Hint:
        """What to look for in a position: with `stage` 1 where, with 2 the move, with 3 its line."""
        call = calls.on_game(game, "hint", question)
        return await self._ask(call, calls.reads(Hint), self._tries(timeout))

    async def grade(self, game: str, *, timeout: float | None = None, **question: Unpack[GradeRequest]) -> Grade:
        """Judges `candidates` of a position against its best move."""
        call = calls.on_game(game, "grade", question)
        return await self._ask(call, calls.reads(Grade), self._tries(timeout))

    async def check_rules(self, *, timeout: float | None = None, **question: Unpack[RulesCheckRequest]) -> RulesCheck:
        """What the words of rules mean, and what came of trying them."""
        call = calls.Call("/v1/rules/check", body=calls.as_sent(question))
        return await self._ask(call, calls.reads(RulesCheck), self._tries(timeout))

    def stream(
        self, game: str, *, timeout: float | None = None, **question: Unpack[SearchRequest]
    ) -> AsyncSearchStream:
        """The same search as a stream: an iterator of finished iterations, with the `result` at its end."""
        call = calls.on_game(game, "search/stream", calls.seeded(question, self._game_id), calls.EVENTS)
        return AsyncSearchStream(self._stream(call, calls.search_events, self._tries(timeout)))

    async def tree(
        self, game: str, *, picture: bool = True, timeout: float | None = None, **question: Unpack[TreeRequest]
    ) -> Tree:
        """The tree of a search. A notebook shows its picture, which is a second request; `picture=False` omits it."""
        tries = self._tries(timeout)
        tree = await self._ask(calls.on_game(game, "tree", question), calls.reads(models.Tree), tries)
        if not picture:
            return drawn_tree(tree, None)
        svg = await self._ask(calls.on_game(game, "tree.svg", question, calls.SVG), bytes.decode, tries)
        return drawn_tree(tree, svg)

    async def record(self, game: str, *, timeout: float | None = None, **question: Unpack[RecordRequest]) -> GameRecord:
        """A whole game from a text such as PGN. Its `state` and `moves` can be sent to the other calls."""
        call = calls.on_game(game, "record", question)
        return await self._ask(call, calls.reads(GameRecord), self._tries(timeout))

    async def write_record(
        self, game: str, *, timeout: float | None = None, **question: Unpack[RecordWriteRequest]
    ) -> str:
        """A game as a text for other programs, such as PGN."""
        call = calls.on_game(game, "record/write", question)
        written = await self._ask(call, calls.reads(WrittenRecord), self._tries(timeout))
        return written.record

    async def review(
        self,
        game: str,
        *,
        on_ply: Callable[[ReviewedPly], object] | None = None,
        timeout: float | None = None,
        **question: Unpack[ReviewRequest],
    ) -> Review:
        """Every move of a game, judged. `on_ply` is called for each ply as it is judged, the last ply of the game first."""
        async with self.review_stream(game, timeout=timeout, **question) as stream:
            async for ply in stream:
                if on_ply is not None:
                    on_ply(ply)
            return await stream.result()

    def review_stream(
        self, game: str, *, timeout: float | None = None, **question: Unpack[ReviewRequest]
    ) -> AsyncReviewStream:
        """The same review as a stream: an iterator of judged plies, with the whole `result` at its end."""
        call = calls.on_game(game, "review/stream", question, calls.EVENTS)
        return AsyncReviewStream(self._stream(call, calls.review_events, self._tries(timeout)))

    async def batch(self, items: Sequence[calls.BatchItem], *, timeout: float | None = None) -> list[BatchResult]:
        """Many searches and positions, answered in order. The body of an invalid item is a Problem. It does not affect other items."""
        tries = self._tries(timeout)
        call = calls.batch(items, "/v1/batch", calls.JSON, self._game_id)
        answer = await self._ask(call, calls.reads(BatchAnswer), tries)
        return [await self._shown_in(result, tries) for result in answer.results]

    async def batch_stream(
        self, items: Sequence[calls.BatchItem], *, timeout: float | None = None
    ) -> AsyncGenerator[BatchResult, None]:
        """The same in order of completion, each with its `index`. Closing it stops the remaining items."""
        tries = self._tries(timeout)
        call = calls.batch(items, "/v1/batch/stream", calls.LINES, self._game_id)
        async with aclosing(self._stream(call, lambda: calls.BatchLines(len(items)), tries)) as results:
            async for result in results:
                yield await self._shown_in(result, tries)

    async def close(self) -> None:
        """Closes its connections."""
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    def _tries(self, timeout: float | None = None) -> calls.Tries:
        return calls.Tries(self._attempts, self._timeout if timeout is None else timeout)

    async def _ask(self, call: calls.Call, read: Callable[[bytes], T], tries: calls.Tries | None = None) -> T:
        tries = tries or self._tries()
        while True:
            try:
                async with self._opened(call, tries) as response:
                    return read(await self._body(response, tries))
            except PlydError as error:
                pause = tries.pause(error)
            await anyio.sleep(pause)

    async def _stream(
        self, call: calls.Call, start: Callable[[], calls.Reader[T]], tries: calls.Tries
    ) -> AsyncGenerator[T, None]:
        """The items of a stream. Errors before the first item are retried."""
        begun = False
        while True:
            reader = start()
            try:
                async with self._opened(call, tries) as response:
                    async for chunk in response.aiter_bytes():
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
            await anyio.sleep(pause)

    @asynccontextmanager
    async def _opened(self, call: calls.Call, tries: calls.Tries) -> AsyncIterator[httpx.Response]:
        with calls.translated(self._http.base_url):
            async with self._http.stream(**call.arguments(tries.time_left(), self._game_id)) as response:
                if not response.is_success:
                    raise calls.refused(response, await self._body(response, tries))
                calls.hold_media_type(response, call.accept)
                yield response

    async def _body(self, response: httpx.Response, tries: calls.Tries) -> bytes:
        chunks = []
        async for chunk in response.aiter_bytes():
            chunks.append(chunk)
            tries.time_left()
        return b"".join(chunks)

    async def _shown(self, position: models.Position, tries: calls.Tries) -> Position:
        """A position with its game's facts, which are requested once."""
        if position.game not in self._games:
            call = calls.about_game(position.game)
            self._games[position.game] = await self._ask(call, calls.reads(Game), tries)
        return drawn_position(position, self._games[position.game])

    async def _shown_in(self, result: BatchResult, tries: calls.Tries) -> BatchResult:
        if not isinstance(result.body, models.Position):
            return result
        return dataclasses.replace(result, body=await self._shown(result.body, tries))


class _AsyncStream(AsyncIterator[T], Generic[T, U]):
    """Items of one kind, then one of another that ends the stream."""

    _kind: type[T]

    def __init__(self, events: AsyncGenerator[T | U, None]) -> None:
        self._events = events
        self._last: U | None = None

    async def __anext__(self) -> T:
        async for event in self._events:
            if isinstance(event, self._kind):
                return event
            self._last = cast(U, event)
        raise StopAsyncIteration

    async def _end(self) -> U:
        async for _ in self:
            pass
        if self._last is None:
            raise ValueError("the stream was closed before its result")
        return self._last

    async def close(self) -> None:
        """Stops the work, if it has not ended."""
        await self._events.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


class AsyncSearchStream(_AsyncStream[Progress, Search]):
    """The iterations of a search as they finish, and its result. Leaving its `async with` block early stops the search."""

    _kind = Progress

    async def result(self) -> Search:
        """Waits for the answer, and skips iterations that were not read.

        Raises ValueError if the stream was closed before.
        """
        return await self._end()


class AsyncReviewStream(_AsyncStream[ReviewedPly, ReviewSummary]):
    """The plies of a game as they are judged, and the whole review. Leaving its `async with` block early stops the review."""

    _kind = ReviewedPly

    def __init__(self, events: AsyncGenerator[ReviewedPly | ReviewSummary, None]) -> None:
        super().__init__(events)
        self._plies: list[ReviewedPly] = []

    async def __anext__(self) -> ReviewedPly:
        ply = await super().__anext__()
        self._plies.append(ply)
        return ply

    async def result(self) -> Review:
        """Waits for the whole review.

        Raises ValueError if the stream was closed before.
        """
        summary = await self._end()
        return calls.whole_review(self._plies, summary)
