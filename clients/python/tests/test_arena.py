"""Players on the ladder, against a real server."""

import math
import random
import threading
from collections.abc import Iterator

import pytest

from plyd import Client, arena
from plyd.arena import Turn, elo, measure
from plyd.requests import RuleSet


@pytest.fixture(scope="module")
def asker(url: str) -> Iterator[Client]:
    with Client(url) as client:
        yield client


def first(turn: Turn) -> str:
    return turn.legal_moves[0].move


def drawn(turn: Turn) -> str:
    return random.Random(f"{turn.seed} {turn.moves}").choice(turn.legal_moves).move


def test_a_strong_player_beats_a_random_one_and_the_other_way_round(asker: Client) -> None:
    def strong(turn: Turn) -> str:
        return asker.search("connect-four", moves=list(turn.moves), level=6, seed=turn.seed).move or ""

    won = measure(strong, "connect-four", client=asker, ladder=["random"], games=6)
    assert won.elo().low > 0
    assert won.elo().high == math.inf
    assert {game.reason for game in won.games} == {"four in a row"}
    assert won.loss["end"] is not None
    lost = measure(drawn, "connect-four", client=asker, ladder=[6, strong], games=4)
    assert lost.elo().high < 0
    assert {game.opponent for game in lost.games} == {"level 6", "strong"}
    assert sum(loss or 0 for loss in lost.loss.values()) > sum(loss or 0 for loss in won.loss.values())
    assert str(lost).splitlines()[1].startswith("level 6        0   0   4")


def test_a_seed_makes_the_same_games_and_a_pair_has_one_opening(asker: Client) -> None:
    ladder = ("random", 1, "minimax 2")
    once, again = (
        measure(drawn, "othello", client=asker, ladder=ladder, games=4, seed=9, grade_nodes=50) for _ in "12"
    )
    other = measure(drawn, "othello", client=asker, ladder=ladder, games=4, seed=8, grade_nodes=50)
    assert once == again
    assert len({game.moves for game in once.games + other.games}) == 24
    openings = [game.moves[:2] for game in once.games]
    assert openings[::2] == openings[1::2]


def test_who_breaks_off_loses_for_the_reason(asker: Client) -> None:
    asleep = threading.Event()

    def hangs(turn: Turn) -> str:
        asleep.wait()
        return first(turn)

    def raises(turn: Turn) -> str:
        raise RuntimeError("no tokens left")

    faults = {
        hangs: "timeout: no answer within 0.3 s",
        raises: "error: RuntimeError: no tokens left",
        (lambda turn: 7): "nonsense: 7",
        (lambda turn: "I would play in the middle. " * 5): "nonsense: 'I would play in the middle. ",
        (lambda turn: "\ud800"): "nonsense: '\\ud800'",
        (lambda turn: "z9"): "illegal move: ",
        (lambda turn: ""): "illegal move: ",
    }
    for player, reason in faults.items():
        report = measure(player, "tic-tac-toe", client=asker, ladder=[1], games=1, timeout=0.3)  # type: ignore[arg-type]
        [game] = report.games
        assert game.reason.startswith(reason)
        assert (game.points, game.forfeit, len(game.moves)) == (0, True, 2)
        assert report.forfeits == {reason.partition(":")[0]: 1}
        assert report.illegal == (reason[0] in "ni")
    asleep.set()


def test_a_refused_answer_can_be_mended(asker: Client) -> None:
    def mends(turn: Turn) -> str:
        return first(turn) if any("nonsense" not in reason for reason in turn.refused) else "z9"

    report = measure(mends, "tic-tac-toe", client=asker, ladder=["random"], games=2, attempts=2)
    assert report.illegal == sum(len(game.losses) for game in report.games) > 0
    assert not report.forfeits


def test_a_move_may_be_spelled_as_in_records(asker: Client) -> None:
    report = measure(
        lambda turn: f" {turn.legal_moves[0].label}\n", "chess", client=asker, ladder=["random"], games=1, max_plies=6
    )
    [game] = report.games
    assert (game.points, game.reason, report.illegal) == (0.5, "unfinished after 6 plies", 0)
    assert sorted(game.losses) == [2, 4]


def test_games_can_start_anywhere_and_are_told_one_by_one(asker: Client) -> None:
    told: list[arena.Game] = []
    report = measure(
        first,
        "kalah",
        client=asker,
        ladder=[2],
        games=2,
        state="2,2,2,0/2,2,2,0 north",
        random_plies=0,
        on_game=told.append,
    )
    assert tuple(told) == report.games
    # North moves first, and the player begins the second game.
    assert (0 in told[0].losses, 0 in told[1].losses) == (False, True)


def test_a_variant_by_rules_is_played_and_judged_like_any_game(asker: Client) -> None:
    rules: RuleSet = {
        "board": [3, 3],
        "place": "empty",
        "end": [{"line": 3, "wins": "next"}, {"stuck": "next", "wins": "nobody"}],
    }

    def exact(turn: Turn) -> str:
        return asker.search("rules", state={"rules": rules}, moves=list(turn.moves), depth=9).move or ""

    ladder: list[arena.Opponent] = ["random", exact]
    report = measure(
        exact, "rules", client=asker, state={"rules": rules}, ladder=ladder, games=4, random_plies=0, grade_nodes=50_000
    )
    assert {game.points for game in report.games if game.opponent == "exact"} == {0.5}
    assert report.elo().value > 0
    assert all(loss == 0 for game in report.games for loss in game.losses.values())
    assert "a row of 3 or more equal pieces" in str(asker.position("rules", rules=rules, with_=["text"]).text)


def test_a_game_by_rules_goes_on_from_what_the_answer_says_is_next(asker: Client) -> None:
    rules: RuleSet = {"board": [2, 2], "place": "empty", "end": {"stuck": "next", "wins": "last"}}
    # Rules in a state are in all states of the answer. Rules beside a state are sent again with each question.
    for beside in (False, True):
        given = rules if beside else None
        answer = asker.search("rules", depth=1, rules=given, state=None if beside else {"rules": rules})
        while answer.next:
            assert isinstance(answer.next.state, str) == beside
            answer = asker.search("rules", depth=1, rules=given, state=answer.next.state, moves=answer.next.moves)
        assert answer.outcome
        assert answer.outcome.winner == "second"


def test_ratings_follow_from_points() -> None:
    assert elo([(1, 0.0), (0, 0.0)]).value == pytest.approx(0, abs=1e-6)
    # Three of four points are 191 points of rating, and a hundred games know more than four.
    few, many = elo([(1, 0.0)] * 3 + [(0, 0.0)]), elo([(1, 0.0)] * 75 + [(0, 0.0)] * 25)
    assert few.value == pytest.approx(190.85, abs=0.01) == many.value
    assert few.low < many.low < many.value < many.high < few.high
    assert (many.low, many.high) == pytest.approx((115, 273), abs=1)
    assert elo([(0, 100.0)] * 9)[:2] == (-math.inf, -math.inf)
    assert elo([(1, 1000.0), (0, 1200.0)]).value == pytest.approx(1100)
    with pytest.raises(ValueError, match="no games"):
        arena.Report(()).elo()
