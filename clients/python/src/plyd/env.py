"""Games as environments for agents that learn: Gymnasium, for one board or many at once, and PettingZoo.

    from plyd.env import PlydEnv

    env = PlydEnv("connect-four", opponent=3)
    observation, info = env.reset(seed=1)
    action = env.action_space.sample(observation["action_mask"])
    observation, reward, terminated, truncated, info = env.step(action)

They need `pip install 'plyd[env]'` and a server. What they have in common:

- **Actions** are numbers of a list of moves, `encoding.moves`, in which each number always means the same move: the cells row by row, the columns,
  the houses, or in chess every line of a queen and every leap of a knight with the promotions. The draughts games, nine men's morris and games that
  this package does not know have no such list. There an action is an index of the position's `legal_moves`, of which the first 256 can be chosen.
- **Observations** have `observation`, `action_mask` and `player` (0 moves first). `observation` is the board, row by row from the top, never turned
  round: 0 is an empty cell, the observer's own pieces are positive, the opponent's are negative, and a piece has the same number for both sides.
  Pits and heaps are numbers already.
- **The reward** is 1 for a win, −1 for a loss, and 0 for a draw or a game that goes on. An illegal action loses the game.
- **`info["loss"]`** is what the move lost in expected score against the best one, from 0 to 1, as `grade` says within `grade_nodes` nodes for each search.
  It is missing if the move was not judged. `grade_nodes=None` judges nothing, which is faster. `info["reason"]` says how a game ended.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, TypeAlias, TypedDict

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space, concatenate, create_empty_array
from pettingzoo import AECEnv
from typing_extensions import Unpack

from . import models
from ._client import Client
from ._drawn import Position
from .errors import problem

Observation: TypeAlias = dict[str, Any]
Opponent: TypeAlias = int | Callable[[Position], str]
"""A level, or a function from a position to a move."""
At: TypeAlias = models.Position | models.After
Step: TypeAlias = tuple[float, bool, bool, dict[str, Any]]

MAX_LEGAL = 256
"""The number of actions in games without a list of all moves."""


def every_move(start: models.Position) -> tuple[str, ...] | None:
    """All moves that a game may have, if they are known here; the order is the number of the action."""
    files, ranks = start.files, start.ranks
    cells = [file + rank for rank in ranks for file in files]
    width = len(start.board[0]) if start.board else 0
    houses = range(width - 2)

    def pairs(is_move: Callable[[int, int], bool]) -> list[str]:
        """The pairs of cells with these distances between columns and rows."""
        places = [(column, row) for row in range(len(ranks)) for column in range(len(files))]
        return [
            files[a] + ranks[b] + files[c] + ranks[d]
            for a, b in places
            for c, d in places
            if is_move(abs(a - c), abs(b - d))
        ]

    game = start.game
    if game in ("tic-tac-toe", "gomoku", "ultimate-tic-tac-toe", "hex"):
        return (*cells, *(["swap"] if str(start.state).endswith("swap") else []))
    if game == "othello":
        return (*cells, "pass")
    if game == "chess":
        moves = pairs(lambda x, y: (x == 0) != (y == 0) or x == y != 0 or {x, y} == {1, 2})
        last = [move for move in moves if move[1] + move[3] in ("78", "21") and abs(ord(move[0]) - ord(move[2])) <= 1]
        return (*moves, *(move + piece for move in last for piece in "qrbn"))
    if game == "breakthrough":
        return tuple(pairs(lambda x, y: x <= 1 and y == 1))
    if game == "ataxx":
        return (*cells, *pairs(lambda x, y: max(x, y) == 2), "0000")
    if game == "kalah":
        return tuple(str(house + 1) for house in houses)
    if game == "oware":
        return tuple(chr(ord(first) + house) for first in "Aa" for house in houses)
    if game in ("bones", "connect-four", "dots-and-boxes", "nim"):
        # Moves only ever disappear.
        return tuple(sorted((legal.move for legal in start.legal_moves), key=lambda move: (len(move), move)))
    return None


class Encoding:
    """The numbers of a game's moves and pieces."""

    def __init__(self, facts: models.Game, start: models.Position) -> None:
        if not start.board:
            raise ValueError(f"{start.game} has no board to observe")
        if start.over:
            raise ValueError(f"the game is over in {start.state}")
        self.moves = every_move(start)
        self.players = facts.players
        self._index = {move: index for index, move in enumerate(self.moves or ())}
        sides = [[letter for letter, piece in facts.pieces.items() if piece.side == side] for side in facts.players]
        neutral = [letter for letter, piece in facts.pieces.items() if piece.side is None]
        # A piece of one side has the number of the other's in the same place of the list.
        self._numbers = [
            {letter: index for index, letter in enumerate([*own, *neutral], 1)}
            | {letter: -index for index, letter in enumerate(other, 1)}
            for own, other in (sides, sides[::-1])
        ]
        most = max(len(facts.pieces), sum(cell for row in start.board for cell in row if isinstance(cell, int)))
        self.action_space = spaces.Discrete(len(self.moves) if self.moves else MAX_LEGAL)
        board = spaces.Box(-len(facts.pieces), most, (len(start.board), len(start.board[0])), np.int32)
        mask = spaces.MultiBinary(int(self.action_space.n))
        self.observation_space = spaces.Dict({"observation": board, "action_mask": mask, "player": spaces.Discrete(2)})

    def observe(self, at: At, player: str) -> Observation:
        """What a player sees of a position."""
        own = self.players.index(player)
        numbers = self._numbers[own]
        board = [
            [cell if isinstance(cell, int) else numbers[cell] if cell else 0 for cell in row] for row in at.board or []
        ]
        mask = np.zeros(int(self.action_space.n), np.int8)
        if at.to_move == player:
            mask[[*self.legal(at)]] = 1
        return {"observation": np.array(board, np.int32), "action_mask": mask, "player": np.int64(own)}

    def legal(self, at: At) -> dict[int, str]:
        """The legal moves of a position by their actions."""
        moves = [each.move for each in at.legal_moves or []]
        return {self._index[move]: move for move in moves} if self.moves else dict(enumerate(moves[:MAX_LEGAL]))


