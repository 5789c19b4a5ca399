"""Every call of both clients against a real server."""

import copy
import inspect
import pickle
import time
from typing import Any

import httpx
import pytest
from conftest import running

import plyd
from plyd import AsyncClient, Client

WON = {"state": "XOX/OX./..O X"}


def test_both_clients_have_the_same_calls() -> None:
    def calls(kind: type) -> dict[str, list[str]]:
        members = inspect.getmembers(kind, inspect.isfunction)
        return {name: list(inspect.signature(member).parameters) for name, member in members if name[0] != "_"}

    assert calls(Client) == calls(AsyncClient)
    assert len(calls(Client)) == 18


def test_what_there_is(client: Any) -> None:
    index = client.index()
    assert index.engine.startswith(f"plyd {index.version}+")
    games = client.games()
    assert {game.id for game in games} == set(index.caps.max_depth)
    for game in games:
        facts = client.game(game.id)
        assert (facts.id, facts.title, facts.players) == (game.id, game.title, game.players)


def test_a_game_is_known_by_its_aliases(client: Any) -> None:
    assert client.game("tictactoe").id == "tic-tac-toe"
    assert client.search("tictactoe", **WON).game == "tic-tac-toe"


def test_a_position(client: Any) -> None:
    position = client.position("tic-tac-toe", moves=["b2", "a1"])
    assert position.to_move == "X"
    assert position.board == [[None, None, None], [None, "X", None], ["O", None, None]]
    assert "c3" in [legal.move for legal in position.legal_moves]
    assert position.facts.title == "Tic-tac-toe"


def test_an_opponent_with_manners(client: Any) -> None:
    clock = {"own_ms": 60_000, "opponent_ms": 55_000, "increment_ms": 0}
    answer = client.search("chess", moves="e4 e5", level=3, clock=clock, wait_ms=5000, with_=["advice", "position"])
    assert (answer.advice.resign, answer.advice.claim_draw) == (False, None)
    assert 0 <= answer.advice.think_ms <= 6000
    assert answer.after.board
    assert answer.after.legal_moves[0].label
    assert answer.cells
    assert answer.label
    assert 0 < answer.expected < 1
    assert client.search("chess", level=1).advice is None
    [result] = client.batch([{"op": "search", "game": "chess", "nodes": 100, "with_": ["advice"]}])
    assert result.body.advice.because
    with pytest.raises(plyd.ProblemError, match=r"from 0 to 0\.5"):
        client.search("chess", resign_at=0.7)


def test_a_search(client: Any) -> None:
    answer = client.search("tic-tac-toe", depth=9, **WON)
    assert (answer.move, answer.score.outcome, answer.score.plies) == ("a1", "win", 1)
    assert answer.after.outcome.reason == "three in a row"
    assert answer.stats.minimax_nodes == 12
    assert answer.stopped_by == "solved"
    every = client.search("tic-tac-toe", multi_pv="all", depth=9, tie_break="first", level=None, **WON)
    assert [(line.move, line.score.outcome) for line in every.lines] == [("a1", "win"), ("b1", "draw"), ("c2", "draw")]


