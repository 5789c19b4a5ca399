"""The position and the tree of `models`, with the pictures that notebooks show of them."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from . import models
from ._board import board_svg, board_text
from .models import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class Position(models.Position):
    """A position, and its board as a picture and as text."""

    facts: Game | None = field(default=None, repr=False, compare=False)
    """The facts of the game, which describe its board."""

    def _repr_svg_(self) -> str | None:
        """The board; None for a game without one, so that a notebook shows text."""
        return board_svg(self, self.facts) if self.facts else None

    def __str__(self) -> str:
        """The board as text, and the side to move or the outcome."""
        return board_text(self, self.facts) if self.facts else repr(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tree(models.Tree):
    """The tree of a search, and its picture."""

    svg: str | None = field(default=None, repr=False, compare=False)
    """The picture of the tree, as the server draws it; None if it was not asked for."""

    def _repr_svg_(self) -> str | None:
        return self.svg


def drawn_position(position: models.Position, facts: Game) -> Position:
    return Position(**_fields(position), facts=facts)


def drawn_tree(tree: models.Tree, svg: str | None) -> Tree:
    return Tree(**_fields(tree), svg=svg)


def _fields(answer: models.Position | models.Tree) -> dict[str, Any]:
    return {field.name: getattr(answer, field.name) for field in fields(answer)}
