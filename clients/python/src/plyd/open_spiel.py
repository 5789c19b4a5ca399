"""OpenSpiel's games with plyd's moves, and its bots in `plyd.arena`.

    from plyd import arena
    from plyd.open_spiel import OpenSpiel

    bots = [pyspiel.make_uniform_random_bot(side, 7) for side in (0, 1)]
    player = OpenSpiel("othello").player(lambda state: bots[state.current_player()].step(state))
    print(arena.measure(player, "othello", ladder=["random", 1]))

It needs `pip install 'plyd[open-spiel]'`. Actions are mapped by the texts that OpenSpiel gives them; in chess by the moves in coordinates.

The rules are the same, except for these draws, all of which a player has to claim in plyd (`draws="automatic"` goes on without):

- Checkers: OpenSpiel draws after 40 plies without a capture, plyd after 80 plies without a capture or a man's move, and at the third occurrence of a
  position.
- Nine men's morris: OpenSpiel draws after 200 moves, plyd after 100 plies without a man placed or taken, and at the third occurrence of a position.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import pyspiel

if TYPE_CHECKING:
    from .arena import Player, Turn

MORRIS = re.findall("..", "a7d7g7b6d6f6c5d5e5a4b4c4e4f4g4c3d3e3b2d2f2a1d1g1")
"""The points in OpenSpiel's order."""


def _cell(row: int, column: int, rows: int) -> str:
    return f"{chr(ord('a') + column)}{rows - row}"


def _checkers(text: str) -> str:
    """OpenSpiel's first side is at the bottom, plyd's at the top, so the board is turned."""
    squares = [4 * (int(text[at + 1]) - 1) + (ord("h") - ord(text[at])) // 2 + 1 for at in (0, 2)]
    return ("-" if abs(ord(text[0]) - ord(text[2])) == 1 else "x").join(map(str, squares))


def _dots(text: str) -> str:
    way, *place = re.findall(r"[hv]|\d+", text.partition("(")[2])
    row, column = map(int, place)
    other = (row, column + 1) if way == "h" else (row + 1, column)
    return "".join(sorted([_cell(row, column, 4), _cell(*other, 4)]))


def _ultimate(text: str) -> str:
    """The choice of a small board is a part of the move in it."""
    if text.startswith("Choose"):
        return ""
    board, row, column = map(int, re.findall(r"\d", text))
    return _cell(board // 3 * 3 + row, board % 3 * 3 + column, 9)


def _grid(rows: int) -> Callable[[str], str]:
    def word(text: str) -> str:
        row, column = map(int, re.findall(r"\d+", text))
        return _cell(row, column, rows)

    return word


def _morris(text: str) -> str:
    return "-".join(MORRIS[int(point)] for point in re.findall(r"\d+", text))


GAMES: dict[str, tuple[str, Callable[[str], str]]] = {
    "breakthrough": ("breakthrough", lambda text: re.sub(r"\d", lambda rank: str(9 - int(rank[0])), text.rstrip("*"))),
    "checkers": ("checkers", _checkers),
    "chess": ("chess", str),
    "connect-four": ("connect_four", lambda text: str(int(text[1:]) + 1)),
    "dots-and-boxes": ("dots_and_boxes(num_rows=3,num_cols=3)", _dots),
    "gomoku": ("gomoku", _grid(15)),
    "hex": ("hex", str),
    "kalah": ("mancala", lambda text: str(int(text) % 7)),
    "nim": ("nim(pile_sizes=3;5;7,is_misere=False)", lambda text: ":".join(re.findall(r"\d+", text))),
    "nine-mens-morris": ("nine_mens_morris", _morris),
    "othello": ("othello", str.lower),
    "oware": ("oware", str),
    "tic-tac-toe": ("tic_tac_toe", _grid(3)),
    "ultimate-tic-tac-toe": ("ultimate_tic_tac_toe", _ultimate),
}
"""The games that both have: OpenSpiel's game, whose start is plyd's, and a function from its texts to plyd's."""


class OpenSpiel:
    """A game of OpenSpiel, `game`, by plyd's name for it."""

    def __init__(self, name: str) -> None:
        if name not in GAMES:
            raise ValueError(f"OpenSpiel has no {name} that plyd knows of, only {', '.join(GAMES)}")
        self.name = name
        game, self._word = GAMES[name]
        self.game = pyspiel.load_game(game)

    def moves(self, state: Any) -> dict[str, tuple[int, ...]]:
        """The legal moves of a state, each with its actions: several if OpenSpiel splits the move."""
        if self.name == "chess":
            board = state.board()
            return {pyspiel.chess.action_to_move(action, board).to_lan(): (action,) for action in state.legal_actions()}
        found: dict[str, tuple[int, ...]] = {}
        self._extend(state, (), (), found)
        return found

    def _extend(
        self, state: Any, words: tuple[str, ...], actions: tuple[int, ...], found: dict[str, tuple[int, ...]]
    ) -> None:
        player = state.current_player()
        for action in state.legal_actions():
            # In a chain of jumps each word has its origin, which the word before it has too.
            word = self._word(state.action_to_string(player, action))
            path = (*words, word.rpartition("x")[2] if words else word)
            is_part = not word
            if self.name in ("checkers", "nine-mens-morris"):
                # The same side goes on jumping, or takes a man.
                is_part = state.child(action).current_player() == player
            if is_part:
                self._extend(state.child(action), path, (*actions, action), found)
            else:
                found["x".join(filter(None, path))] = (*actions, action)

    def state_after(self, moves: Iterable[str]) -> Any:
        """OpenSpiel's state after moves as plyd names them."""
        state = self.game.new_initial_state()
        for move in moves:
            for action in self.moves(state)[move]:
                state.apply_action(action)
        return state

    def player(self, choose: Callable[[Any], int]) -> Player:
        """A player for `plyd.arena` from a function from states to actions, which may ask a bot of either side."""

        def answer(turn: Turn) -> str:
            state, actions = self.state_after(turn.moves), []
            paths = {path: move for move, path in self.moves(state).items()}
            for _ in range(max(map(len, paths))):
                actions.append(choose(state))
                state.apply_action(actions[-1])
                if move := paths.get(tuple(actions)):
                    return move
            raise ValueError(f"no move consists of the actions {actions}")

        return answer
