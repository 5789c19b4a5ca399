"""Measures a player, such as a language model, against opponents of known strength.

    from plyd import arena

    report = arena.measure(lambda turn: turn.legal_moves[0].move, "connect-four", ladder=("random", 1, 3, "minimax 2"))
    print(report)

A player is a function from a `Turn` to the text of a move, in any spelling that records have. A turn is a position with the `moves` that led to it.
Whoever raises, does not answer in time, or answers nonsense or an illegal move, loses the game for that reason.
"""

from __future__ import annotations

import math
import queue
import random
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple, TypeAlias

from ._client import Client
from ._drawn import Position
from .requests import State

PHASES = ("opening", "middle", "end")
"""The thirds of a game's plies."""
LADDER: tuple[str | int, ...] = ("random", *range(1, 11), "minimax 2")
"""A random mover, the levels, and minimax to a depth of two plies."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn(Position):
    """A position in which a player is to move."""

    moves: tuple[str, ...]
    """The moves that led here."""
    seed: int
    """A number for this game. A player that draws at random with it plays the same again in the next run."""
    refused: tuple[str, ...] = ()
    """What was wrong with the answers that were given in this position already, if there may be several."""


Player: TypeAlias = Callable[[Turn], str]
Opponent: TypeAlias = str | int | Player
"""`"random"`, a level, `"minimax 3"` for a depth, or a function."""


class Elo(NamedTuple):
    """A rating, and the interval that has the true one with a probability of 95 %, as far as games are independent."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:+.0f} [{self.low:+.0f}, {self.high:+.0f}]"


@dataclass(frozen=True, slots=True)
class Game:
    """A game that was played."""

    opponent: str
    points: float
    """Of the player: 1, 0.5 or 0."""
    reason: str
    """How it ended. For a player that broke off: `illegal move`, `error`, `timeout` or `nonsense`, a colon, and the details."""
    forfeit: bool
    moves: tuple[str, ...]
    losses: Mapping[int, float]
    """What the player's moves lost against the best ones, by ply."""
    illegal: int
    """How many answers were no legal move."""


