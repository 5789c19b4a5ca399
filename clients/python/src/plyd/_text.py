"""Boards as text for every game, for `print`."""

from __future__ import annotations

from .models import Board, Game, Position


def board_text(position: Position, game: Game, hidden: set[tuple[int, int]]) -> str:
    """The rows of a board with its ranks and files; `.` is an empty cell. Hidden cells are no part of the board."""
    board = position.board or []
    layout = str(game.layout)
    if layout == "edges":
        return "\n".join(_edges(board))
    if layout == "pits":
        return "\n".join(_pits(board))
    rows = [
        [
            " " if (row, column) in hidden else "." if content is None else str(content)
            for column, content in enumerate(contents)
        ]
        for row, contents in enumerate(board)
    ]
    width = max((len(cell) for cell in [*position.files, *(cell for cells in rows for cell in cells)]), default=1)
    margin = max(map(len, position.ranks), default=0)
    # A row of hexagons begins half a cell to the right of the one above.
    shift = (width + 1) // 2 if layout == "hexes" else 0
    lines = []
    for index, cells in enumerate(rows):
        rank = position.ranks[index] if index < len(position.ranks) else ""
        lines.append(" " * (index * shift) + _line(rank, cells, margin, width))
    if position.files:
        lines.append(" " * (len(rows) * shift) + _line("", position.files, margin, width))
    return "\n".join(lines)


def _line(rank: str, cells: list[str], margin: int, width: int) -> str:
    start = f"{rank:>{margin}}  " if margin else ""
    return (start + " ".join(f"{cell:>{width}}" for cell in cells)).rstrip()


def _edges(board: Board) -> list[str]:
    """Dots and boxes: rows and columns of dots and edges, and between them of boxes."""
    lines = []
    for row, contents in enumerate(board):
        line = ""
        for column, content in enumerate(contents):
            if row % 2 == 0:
                line += "+" if column % 2 == 0 else "   " if content is None else "---"
            else:
                drawn = "|" if column % 2 == 0 else str(content)
                line += (" " if content is None else drawn).center(1 if column % 2 == 0 else 3)
        lines.append(line.rstrip())
    return lines


def _pits(board: Board) -> list[str]:
    """Two rows of pits, and the stores at both ends between them."""
    width = max(len(str(content)) for contents in board for content in contents)
    top, bottom = ([f"{content or 0:>{width}}" for content in contents] for contents in board)
    gap = " " * (width + 1)
    between = " " * len(" ".join(top[1:-1]))
    return [gap + " ".join(top[1:-1]), f"{top[0]} {between} {top[-1]}", gap + " ".join(bottom[1:-1])]
