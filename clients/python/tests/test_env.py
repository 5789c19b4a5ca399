"""Environments against a real server, and the tests that Gymnasium and PettingZoo have for environments."""

import importlib
import os
from collections.abc import Iterator
from typing import Any

import pytest

from plyd import Client

for package in ("gymnasium", "pettingzoo"):
    if os.environ.get("PLYD_REQUIRE_TOOLS"):
        importlib.import_module(package)
    else:
        pytest.importorskip(package)

import numpy as np
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from plyd.env import MAX_LEGAL, PlydAECEnv, PlydEnv, PlydVectorEnv

GAMES = {
    "tic-tac-toe": 9, "bones": 3, "connect-four": 7, "gomoku": 225, "othello": 65, "checkers": MAX_LEGAL, "chess": 1968,
    "draughts": MAX_LEGAL, "russian-draughts": MAX_LEGAL, "brazilian-draughts": MAX_LEGAL, "kalah": 6, "oware": 12,
    "nine-mens-morris": MAX_LEGAL, "breakthrough": 308, "ataxx": 530, "dots-and-boxes": 24, "ultimate-tic-tac-toe": 81,
    "hex": 121, "nim": 15,
}  # fmt: skip
MOVES_TWICE = ["kalah", "dots-and-boxes"]


@pytest.fixture(scope="module")
def asker(url: str) -> Iterator[Client]:
    with Client(url) as client:
        yield client


def sample(mask: Any, random: Any) -> int:
    return int(random.choice(np.flatnonzero(mask)))


# Gymnasium's check warns of spaces that learners may want to scale.
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("game", GAMES)
def test_gymnasium_accepts_an_environment(asker: Client, game: str) -> None:
    check_env(PlydEnv(game, 1, client=asker, grade_nodes=50), skip_render_check=True)


# PettingZoo warns of the empty mask of a game that has ended.
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_accepts_an_environment(asker: Client, game: str) -> None:
    api_test(PlydAECEnv(game, client=asker, grade_nodes=50), num_cycles=100)
    seed_test(lambda: PlydAECEnv(game, client=asker, grade_nodes=None), num_cycles=20)


@pytest.mark.parametrize("game", GAMES)
def test_every_legal_move_of_random_games_is_an_action(asker: Client, game: str) -> None:
    env, random = PlydAECEnv(game, client=asker, grade_nodes=None), np.random.default_rng(5)
    assert env.encoding.action_space.n == GAMES[game]
    for _ in range(2):
        env.reset()
        for agent in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                break
            at = env._at
            mask = seen["action_mask"]
            assert env.observation_space(agent).contains(seen)
            assert mask.sum() == len(at.legal_moves)
            legal = env.encoding.legal(at)
            assert sorted(legal) == np.flatnonzero(mask).tolist()
            assert list(legal.values()) == [each.move for each in at.legal_moves]
            assert env.encoding.moves is None or all(env.encoding.moves[action] == legal[action] for action in legal)
            env.step(sample(mask, random))


def test_a_board_is_seen_from_either_side(asker: Client) -> None:
    env = PlydAECEnv("chess", client=asker, state="4k3/8/8/8/8/8/4P3/4K3 b - - 0 1")
    env.reset()
    white, black = env.observe("white"), env.observe("black")
    assert (env.agent_selection, white["player"], black["player"]) == ("black", 0, 1)
    assert white["action_mask"].sum() == 0
    assert black["action_mask"].sum() == 5
    king, pawn = white["observation"][7, 4], white["observation"][6, 4]
    assert king > 0 < pawn != king
    assert (black["observation"] == -white["observation"]).all()
    assert black["observation"][0, 4] == king


def test_a_win_a_loss_and_a_draw_have_their_rewards(asker: Client) -> None:
    env = PlydEnv("tic-tac-toe", 10, player=0, client=asker, state="XX./OO./... X")
    columns = {move: index for index, move in enumerate(env.encoding.moves or ())}
    env.reset(seed=1)
    _, reward, terminated, truncated, info = env.step(columns["c3"])
    assert (reward, terminated, truncated) == (1, True, False)
    assert info == {"move": "c3", "loss": 0.0, "reason": "three in a row"}
    with pytest.raises(ValueError, match="reset"):
        env.step(0)
    env.reset()
    _, reward, terminated, _, info = env.step(columns["a1"])
    assert (reward, terminated, info["loss"]) == (-1, True, 1)
    env.reset()
    seen, reward, terminated, _, info = env.step(columns["a3"])
    assert (reward, terminated, info) == (-1, True, {"reason": "illegal move"})
    assert seen["observation"].tolist() == [[1, 1, 0], [-1, -1, 0], [0, 0, 0]]
    last = PlydEnv("tic-tac-toe", player=0, client=asker, state="XOX/XOO/OX. X", grade_nodes=None)
    last.reset()
    _, reward, terminated, _, info = last.step(8)
    assert (reward, terminated, info) == (0, True, {"move": "c1", "reason": "full board"})


