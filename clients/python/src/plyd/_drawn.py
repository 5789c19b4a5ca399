"""What notebooks show of positions and trees. Base classes of theirs, imported by `models` alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from ._board import board_svg

if TYPE_CHECKING:
    from .models import Game, Position


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnPosition:
    """A position that can be shown."""

    facts: Game | None = field(default=None, repr=False, compare=False)
    """The position's game, which tells how its board is drawn."""

    def _repr_svg_(self) -> str | None:
        """The board; None for a game without one, which is then shown as text."""
        return board_svg(cast("Position", self), self.facts) if self.facts else None


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnTree:
    """A tree that can be shown."""

    svg: str | None = field(default=None, repr=False, compare=False)
    """The picture of the tree, as the server draws it; None if it was not asked for."""

    def _repr_svg_(self) -> str | None:
        return self.svg