class Options(TypedDict, total=False):
    """The keywords that all environments have."""

    client: Client
    """If not given, one is made for the server at PLYD_URL, and closed with the environment."""
    state: str
    """Where games start, in the game's notation; if not given, the game's own start."""
    max_plies: int
    """After as many, a game is truncated; 1,000 if not given."""
    grade_nodes: int | None
    """Nodes of each search behind `info["loss"]`; 2,000 if not given, and None for no such searches."""


class _Asked:
    """A game of a server, and the questions about it."""

    def __init__(
        self,
        game: str,
        client: Client | None = None,
        state: str | None = None,
        max_plies: int = 1000,
        grade_nodes: int | None = 2000,
    ) -> None:
        self.client = client or Client()
        self._is_own = client is None
        self.caps = self.client.index().caps
        self.max_plies = min(max_plies, self.caps.max_moves)
        self.grade_nodes = grade_nodes
        self.question: dict[str, Any] = {"game": game} if state is None else {"game": game, "state": state}
        self.start = self.client.position(**self.question)
        self.facts = self.client.game(game)
        self.encoding = Encoding(self.facts, self.start)

    def close(self) -> None:
        """Closes the client, unless it was given."""
        if self._is_own:
            self.client.close()

    def position(self, moves: Sequence[str]) -> dict[str, Any]:
        """The question for a position."""
        return {"op": "position", **self.question, "moves": [*moves]}

    def grades(self, moves: Sequence[str], move: str) -> list[dict[str, Any]]:
        """The question what a move loses, if that is wanted."""
        question = {"op": "grade", **self.question, "moves": [*moves], "candidates": [move], "nodes": self.grade_nodes}
        return [] if self.grade_nodes is None else [question]

    def ask(self, items: Sequence[Any]) -> list[Any]:
        """The answers, in one batch or in as few as the server's limits allow."""
        largest = max(len(json.dumps(item)) for item in items) + 2
        most = min(self.caps.max_batch_items, (self.caps.max_batch_bytes - 100) // largest)
        bodies: list[Any] = []
        for begin in range(0, len(items), most):
            for result in self.client.batch(items[begin : begin + most]):
                if isinstance(result.body, models.Problem):
                    raise problem(result.status, dataclasses.asdict(result.body))
                bodies.append(result.body)
        return bodies


@dataclasses.dataclass
class _Board:
    """One game against an opponent."""

    random: np.random.Generator
    player: str = ""
    seed: int = 0
    moves: list[str] = dataclasses.field(default_factory=list)
    at: At | None = None
    over: bool = True
    look: bool = False
    """Whether the opponent has nothing to play, so that only the position is missing."""


class _Match(_Asked):
    """Boards on which a learner plays an opponent."""

    def __init__(self, game: str, opponent: Opponent, player: int | None, options: Options) -> None:
        super().__init__(game, **options)
        self.opponent = opponent
        self.player = player

    def begin(self, board: _Board) -> None:
        """A new game. `settle` plays the opponent's first move."""
        drawn = int(board.random.integers(2))
        board.player = self.encoding.players[drawn if self.player is None else self.player]
        board.seed = int(board.random.integers(2**32))
        board.moves, board.at, board.over, board.look = [], self.start, self.start.over, False

    def step(self, boards: Sequence[_Board], actions: Sequence[int | None]) -> list[Step]:
        """The player's moves and the opponent's answers. Without an action, a board begins a new game."""
        steps: list[Step] = []
        grades, judged = [], []
        for board, action in zip(boards, actions, strict=True):
            info: dict[str, Any] = {}
            if action is None:
                self.begin(board)
            elif board.over or board.at is None:
                raise ValueError("the game is over: call reset first")
            elif (move := self.encoding.legal(board.at).get(action)) is None:
                board.over = True
                info = {"reason": "illegal move"}
            else:
                info = {"move": move}
                grade = self.grades(board.moves, move)
                grades += grade
                judged += [info] * len(grade)
                board.moves.append(move)
                board.at = None
            steps.append((-1.0 if board.over else 0.0, board.over, False, info))
        for info, grade in zip(judged, self.settle(boards, grades), strict=True):
            info.update(_loss(grade))
        return [self._end(board, step) for board, step in zip(boards, steps, strict=True)]

    def _end(self, board: _Board, step: Step) -> Step:
        at = board.at
        if step[1] or at is None:
            return step
        truncated = not at.over and len(board.moves) >= self.max_plies
        board.over = at.over or truncated
        if at.outcome is None:
            return 0.0, False, truncated, step[3]
        winner = at.outcome.winner
        reward = 0.0 if winner is None else 1.0 if winner == board.player else -1.0
        return reward, True, False, {**step[3], "reason": at.outcome.reason}

    def settle(self, boards: Sequence[_Board], more: Sequence[dict[str, Any]] = ()) -> list[Any]:
        """Plays on until each game is over or waits for its player. The first batch also asks `more`, which is returned."""
        found: list[Any] = []
        waiting = [board for board in boards if not self._is_settled(board)]
        while waiting or more:
            bodies = self.ask([*map(self._question, waiting), *more])
            found += bodies[len(waiting) :]
            for board, body in zip(waiting, bodies, strict=False):
                self._take(board, body)
            waiting, more = [board for board in waiting if not self._is_settled(board)], ()
        return found

    def _is_settled(self, board: _Board) -> bool:
        at = board.at
        return board.over or (at is not None and (at.over or at.to_move == board.player))

    def _question(self, board: _Board) -> dict[str, Any]:
        if board.look or callable(self.opponent):
            return self.position(board.moves)
        level = {"level": self.opponent, "seed": board.seed, "with": ["position"]}
        return {"op": "search", **self.question, "moves": [*board.moves], **level}

    def _take(self, board: _Board, body: models.Search | Position) -> None:
        if isinstance(body, models.Search):
            # The game has ended, or the player moves again.
            board.look = body.move is None or body.to_move == board.player
            if body.move is not None and not board.look:
                board.moves.append(body.move)
                board.at = body.after
            return
        board.at, board.look = body, False
        if callable(self.opponent) and not self._is_settled(board):
            board.moves.append(self.opponent(body))
            board.at = None

    def observe(self, board: _Board) -> Observation:
        """What the player of a board sees."""
        return self.encoding.observe(board.at or self.start, board.player)


def _loss(grade: models.Grade) -> dict[str, float]:
    loss = grade.candidates[0].loss
    return {} if loss is None else {"loss": loss}


class PlydEnv(gymnasium.Env[Observation, np.int64]):
    """A game against a level, or against a function from positions to moves.

    `player`: 0 to move first, 1 to move second; None draws the side for each game.
    """

    def __init__(
        self,
        game: str,
        opponent: Opponent = 3,
        *,
        player: int | None = None,
        **options: Unpack[Options],
    ) -> None:
        self._match = _Match(game, opponent, player, options)
        self._board = _Board(self.np_random)
        self.encoding = self._match.encoding
        self.observation_space = self.encoding.observation_space
        self.action_space = self.encoding.action_space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new game. The seed decides the sides and the opponent's moves of this game and those after it."""
        super().reset(seed=seed)
        self._board.random = self.np_random
        self._match.step([self._board], [None])
        return self._match.observe(self._board), {}

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """A move, and the opponent's answer."""
        [step] = self._match.step([self._board], [int(action)])
        return self._match.observe(self._board), *step

    def action_masks(self) -> npt.NDArray[np.int8]:
        """The legal actions, under the name that sb3-contrib's MaskablePPO asks for."""
        mask: npt.NDArray[np.int8] = self._match.observe(self._board)["action_mask"]
        return mask

    def close(self) -> None:
        """Closes the client, unless it was given."""
        self._match.close()


class PlydVectorEnv(VectorEnv[Observation, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Many boards, whose moves are one batch: `POST /v1/batch`. The arguments are those of PlydEnv.

    The step after the end of a game ignores its action and begins a new one (`AutoresetMode.NEXT_STEP`).
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        num_envs: int,
        opponent: Opponent = 3,
        *,
        player: int | None = None,
        **options: Unpack[Options],
    ) -> None:
        self._match = _Match(game, opponent, player, options)
        self._boards = [_Board(seeding.np_random()[0]) for _ in range(num_envs)]
        self.num_envs = num_envs
        self.encoding = self._match.encoding
        self.single_observation_space = self.encoding.observation_space
        self.single_action_space = self.encoding.action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new game on each board. One seed gives each board the next number."""
        if isinstance(seed, int):
            seed = range(seed, seed + self.num_envs)
        for board, each in zip(self._boards, seed or [], strict=False):
            if each is not None:
                board.random = seeding.np_random(each)[0]
        self._match.step(self._boards, [None] * self.num_envs)
        return self._observe(), {}

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Observation, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """A move on each board, and the opponents' answers."""
        wanted = [None if board.over else int(action) for board, action in zip(self._boards, actions, strict=True)]
        steps = self._match.step(self._boards, wanted)
        infos: dict[str, Any] = {}
        for index, (_, _, _, info) in enumerate(steps):
            infos = self._add_info(infos, info, index)
        rewards, terminations, truncations, _ = zip(*steps, strict=True)
        return self._observe(), np.array(rewards), np.array(terminations), np.array(truncations), infos

    def close_extras(self, **kwargs: Any) -> None:
        """Closes the client, unless it was given."""
        self._match.close()

    def _observe(self) -> Observation:
        space = self.single_observation_space
        seen: Any = create_empty_array(space, self.num_envs)
        return dict(concatenate(space, [self._match.observe(board) for board in self._boards], seen))


class PlydAECEnv(AECEnv[str, Observation, int]):
    """A game of two agents, named after the game's players."""

    metadata: ClassVar[dict[str, Any]] = {"name": "plyd_v0", "render_modes": [], "is_parallelizable": False}

    def __init__(self, game: str, **options: Unpack[Options]) -> None:
        super().__init__()
        self._asked = _Asked(game, **options)
        self.encoding = self._asked.encoding
        self.possible_agents = list(self.encoding.players)

    def observation_space(self, agent: str) -> spaces.Dict:
        """The same for both."""
        return self.encoding.observation_space

    def action_space(self, agent: str) -> spaces.Discrete:
        """The same for both."""
        return self.encoding.action_space

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. Nothing in it is random."""
        self.agents = [*self.possible_agents]
        self._moves: list[str] = []
        self._at = self._asked.start
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self._at.over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._at.to_move

    def step(self, action: int | None) -> None:
        """A move of the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.infos = {each: {} for each in self.agents}
        move = self.encoding.legal(self._at).get(int(action))
        winner, reason = None, None
        if move is None:
            winner, reason = next(each for each in self.agents if each != agent), "illegal move"
        else:
            grades = self._asked.grades(self._moves, move)
            self._moves.append(move)
            self._at, *graded = self._asked.ask([self._asked.position(self._moves), *grades])
            self.infos[agent] = {"move": move, **(_loss(graded[0]) if graded else {})}
            self.agent_selection = self._at.to_move
            if self._at.outcome:
                winner, reason = self._at.outcome.winner, self._at.outcome.reason
        if reason is not None:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = {each: 0.0 if winner is None else 1.0 if each == winner else -1.0 for each in self.agents}
            for each in self.agents:
                self.infos[each]["reason"] = reason
        elif len(self._moves) >= self._asked.max_plies:
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def observe(self, agent: str) -> Observation:
        """What an agent sees. Only the one to move has legal actions."""
        return self.encoding.observe(self._at, agent)

    def close(self) -> None:
        """Closes the client, unless it was given."""
        self._asked.close()
