"""Runs what the README says."""

import contextlib
import io
import re
from pathlib import Path

import pytest

import plyd

README = (Path(__file__).parents[1] / "README.md").read_text()
BLOCKS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def test_its_first_five_lines_play_a_move_and_the_others_a_game(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYD_URL", url)
    names: dict[str, object] = {}
    told = []
    for block in BLOCKS:
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            exec(block, names)  # noqa: S102
        told.append(output.getvalue().splitlines())
    first, game, bot = told
    assert len(BLOCKS[0].split("\n\n", 1)[1].splitlines()) == 3
    assert first == ["a1 win 1"]
    assert f"# {first[0]}" in BLOCKS[0]
    assert len(game) > 20
    assert game[0].startswith("X ")
    assert re.fullmatch("(X|O|None) .+", game[-1])
    end = next(index for index, line in enumerate(bot) if not line.startswith(("white", "black")))
    assert re.match("claims a draw: |the game is over: ", bot[end])
    assert bot[end + 1].startswith("8  ")


def test_it_names_every_call_and_every_error() -> None:
    for name in ("games", "game", "index", "position", "search", "stream", "tree", "record", "batch", "batch_stream"):
        assert f"`{name}(" in README
    for error in (plyd.ProblemError, plyd.OverloadedError, plyd.UnreachableError, plyd.TimeoutError, plyd.AnswerError):
        assert f"| `{error.__name__}` |" in README
    assert len(README.splitlines()) <= 100
