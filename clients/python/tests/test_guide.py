"""Runs the programs of the guide "Benchmarks and agents" that need this package. The test of all guides runs the others."""

import contextlib
import io
import os
import re
from pathlib import Path

import pytest

GUIDE = (Path(__file__).parents[3] / "docs/guide/benchmarks.md").read_text()
BLOCKS = re.findall(r"```python example\n(.*?)```\n\n```text example\n(.*?)```", GUIDE, re.DOTALL)


@pytest.mark.parametrize(("code", "shown"), BLOCKS, ids=["arena", "rules", "env", "open_spiel"])
def test_a_program_prints_what_the_guide_shows(
    url: str, monkeypatch: pytest.MonkeyPatch, code: str, shown: str
) -> None:
    for package in ("numpy", "gymnasium", "pyspiel"):
        if package in code.replace("plyd.env", "gymnasium") and not os.environ.get("PLYD_REQUIRE_TOOLS"):
            pytest.importorskip(package)
    monkeypatch.setenv("PLYD_URL", url)
    output = io.StringIO()
    names: dict[str, object] = {}
    with contextlib.redirect_stdout(output):
        exec(code, names)  # noqa: S102
    for closed in ("client", "env"):
        if closed in names:
            names[closed].close()  # type: ignore[attr-defined]
    assert output.getvalue() == shown