def test_a_function_can_be_the_opponent(asker: Client) -> None:
    env = PlydEnv("kalah", lambda position: position.legal_moves[-1].move, player=1, client=asker, grade_nodes=None)
    env.reset(seed=3)
    # South's sixth house does not end in its store.
    assert env._board.moves == ["6"]
    assert env.step(5)[1:3] == (0, False)


def test_a_long_game_is_truncated(asker: Client) -> None:
    env = PlydEnv("chess", 1, player=0, client=asker, max_plies=2, grade_nodes=None)
    seen, _ = env.reset()
    assert env.step(int(np.flatnonzero(seen["action_mask"])[0]))[2:4] == (False, True)
    pair = PlydAECEnv("chess", client=asker, max_plies=1, grade_nodes=None)
    pair.reset()
    pair.step(int(np.flatnonzero(pair.observe("white")["action_mask"])[0]))
    assert pair.truncations == {"white": True, "black": True}


@pytest.mark.parametrize("game", ["connect-four", "dots-and-boxes"])
def test_many_boards_play_the_games_that_each_would_play_alone(asker: Client, game: str) -> None:
    count, steps = 5, 30
    many = PlydVectorEnv(game, count, 1, client=asker, grade_nodes=100)
    alone = [PlydEnv(game, 1, client=asker, grade_nodes=100) for _ in range(count)]
    seen, _ = many.reset(seed=10)
    each = [env.reset(seed=10 + index)[0] for index, env in enumerate(alone)]
    random, over, ends = np.random.default_rng(2), [False] * count, 0
    assert many.observation_space.contains(seen)
    for _ in range(steps):
        actions = np.array([sample(own["action_mask"], random) if own["action_mask"].any() else 0 for own in each])
        seen, rewards, terminations, truncations, infos = many.step(actions)
        for index, env in enumerate(alone):
            info: dict[str, Any] = {}
            if over[index]:
                each[index], reward, over[index] = env.reset()[0], 0.0, False
            else:
                each[index], reward, over[index], _, info = env.step(actions[index])
            ends += over[index]
            assert (rewards[index], terminations[index], truncations[index]) == (reward, over[index], False)
            assert {name: infos[name][index] for name in info if infos[f"_{name}"][index]} == info
            assert all((seen[name][index] == each[index][name]).all() for name in seen)
    assert ends >= count


def test_the_moves_of_all_boards_are_one_request(asker: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    many = PlydVectorEnv("connect-four", 20, 1, player=1, client=asker, grade_nodes=100)
    asked: list[int] = []
    batch = asker.batch

    def counted(items: Any) -> Any:
        asked.append(len(items))
        return batch(items)

    monkeypatch.setattr(asker, "batch", counted)
    many.reset(seed=1)
    many.step(np.full(20, 3))
    assert asked == [20, 40]


def test_large_batches_are_sent_in_parts(asker: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    batch = asker.batch

    def counted(items: Any) -> Any:
        asked.append(len(items))
        return batch(items)

    monkeypatch.setattr(asker, "batch", counted)
    most = asker.index().caps.max_batch_items
    many = PlydVectorEnv("tic-tac-toe", most + 1, 1, player=1, client=asker, grade_nodes=None)
    seen, _ = many.reset(seed=1)
    assert asked == [most, 1]
    assert (seen["action_mask"].sum(1) == 8).all()


def test_the_swap_and_passes_are_actions(asker: Client) -> None:
    swap = PlydAECEnv("hex", client=asker, state="5/2X2/5/5/5 O swap")
    ataxx = PlydAECEnv("ataxx", client=asker, state="xoo4/ooo4/ooo4/7/7/7/7 x 0 1")
    for env, move in (swap, "swap"), (ataxx, "0000"):
        env.reset()
        assert env.encoding.legal(env._at)[int(env.encoding.action_space.n) - 1] == move


def test_a_game_without_a_board_is_refused(asker: Client) -> None:
    with pytest.raises(ValueError, match="tree has no board"):
        PlydEnv("tree", client=asker)
