"""Whole games, in which each move is requested and played as a game server would do it."""

from typing import Any

import pytest
from conftest import PLAYED

LEVEL = 2
LONGEST = 1000


def test_a_whole_game(client: Any, every_game: str, request: pytest.FixtureRequest) -> None:
    game = every_game
    facts = client.game(game)
    strength = {"level": LEVEL, "seed": 20} if facts.levels else {"depth": 3}
    so_far: dict[str, Any] = {}
    start = client.position(game)
    moves: list[str] = []
    for _ in range(LONGEST):
        before = client.position(game, **so_far)
        answer = client.search(game, **so_far, **strength)
        assert answer.move in [legal.move for legal in before.legal_moves]
        assert answer.to_move == before.to_move
        assert answer.to_move in facts.players
        moves.append(answer.move)
        so_far = {"state": answer.next.state, "moves": answer.next.moves}
        if answer.after.over:
            break
    end = client.position(game, **so_far)
    # `next` has the whole game, from its start.
    assert so_far["moves"] == moves
    assert client.position(game, moves=moves).state == end.state != start.state
    assert end.over
    assert end.legal_moves == []
    assert end.outcome == answer.after.outcome
    assert end.outcome.winner in [*facts.players, None]
    kind = request.node.callspec.params["connect"]
    PLAYED.append(f"{kind}: {game}, {len(moves)} moves, {end.outcome.winner or 'nobody'}: {end.outcome.reason}")
