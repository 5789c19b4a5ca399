"""Random games of OpenSpiel, in which plyd has to have the same moves and the same winners."""

import importlib
import os
import random
from typing import Any

import pytest

from plyd import BatchItem, Client, Position, arena
from plyd.requests import Draws

if os.environ.get("PLYD_REQUIRE_TOOLS"):
    importlib.import_module("pyspiel")
else:
    pytest.importorskip("pyspiel")

from plyd.open_spiel import GAMES, OpenSpiel

# The most positions that are compared in a game, the last one included.
COMPARED = 21
# OpenSpiel's first player is white in chess, but its number is 1.
SECOND_FIRST = ["chess"]
# OpenSpiel draws these by rules of its own, which plyd.open_spiel's documentation has, and plyd's draws have to be claimed.
DRAWS = ["checkers", "nine-mens-morris"]


def random_game(spiel: OpenSpiel, choices: random.Random) -> tuple[Any, list[str], list[list[str]]]:
    """The last state, the moves, and the legal moves before each."""
    state, played, legal = spiel.game.new_initial_state(), [], []
    while not state.is_terminal():
        moves = spiel.moves(state)
        legal.append(sorted(moves))
        played.append(choices.choice(legal[-1]))
        for action in moves[played[-1]]:
            state.apply_action(action)
    return state, played, legal


@pytest.mark.parametrize("name", GAMES)
def test_random_games_have_the_same_moves_and_ends(url: str, name: str, request: pytest.FixtureRequest) -> None:
    spiel, choices, drawn = OpenSpiel(name), random.Random(name), 0
    games = 1000 if request.config.getoption("--every-game") else 10
    draws: Draws = "automatic" if name in DRAWS else "claimed"
    with Client(url, timeout=300) as client:
        players = client.game(name).players
        for _ in range(games):
            state, played, legal = random_game(spiel, choices)
            plies = [*sorted(choices.sample(range(len(played)), min(len(played), COMPARED - 1))), len(played)]
            items: list[BatchItem] = [
                {"op": "position", "game": name, "moves": played[:ply], "draws": draws} for ply in plies
            ]
            *before, end = [result.body for result in client.batch(items)]
            for ply, position in zip(plies, before, strict=False):
                assert isinstance(position, Position), position
                assert sorted(each.move for each in position.legal_moves) == legal[ply], played[:ply]
            assert isinstance(end, Position), end
            points = state.returns()[1 if name in SECOND_FIRST else 0]
            if name in DRAWS and points == 0:
                drawn += 1
                continue
            assert end.outcome, played
            assert end.outcome.winner == {1: players[0], -1: players[1], 0: None}[points], played
    assert drawn < games / 2


def test_a_bot_of_open_spiel_plays_in_the_arena(url: str) -> None:
    choices = random.Random(1)
    with Client(url) as client:
        # A jump chain, a capture of a man and the choice of a small board are actions of their own.
        for name in ("checkers", "nine-mens-morris", "ultimate-tic-tac-toe", "othello"):
            player = OpenSpiel(name).player(lambda state: choices.choice(state.legal_actions()))
            report = arena.measure(player, name, client=client, ladder=["random"], games=2, max_plies=60)
            assert not report.forfeits
            assert report.illegal == 0
            assert any(len(game.losses) > 10 for game in report.games)


def test_a_state_follows_from_moves() -> None:
    moves = "11-16 21-17 16-19 24x15 10x19 23x16 12x19 17-13 19-23 27x18 7-11 25-21 6-10 13x6 2x9 18-15 10x19 30-25 1-6 22-17 9-14"
    state = OpenSpiel("checkers").state_after(moves.split())
    assert [(move, len(actions)) for move, actions in OpenSpiel("checkers").moves(state).items()] == [("17x10x1", 2)]
    with pytest.raises(KeyError):
        OpenSpiel("tic-tac-toe").state_after(["b2", "b2"])
    with pytest.raises(ValueError, match="no draughts"):
        OpenSpiel("draughts")
