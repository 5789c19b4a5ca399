"""Boards as SVG for every game, drawn from layout and pieces.

Colours are attributes and not a style sheet, because a notebook may put the picture into its own page.
"""

from __future__ import annotations

import math
import re
from xml.sax.saxutils import escape, quoteattr

from . import _text
from .models import Board, Game, Position

Content = str | int | None

UNIT = 48.0
"""Pixels of a cell."""
THIN = 0.28
"""The thin rows and columns of a board of edges, in cells."""
HEX_STEP = math.sin(math.pi / 3)
"""From one row of hexagons to the next, in cells."""
TYPE = 13
MARGIN = 20.0

INK, PAPER, SOFT = "#22262b", "#fbf8f1", "#6b655a"
LIGHT, DARK, PLAIN, LINE, WOOD = "#efe2c6", "#b98f63", "#f3ead6", "#a58d66", "#dcb877"
COLOURS = {
    "white": ("#ffffff", INK),
    "black": (INK, INK),
    "red": ("#cf3b32", "#7d1d17"),
    "yellow": ("#f2c230", "#8a6a08"),
    "blue": ("#2f6fc4", "#173c70"),
    # The first player's, the second player's, and neutral.
    "0": ("#cf3b32", "#7d1d17"),
    "1": ("#2f6fc4", "#173c70"),
    "": ("#c9c2b4", SOFT),
}
DISCS = re.compile("[●○⬤◯⚫⚪🔴🟡🔵⛀⛁⛂⛃]")
CROSSES = re.compile("^[xX✕✖×╳]$")
CHARACTERS = re.compile("[\u3040-\u9fff]")
"""Of Chinese and Japanese."""
TILE, CHARACTER, RED = "#f9edcf", "#20180b", "#b0210f"
# The symbol that shows the text and not the emoji of a chessman.
AS_TEXT = "\ufe0e"


def board_svg(position: Position, game: Game) -> str | None:
    """The picture of a position; None if the game has no board."""
    if position.board is None or game.layout is None or not any(position.board):
        return None
    return _Picture(position, game, position.board).drawn()


def board_text(position: Position, game: Game) -> str:
    """The board as text, with the side to move or the outcome below; the state if the game has no board."""
    picture = _Picture(position, game, position.board or [])
    if not any(picture.board):
        return f"{position.state}\n{picture.words()}"
    cells = [(row, column) for row, contents in enumerate(picture.board) for column in range(len(contents))]
    hidden = {cell for cell in cells if picture.is_hidden(*cell)}
    return f"{_text.board_text(position, game, hidden)}\n{picture.words()}"