@dataclass(frozen=True, slots=True)
class Report:
    """What `measure` found."""

    games: tuple[Game, ...]

    def elo(self, ratings: Mapping[str, float] | None = None) -> Elo:
        """The rating from all games against rated opponents; without ratings, all opponents are taken for one with the rating 0."""
        rated = [(game.points, ratings.get(game.opponent) if ratings else 0.0) for game in self.games]
        return elo((points, rating) for points, rating in rated if rating is not None)

    def against(self, opponent: str) -> Report:
        """The games against one opponent, such as `level 3`."""
        return Report(tuple(game for game in self.games if game.opponent == opponent))

    @property
    def illegal(self) -> int:
        """How many answers were no legal move."""
        return sum(game.illegal for game in self.games)

    @property
    def forfeits(self) -> Counter[str]:
        """How many games the player broke off, by kind."""
        return Counter(game.reason.partition(":")[0] for game in self.games if game.forfeit)

    @property
    def loss(self) -> dict[str, float | None]:
        """The mean loss of a move in expected score by phase; None for a phase without moves."""
        found: dict[str, list[float]] = {phase: [] for phase in PHASES}
        for game in self.games:
            for ply, loss in game.losses.items():
                found[PHASES[min(3 * ply // max(len(game.moves), 1), 2)]].append(loss)
        return {phase: sum(losses) / len(losses) if losses else None for phase, losses in found.items()}

    def __str__(self) -> str:
        """A table with a row for each opponent."""
        lines = [
            f"{'opponent':<12}{'+':>4}{'=':>4}{'-':>4}  {'Elo':<24}{'illegal':>8}"
            + "".join(f"{phase:>9}" for phase in PHASES)
        ]
        for opponent in dict.fromkeys(game.opponent for game in self.games):
            part = self.against(opponent)
            results = "".join(f"{sum(game.points == points for game in part.games):>4}" for points in (1, 0.5, 0))
            losses = "".join(f"{'' if loss is None else f'{loss:.3f}':>9}" for loss in part.loss.values())
            lines.append(f"{opponent:<12}{results}  {part.elo()!s:<24}{part.illegal:>8}{losses}")
        lines += [f"{count} lost by: {reason}" for reason, count in self.forfeits.items()]
        return "\n".join(lines)


def elo(results: Iterable[tuple[float, float]]) -> Elo:
    """The most likely rating by points and the opponents' ratings, and where its likelihood is less by 1.92 (Wilks 1938)."""
    known = list(results)
    if not known:
        raise ValueError("no games against rated opponents")
    least, most = -5000.0, 5000.0

    def expected(rating: float, opponent: float) -> float:
        return 1 / (1 + 10 ** ((opponent - rating) / 400))

    def likelihood(rating: float) -> float:
        return sum(
            points * math.log(expected(rating, opponent)) + (1 - points) * math.log(expected(opponent, rating))
            for points, opponent in known
        )

    def falls(condition: Callable[[float], bool], low: float, high: float) -> float:
        """Where a condition that holds at `low` ceases to."""
        for _ in range(50):
            middle = (low + high) / 2
            low, high = (middle, high) if condition(middle) else (low, middle)
        return low

    value = falls(
        lambda rating: sum(points - expected(rating, opponent) for points, opponent in known) > 0, least, most
    )
    enough = likelihood(value) - 1.92
    low = falls(lambda rating: likelihood(rating) < enough, least, value)
    high = falls(lambda rating: likelihood(rating) >= enough, value, most)
    ends = {least: -math.inf, most: math.inf}
    return Elo(*(ends.get(rating, rating) for rating in (round(found, 3) + 0.0 for found in (value, low, high))))


def measure(
    player: Player,
    game: str,
    *,
    client: Client | None = None,
    ladder: Sequence[Opponent] = LADDER,
    games: int = 10,
    seed: int = 0,
    state: State | None = None,
    random_plies: int = 2,
    timeout: float = 60.0,
    attempts: int = 1,
    max_plies: int = 1000,
    grade_nodes: int = 2000,
    on_game: Callable[[Game], object] | None = None,
) -> Report:
    """Plays a ladder.

    `state`: where games begin, by default at the start. `{"rules": {…}}` is the start of a game by these rules, for the game `rules`.
    `games`: against each opponent, half of them as the first player. Two games each begin with the same `random_plies`, with the sides swapped.
    `seed`: the same seed and player make the same games again, unless a level runs out of time.
    `timeout`: seconds for an answer. Python cannot stop a function that hangs, so its thread stays behind.
    `attempts`: answers in a position before an illegal one loses the game; `turn.refused` says what was wrong with the others.
    `max_plies`: after as many, a game counts as drawn.
    `grade_nodes`: nodes of each search that judges a move.
    """
    played = []
    with ExitStack() as stack:
        client = client or stack.enter_context(Client())
        for opponent in ladder:
            for number in range(games):
                # Both games of a pair have one seed, and so one opening.
                own_seed = random.Random(f"{seed} {_name(opponent)} {number // 2}").getrandbits(32)
                table = _Table(client, game, state, own_seed, timeout, attempts, grade_nodes)
                played.append(table.play(player, opponent, number % 2, random_plies, max_plies))
                if on_game is not None:
                    on_game(played[-1])
    return Report(tuple(played))


def _name(opponent: Opponent) -> str:
    return f"level {opponent}" if isinstance(opponent, int) else getattr(opponent, "__name__", str(opponent))


class _Forfeit(Exception):
    """The player broke off."""


@dataclass
class _Table:
    """A game of a player against an opponent."""

    client: Client
    game: str
    state: State | None
    seed: int
    timeout: float
    attempts: int
    grade_nodes: int

    def __post_init__(self) -> None:
        self.moves: list[str] = []
        self.losses: dict[int, float] = {}
        self.illegal = 0

    def play(self, player: Player, opponent: Opponent, side: int, random_plies: int, max_plies: int) -> Game:
        """The whole game, with the player on this side."""
        choices, answer = random.Random(self.seed), self._opponent(opponent)
        try:
            while True:
                position = self.client.position(self.game, **self._question())
                assert position.facts
                own = position.to_move == position.facts.players[side]
                if position.outcome or len(self.moves) >= max_plies:
                    break
                turn = Turn(
                    **{each.name: getattr(position, each.name) for each in fields(position)},
                    moves=tuple(self.moves),
                    seed=self.seed,
                )
                if len(self.moves) < random_plies:
                    self.moves.append(choices.choice(turn.legal_moves).move)
                else:
                    self.moves.append(self._answer(player, turn) if own else answer(turn))
        except _Forfeit as forfeit:
            return self._played(opponent, 0.0, str(forfeit), forfeit=True)
        if position.outcome is None:
            return self._played(opponent, 0.5, f"unfinished after {max_plies} plies")
        winner = position.outcome.winner
        points = 0.5 if winner is None else float(winner == position.facts.players[side])
        return self._played(opponent, points, position.outcome.reason)

    def _question(self) -> dict[str, Any]:
        return {"moves": [*self.moves], **({} if self.state is None else {"state": self.state})}

    def _played(self, opponent: Opponent, points: float, reason: str, *, forfeit: bool = False) -> Game:
        return Game(_name(opponent), points, reason, forfeit, tuple(self.moves), self.losses, self.illegal)

    def _opponent(self, opponent: Opponent) -> Player:
        if callable(opponent):
            return opponent
        choices = random.Random(self.seed + 1)
        if opponent == "random":
            return lambda turn: choices.choice(turn.legal_moves).move
        limits: dict[str, Any] = {"level": opponent}
        if isinstance(opponent, str):
            # The value is minimax's, which alpha-beta finds sooner.
            depth = int(opponent.removeprefix("minimax "))
            limits = {"depth": depth, "algorithm": "alpha-beta", "tie_break": "random"}

        def answer(_: Turn) -> str:
            found = self.client.search(self.game, seed=self.seed, **limits, **self._question())
            assert found.move
            return found.move

        return answer

    def _answer(self, player: Player, turn: Turn) -> str:
        """The player's move."""
        refused: list[str] = []
        for _ in range(self.attempts):
            text = self._call(player, replace(turn, refused=tuple(refused)))
            if not isinstance(text, str) or not text.strip().isprintable() or len(text.strip().encode()) > 100:
                refused.append(f"nonsense: {text!r:.200}")
            else:
                question = {"candidates": [text.strip()], "nodes": self.grade_nodes, **self._question()}
                candidate = self.client.grade(self.game, **question).candidates[0]
                if candidate.move is not None:
                    if candidate.loss is not None:
                        self.losses[len(self.moves)] = candidate.loss
                    return candidate.move
                refused.append(f"illegal move: {candidate.reason}")
            self.illegal += 1
        raise _Forfeit(refused[-1])

    def _call(self, player: Player, turn: Turn) -> object:
        """The player's answer, from a thread that may be left behind."""
        answers: queue.SimpleQueue[tuple[object, BaseException | None]] = queue.SimpleQueue()

        def run() -> None:
            try:
                answers.put((player(turn), None))
            except BaseException as error:  # noqa: BLE001 (whatever it is, the player raised it)
                answers.put((None, error))

        threading.Thread(target=run, daemon=True).start()
        try:
            answer, error = answers.get(timeout=self.timeout)
        except queue.Empty:
            raise _Forfeit(f"timeout: no answer within {self.timeout:g} s") from None
        if error is not None:
            raise _Forfeit(f"error: {type(error).__name__}: {error}") from error
        return answer