def test_the_tree_of_numbers_is_a_state_and_has_an_answer_without_a_winner(client: Any) -> None:
    answer = client.search("tree", state=[[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    assert (answer.move, answer.score.value, answer.score.value_for_max) == ("0", 3, 3)
    assert answer.stats.moves_pruned == 2


def test_a_stream_tells_each_iteration_and_the_result_is_the_plain_answer(client: Any) -> None:
    plain = client.search("chess", depth=4)
    with client.stream("chess", depth=4) as stream:
        told = list(stream)
        result = stream.result()
    assert [progress.depth for progress in told] == [1, 2, 3, 4]
    assert [(each.lines[0].move, each.lines[0].score.value) for each in told] == [
        (each.move, each.value) for each in plain.stats.iterations
    ]
    assert (result.move, result.score, result.lines) == (plain.move, plain.score, plain.lines)


def test_a_result_is_had_without_the_iterations(client: Any) -> None:
    assert client.stream("tic-tac-toe", depth=9, **WON).result().move == "a1"


def test_leaving_a_stream_stops_its_search(connect: Any) -> None:
    with running("--workers", "1", "--max-time-ms", "600000") as server:
        with connect(server.url).stream("chess", depth=60, time_ms=600_000) as stream:
            assert next(stream).depth == 1
        for _ in range(1200):
            if 'plyd_pool_cancelled_total{stage="running"} 1' in httpx.get(f"{server.url}/metrics").text:
                break
            time.sleep(0.05)
        else:
            pytest.fail("the search goes on")
        with pytest.raises(ValueError, match="closed before its result"):
            stream.result()


def test_a_record_is_read_and_written(client: Any) -> None:
    game = client.record("chess", record='[White "Anna"]\n\n1. f3 e5 2. g4 {Oh no.} Qh4# 0-1')
    assert (game.format, game.moves, game.result) == ("pgn", ["f2f3", "e7e5", "g2g4", "d8h4"], "0-1")
    assert (game.tags["White"], game.comments, game.outcome.winner) == ("Anna", {"3": "Oh no."}, "black")
    assert client.position("chess", state=game.state, moves=game.moves).over
    written = client.write_record("chess", state=game.state, moves=game.moves, tags={"White": "Anna"})
    assert '[White "Anna"]' in written
    assert client.record("chess", record=written, format="pgn").moves == game.moves
    with pytest.raises(plyd.ProblemError) as caught:
        client.record("chess", record="1. f3 e5\n2. g9")
    error = caught.value
    assert (error.code, error.path, error.line, error.column, error.ply) == ("invalid_record", "record", 2, 4, 2)


def test_a_review_tells_each_ply_and_then_the_whole(client: Any) -> None:
    told: list[int] = []
    review = client.review("chess", record="1. f3 e5 2. g4 Qh4#", nodes=1000, on_ply=lambda ply: told.append(ply.ply))
    assert told == [3, 2, 1, 0]
    assert [ply.ply for ply in review.plies] == [0, 1, 2, 3]
    assert (review.plies[2].verdict, review.plies[3].label) == ("blunder", "Qh4#")
    assert (review.sides["black"].verdicts.blunder, review.turning_points[0].ply) == (0, 2)
    assert (review.outcome.winner, review.deterministic) == ("black", True)
    with client.review_stream("chess", moves="f3 e5 g4 Qh4#", nodes=1000, plies={"from": 2}) as stream:
        assert [ply.ply for ply in stream] == [3, 2]
        part = stream.result()
    assert [ply.ply for ply in part.plies] == [2, 3]
    with pytest.raises(plyd.ProblemError) as caught:
        client.review("chess", moves="e4 e5 Ke3")
    assert caught.value.path == "moves[2]"


def test_a_hint_in_its_stages(client: Any) -> None:
    question = {"state": "XX./OO./... X", "depth": 5}
    place, move, line = (client.hint("tic-tac-toe", stage=stage, wait_ms=5000, **question) for stage in (1, 2, 3))
    assert (place.move, move.move, move.line, line.line) == (None, "c3", [], ["c3"])
    assert (place.facts[0].code, place.facts[0].plies) == ("wins_in", 1)
    assert [0, 2] in place.cells
    assert len(place.cells) > 1
    assert move.cells == [[0, 2]]
    with pytest.raises(plyd.ProblemError) as caught:
        client.hint("tic-tac-toe", stage=4)
    assert caught.value.path == "stage"


def test_moves_are_graded_alone_and_in_a_batch(client: Any) -> None:
    question = {"moves": ["b2"], "candidates": ["a1", "a2", "b2"], "depth": 9}
    grade = client.grade("tic-tac-toe", **question)
    assert [(each.legal, each.loss) for each in grade.candidates] == [(True, 0), (True, 0.5), (False, None)]
    assert grade.candidates[2].reason
    [result] = client.batch([{"op": "grade", "game": "tic-tac-toe", **question}])
    assert isinstance(result.body, plyd.Grade)
    assert result.body == grade


def test_openings_have_names(client: Any) -> None:
    opening = client.position("chess", moves="e4 e5 Bc4 Nc6 Nf3").opening
    assert (opening.code, opening.name, opening.plies) == ("C50", "Italian Game", 5)
    review = client.review("chess", moves="e4 e5", nodes=500, curve="people", largest_losses={"mistake": 0.3})
    assert [ply.opening.plies for ply in review.plies] == [1, 2]


def test_a_tree_and_its_picture(client: Any) -> None:
    tree = client.tree("tree", state=[[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    assert (tree.value, tree.pv, tree.stats.moves_pruned) == (3, ["0", "0"], 2)
    cut = tree.root.children[1]
    assert (cut.bound, cut.cut.kind, cut.cut.at, cut.pruned) == ("upper", "alpha", [3, 2], ["1", "2"])
    assert tree._repr_svg_().startswith("<svg")
    assert "2 ≤ α = 3" in tree._repr_svg_()
    assert client.tree("bones", state="6:3 max", depth=6, picture=False)._repr_svg_() is None


ITEMS: list[plyd.BatchItem] = [
    {"op": "search", "game": "chess", "depth": 3},
    {"op": "position", "game": "bones", "state": "21:3 max"},
    {"op": "search", "game": "chess", "state": "?"},
    {"op": "review", "game": "tic-tac-toe", "moves": ["b2", "a1"]},
]


def test_a_batch_is_answered_in_order(client: Any) -> None:
    search, position, wrong, review = client.batch(ITEMS)
    assert (search.status, position.status, wrong.status, review.status) == (200, 200, 422, 200)
    assert isinstance(search.body, plyd.Search)
    assert isinstance(position.body, plyd.Position)
    assert isinstance(wrong.body, plyd.Problem)
    assert isinstance(review.body, plyd.Review)
    assert [ply.move for ply in review.body.plies] == ["b2", "a1"]
    assert search.body.move == client.search("chess", depth=3).move
    assert "<svg" in (position.body._repr_svg_() or "")
    assert (wrong.body.code, wrong.body.path) == ("invalid_state", "items[2].state")
    assert client.batch([]) == []


def test_a_batch_is_told_as_it_is_done(client: Any) -> None:
    results = {result.index: result for result in client.batch_stream(ITEMS)}
    assert sorted(results) == [0, 1, 2, 3]
    assert isinstance(results[1].body, plyd.Position)
    assert results[1].body.facts
    assert results[1].body.facts.id == "bones"
    assert list(client.batch_stream([])) == []


def test_answers_are_values(client: Any) -> None:
    position = client.position("chess")
    assert pickle.loads(pickle.dumps(position)) == copy.deepcopy(position) == position
    assert pickle.loads(pickle.dumps(position))._repr_svg_() == position._repr_svg_()
    with pytest.raises(AttributeError):
        position.over = True


def test_the_server_is_named_by_the_environment(connect: Any, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYD_URL", url)
    assert connect().search("bones", state="5:3 max").move == "1"


def test_what_httpx_takes_is_handed_on(connect: Any, url: str) -> None:
    with pytest.raises(plyd.ProblemError) as caught:
        connect(url, headers={"x-request-id": "mine"}).search("go")
    assert caught.value.request_id == "mine"


def test_the_calls_of_a_game_have_its_id(connect: Any) -> None:
    sent = []

    def handle(request: httpx.Request) -> httpx.Response:
        sent.append(request.headers.get("x-plyd-game"))
        return httpx.Response(200, json={"games": []})

    client = connect("http://plyd.test", transport=httpx.MockTransport(handle))
    for asking in client, client.for_game("seven"), client.for_game(), client.for_game(), client:
        asking.games()
    assert [sent[0], sent[1], sent[4]] == [None, "seven", None]
    assert len(sent[2]) == len(sent[3]) == 16
    assert sent[2] != sent[3]


@pytest.mark.parametrize("bounds", [{"attempts": 0}, {"timeout": 0.0}, {"timeout": -1.0}])
def test_bounds_that_are_none_are_refused(connect: Any, bounds: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        connect("http://127.0.0.1:1", **bounds)


def test_a_level_without_a_seed_gets_one_which_is_the_same_throughout_a_game(client: Any) -> None:
    item: plyd.BatchItem = {"op": "search", "game": "nim", "level": 2}
    with client.stream("nim", level=2) as stream:
        streamed = stream.result()
    batched = [result.body for result in client.batch([item, item])]
    seeds = [answer.seed for answer in (client.search("nim", level=2), streamed, *batched)]
    assert len(set(seeds)) == len(seeds)
    # A game has one seed, also if its client is made again.
    seven, again, eight = (
        client.for_game(game_id).search("nim", level=2).seed for game_id in ("seven", "seven", "eight")
    )
    assert seven == again != eight
    assert client.for_game("seven").batch([item])[0].body.seed == seven
    # The caller's seed stays, 0 too, and a search without a level has none.
    assert client.search("nim", level=2, seed=0).seed == 0
    assert client.search("chess", elo=1400, moves=["e4"]).seed != 0
    assert client.search("nim", depth=1).seed == 0