class _Picture:
    def __init__(self, position: Position, game: Game, board: Board) -> None:
        self.position = position
        self.game = game
        self.board = board
        self.rows, self.columns = len(board), max(map(len, board), default=0)
        self.layout = str(game.layout)
        self.parts: list[str] = []

    def drawn(self) -> str:
        cells = [(row, column) for row, contents in enumerate(self.board) for column in range(len(contents))]
        self.ground()
        for row, column in cells:
            self.field(row, column)
        if self.layout == "points":
            self.lines()
        for row, column in cells:
            self.content(row, column)
        self.names()
        words = self.words()
        board_width, board_height = (size * UNIT for size in self.size())
        # A small board is as wide as the text below it.
        width = round(max(board_width, 0.62 * TYPE * len(words)) + 2 * MARGIN)
        height = round(board_height + 2 * MARGIN + TYPE + 8)
        left = (board_width - width) / 2
        self.text(board_width / 2, height - MARGIN - 8, words, fill=SOFT, size=TYPE)
        page = self.tag("rect", x=left, y=-MARGIN, width=width, height=height, rx=6, fill=PAPER)
        shape = f'width="{width}" height="{height}" viewBox="{left:g} {-MARGIN:g} {width} {height}"'
        name = quoteattr(_clean(f"{self.game.title}: {words}"))
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {shape} role="img" aria-label={name}>'
        return f"{head}{page}{''.join(self.parts)}</svg>"

    def words(self) -> str:
        """The side to move, or the outcome."""
        outcome = self.position.outcome
        if outcome is None:
            return f"{self.position.to_move} to move"
        ended = f"{outcome.winner} wins" if outcome.winner else "drawn" if self.game.score.kind != "given" else "over"
        return f"{ended}: {outcome.reason}"

    # Where things are, in cells.

    def size(self) -> tuple[float, float]:
        if self.layout == "hexes":
            return self.columns + (self.rows - 1) / 2, HEX_STEP * (self.rows - 1) + 2 / math.sqrt(3)
        if self.layout == "edges":
            return _edge(self.columns), _edge(self.rows)
        return self.columns, self.rows

    def middle(self, row: int, column: int) -> tuple[float, float]:
        """The middle of a cell in pixels."""
        if self.layout == "hexes":
            return UNIT * (column + 0.5 + row / 2), UNIT * (HEX_STEP * row + 1 / math.sqrt(3))
        if self.layout == "edges":
            return UNIT * (_edge(column) + _edge(column + 1)) / 2, UNIT * (_edge(row) + _edge(row + 1)) / 2
        if self.layout == "pits" and self.is_store(column):
            return UNIT * (column + 0.5), UNIT * self.rows / 2
        return UNIT * (column + 0.5), UNIT * (row + 0.5)

    def is_store(self, column: int) -> bool:
        return column in (0, self.columns - 1)

    def is_hidden(self, row: int, column: int) -> bool:
        """Whether a cell of the matrix is not drawn: off the lines, or the lower half of a store."""
        if self.layout == "pits":
            return row > 0 and self.is_store(column)
        lines = self.position.lines or self.game.lines
        if self.layout != "points" or not lines:
            return False
        # Points are the ends of lines, and where they cross.
        met = [line for line in lines if _is_on(row, column, line)]
        is_end = any([row, column] in line for line in met)
        return not is_end and all(_is_parallel(line, met[0]) for line in met)

    # Drawing.

    def ground(self) -> None:
        width, height = (size * UNIT for size in self.size())
        if self.layout in ("points", "pits"):
            self.add("rect", width=width, height=height, rx=UNIT / 2 if self.layout == "pits" else 4, fill=WOOD)

    def field(self, row: int, column: int) -> None:
        """The ground of one cell."""
        x, y = self.middle(row, column)
        left, top = x - UNIT / 2, y - UNIT / 2
        if self.is_hidden(row, column) or self.layout == "points":
            return
        if self.layout == "edges":
            self.edge(row, column)
        elif self.layout == "hexes":
            corners = [(x + UNIT * dx / math.sqrt(3), y + UNIT * dy / math.sqrt(3)) for dx, dy in _HEXAGON]
            points = " ".join(f"{a:.1f},{b:.1f}" for a, b in corners)
            self.add("polygon", points=points, fill=PLAIN, stroke=LINE)
        elif self.layout == "pits":
            tall = (self.rows - 1) * UNIT if self.is_store(column) else 0.0
            self.add(
                "rect", x=left + 3, y=top + 3 - tall / 2, width=UNIT - 6, height=UNIT - 6 + tall, rx=21, fill="#0002"
            )
        elif self.layout == "squares":
            dark = (self.rows - 1 - row + column) % 2 == 0
            self.add("rect", x=left, y=top, width=UNIT, height=UNIT, fill=DARK if dark else LIGHT)
        else:
            self.add("rect", x=left, y=top, width=UNIT, height=UNIT, fill=PLAIN, stroke=LINE)

    def edge(self, row: int, column: int) -> None:
        """A dot, an edge or a box of a board of edges."""
        x, y = self.middle(row, column)
        if row % 2 == 0 and column % 2 == 0:
            self.add("circle", cx=x, cy=y, r=4.5, fill=INK)
        elif row % 2 == 0 or column % 2 == 0:
            width, height = (UNIT, 5) if row % 2 == 0 else (5, UNIT)
            fill = "#e4ddcf" if self.board[row][column] is None else INK
            self.add("rect", x=x - width / 2, y=y - height / 2, width=width, height=height, rx=2, fill=fill)

    def lines(self) -> None:
        """The lines of a board of points; a whole grid if none are listed."""
        bottom, right = self.rows - 1, self.columns - 1
        grid = [[[row, 0], [row, right]] for row in range(self.rows)] + [
            [[0, c], [bottom, c]] for c in range(self.columns)
        ]
        for start, end in self.position.lines or self.game.lines or grid:
            (x1, y1), (x2, y2) = self.middle(*start), self.middle(*end)
            self.add("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke="#7a5c2a")

    def content(self, row: int, column: int) -> None:
        content = self.board[row][column]
        if content is None or self.is_hidden(row, column) or (self.layout == "edges" and 0 in (row % 2, column % 2)):
            return
        x, y = self.middle(row, column)
        if isinstance(content, int):
            self.number(x, y, content)
        else:
            self.piece(x, y, content)

    def number(self, x: float, y: float, amount: int) -> None:
        """Seeds of a pit, or tokens of a heap: dots along a sunflower's spiral as far as they are counted at a glance, and the number."""
        for i in range(amount if amount <= 12 else 0):
            radius, angle = 0.075 * UNIT * math.sqrt(i + 0.4), i * 2.39996
            cx, cy = x + radius * math.cos(angle), y + radius * math.sin(angle) - 6
            self.add("circle", cx=cx, cy=cy, r=2.6, fill="#7a4b1e", stroke=PAPER, stroke_width=0.5)
        text = str(amount)
        size = min(16 if amount > 12 else 12, 1.5 * UNIT / len(text))
        self.text(x, y + (size * 0.35 if amount > 12 else 20), text, size=size)

    def piece(self, x: float, y: float, letter: str) -> None:
        known = self.game.pieces.get(letter)
        side, name, symbol = (known.side, known.name, known.symbol) if known else (None, letter, letter)
        fill, rim = COLOURS[self.tone(side, name)]
        if re.match("^[♔-♟]", symbol):
            # The solid figure in white below the outlined one, so that squares do not shine through.
            solid = chr(ord(symbol[0]) + 6) if symbol[0] < "♚" else symbol[0]
            self.text(x, y + UNIT * 0.28, solid + AS_TEXT, size=UNIT * 0.8, fill="#fff" if symbol[0] < "♚" else INK)
            if symbol[0] < "♚":
                self.text(x, y + UNIT * 0.28, symbol[0] + AS_TEXT, size=UNIT * 0.8)
        elif CHARACTERS.match(symbol):
            is_promoted = known is not None and known.promoted_from is not None
            self.character(x, y, symbol, side, ink=RED if is_promoted or fill == COLOURS["red"][0] else CHARACTER)
        elif symbol in ("o", "O") or re.search("nought|ring|circle", name, re.IGNORECASE):
            self.add("circle", cx=x, cy=y, r=13, fill="none", stroke=fill, stroke_width=6)
        elif DISCS.search(symbol) or self.layout in ("points", "hexes"):
            radius = 0.4 if self.layout != "hexes" else 0.33
            self.add("circle", cx=x, cy=y, r=UNIT * radius, fill=fill, stroke=rim, stroke_width=1.5)
            self.add(
                "circle", cx=x, cy=y, r=UNIT * radius * 0.75, fill="none", stroke=_contrast(fill), stroke_opacity=0.35
            )
            if re.search("king|crowned|dame", name, re.IGNORECASE):
                crown = f"M{x - 10:g} {y + 7:g}v-13l5.5 5 4.5-8 4.5 8 5.5-5v13z"
                self.add("path", d=crown, fill=_contrast(fill))
        elif CROSSES.match(symbol):
            way = f"M{x - 12:g} {y - 12:g}l24 24m0-24l-24 24"
            self.add("path", d=way, stroke=fill, stroke_width=6, stroke_linecap="round", fill="none")
        else:
            if side is not None:
                self.add("circle", cx=x, cy=y, r=UNIT * 0.38, fill=fill, stroke=rim)
            self.text(x, y + 7, symbol, size=20, fill=_contrast(fill) if side is not None else INK)

    def character(self, x: float, y: float, symbol: str, side: str | None, *, ink: str) -> None:
        """A disc, or a tile that points away from its owner."""
        turned = dict(zip(self.game.players, (bool(each.turned) for each in self.game.sides), strict=True))
        if any(turned.values()):
            self.parts.append(f'<g transform="rotate({180 if turned.get(side or "") else 0} {x:g} {y:g})">')
            way = f"M{x:g} {y - 21:g}l13 5l5 36h-36l5 -36z"
            self.add("path", d=way, fill=TILE, stroke=LINE)
        else:
            self.parts.append("<g>")
            self.add("circle", cx=x, cy=y, r=UNIT * 0.42, fill=TILE, stroke=LINE)
            self.add("circle", cx=x, cy=y, r=UNIT * 0.36, fill="none", stroke=ink)
        self.text(x, y + 9, symbol, size=24, fill=ink)
        self.parts.append("</g>")

    def tone(self, side: str | None, name: str) -> str:
        """The colour that a piece's side is named after, or one of the two players' own."""
        words = f"{name} {side or ''}".lower()
        for colour in ("white", "black", "red", "yellow", "blue"):
            if colour in words:
                return colour
        return str(self.game.players.index(side)) if side in self.game.players else ""

    def names(self) -> None:
        """Files below, ranks at the left."""
        _, height = self.size()
        for column, name in enumerate(self.position.files):
            x, _ = self.middle(self.rows - 1, column)
            self.text(x, height * UNIT + TYPE, name, fill=SOFT, size=TYPE - 2)
        for row, name in enumerate(self.position.ranks):
            x, y = self.middle(row, 0)
            self.text(x - UNIT / 2 - 9, y + 4, name, fill=SOFT, size=TYPE - 2)

    # How it is written.

    def text(self, x: float, y: float, words: str, *, size: float, fill: str = INK) -> None:
        start = self.tag("text", x=x, y=y, fill=fill, font_size=size, text_anchor="middle", font_family="sans-serif")
        self.parts.append(f"{start[:-2]}>{escape(_clean(words))}</text>")

    def add(self, tag: str, **attributes: str | float) -> None:
        self.parts.append(self.tag(tag, **attributes))

    @staticmethod
    def tag(tag: str, **attributes: str | float) -> str:
        def shown(value: str | float) -> str:
            return quoteattr(value if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip("."))

        written = [f" {name.replace('_', '-')}={shown(value)}" for name, value in attributes.items()]
        return f"<{tag}{''.join(written)}/>"


_HEXAGON = [(math.sin(math.pi * turn / 3), -math.cos(math.pi * turn / 3)) for turn in range(6)]


def _edge(index: int) -> float:
    """The start of a row or column of a board of edges, which are thin and wide in turns."""
    return (index + 1) // 2 * THIN + index // 2


def _is_on(row: int, column: int, segment: list[list[int]]) -> bool:
    """Whether a cell lies on a straight line from one cell to another."""
    (top, left), (bottom, right) = segment
    within = min(top, bottom) <= row <= max(top, bottom) and min(left, right) <= column <= max(left, right)
    return within and (row - top) * (right - left) == (column - left) * (bottom - top)


def _is_parallel(one: list[list[int]], other: list[list[int]]) -> bool:
    (a, b), (c, d) = one, other
    return (b[0] - a[0]) * (d[1] - c[1]) == (b[1] - a[1]) * (d[0] - c[0])


def _contrast(fill: str) -> str:
    """The colour of text on this background."""
    red, green, blue = (int(fill[i : i + 2], 16) for i in (1, 3, 5))
    return INK if 0.3 * red + 0.59 * green + 0.11 * blue > 140 else "#ffffff"


def _clean(words: str) -> str:
    """The text without characters that XML does not allow."""
    return "".join(char for char in words if char.isprintable())
