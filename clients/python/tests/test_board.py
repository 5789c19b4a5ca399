"""Boards as pictures, of every game and of every layout."""

from dataclasses import replace
from typing import Any, cast
from xml.etree import ElementTree

import pytest

from plyd import Client, Game, Position
from plyd.models import Layout, Piece

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def start(url: str) -> Position:
    with Client(url) as client:
        return client.position("tic-tac-toe")


def drawn(position: Position) -> ElementTree.Element:
    """The picture, read as XML; everything drawn lies on its page."""
    picture = position._repr_svg_()
    assert picture is not None
    root = ElementTree.fromstring(picture)
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    for element in root.iter():
        for name, low, high in (("x", left, left + width), ("cx", left, left + width), ("y", top, top + height)):
            assert low <= float(element.get(name, low)) <= high, ElementTree.tostring(element)
    return root


def board(start: Position, layout: Layout, rows: list[list[Any]], **more: Any) -> Position:
    facts = replace(cast(Game, start.facts), layout=layout)
    return replace(start, board=rows, files=[], ranks=[], facts=facts, **more)


def texts(root: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def test_every_game_is_drawn_and_says_whose_turn_it_is(url: str) -> None:
    with Client(url) as client:
        for game in client.games():
            position = client.position(game.id)
            if position.board is None:
                assert game.id == "tree"
                assert position._repr_svg_() is None
                continue
            root = drawn(position)
            assert texts(root)[-1] == f"{position.to_move} to move"
            for name in (*position.files, *position.ranks):
                assert name in texts(root)
            assert root.attrib["aria-label"] == f"{game.title}: {position.to_move} to move"


@pytest.mark.parametrize(
    ("game", "state", "shape", "many"),
    [
        ("chess", None, "text", 32 + 16 + 16 + 1),
        ("othello", None, "circle", 2 * 4),
        ("checkers", None, "circle", 2 * 24),
        ("checkers", "W:WK3,K20,22:B1,K9", "path", 3),
        ("gomoku", "3/1X1/2O X 3", "circle", 2 * 2),
        ("connect-four", "4453", "circle", 2 * 4),
        ("bones", "9:3 max", "circle", 9),
        ("bones", "1000000000:3 max", "circle", 0),
    ],
)
def test_every_piece_is_drawn(url: str, game: str, state: str | None, shape: str, many: int) -> None:
    with Client(url) as client:
        root = drawn(client.position(game, state=state))
    assert len(list(root.iter(f"{SVG}{shape}"))) == many


def test_the_end_of_a_game_is_told(url: str) -> None:
    with Client(url) as client:
        assert texts(drawn(client.position("tic-tac-toe", state="XOX/OX./X.O O")))[-1] == "X wins: three in a row"
        drawn_game = client.position("tic-tac-toe", state="XOX/XOO/OXX O")
        assert texts(drawn(drawn_game))[-1].startswith("drawn: ")


def test_hexes_are_shifted_by_half_a_cell_a_row(start: Position) -> None:
    root = drawn(board(start, "hexes", [["X", None], [None, "O"]]))
    assert len(list(root.iter(f"{SVG}polygon"))) == 4
    first, second = (float(element.attrib["cx"]) for element in list(root.iter(f"{SVG}circle"))[::2])
    assert (first, second) == (24, 96)


def test_pits_have_two_stores_as_high_as_the_board(start: Position) -> None:
    root = drawn(board(start, "pits", [[20, 4, 0, 3], [20, 4, 13, 3]]))
    fields = list(root.iter(f"{SVG}rect"))[2:]
    assert sorted(float(field.attrib["height"]) for field in fields) == [42, 42, 42, 42, 90, 90]
    # Each store's number once, and seeds one by one up to twelve.
    assert texts(root)[:-1] == ["20", "4", "0", "3", "4", "13"]
    assert len(list(root.iter(f"{SVG}circle"))) == 4 + 4 + 3


def test_edges_dots_and_boxes(start: Position) -> None:
    root = drawn(board(start, "edges", [[None, "-", None], ["-", "X", "-"], [None, None, None]]))
    assert len(list(root.iter(f"{SVG}circle"))) == 4
    edges = [element.attrib["fill"] for element in list(root.iter(f"{SVG}rect"))[1:]]
    assert len(edges) == 4
    assert len([fill for fill in edges if fill == "#22262b"]) == 3
    assert len(list(root.iter(f"{SVG}path"))) == 1


def test_points_are_where_lines_end_and_where_they_cross(start: Position) -> None:
    lines = [[[0, 0], [0, 2]], [[0, 0], [2, 2]], [[1, 0], [1, 2]]]
    root = drawn(board(start, "points", [["X", "O", "X"], ["O", "X", "O"], ["O", "O", "X"]], lines=lines))
    assert len(list(root.iter(f"{SVG}line"))) == 3
    # Two ends of the row above, the middle and the corner below it, each a disc with its rim; the ends of the middle row, rings.
    assert len(list(root.iter(f"{SVG}circle"))) == 2 * 4 + 2


def test_tiles_point_away_from_their_owner_and_discs_have_their_character(url: str) -> None:
    with Client(url) as client:
        tiles = drawn(client.position("minishogi", state="3k1/5/4+r/5/2K2 b - 1"))
        discs = drawn(client.position("xiangqi"))
    turns = [group.attrib["transform"].split()[0] for group in tiles.iter(f"{SVG}g")]
    assert turns == ["rotate(180", "rotate(180", "rotate(0"]
    inks = {text.text: text.attrib["fill"] for text in tiles.iter(f"{SVG}text")}
    assert inks["龍"] != inks["王"] == inks["玉"]
    assert texts(discs)[:5] == ["車", "馬", "象", "士", "將"]
    assert len(list(discs.iter(f"{SVG}line"))) == 10 + 2 + 14 + 4


def test_hostile_names_stay_text(start: Position) -> None:
    name = "</text><script>alert(1)</script>&\"'\x00\x1b\u202e"
    facts = replace(
        cast(Game, start.facts), title=name, pieces={"X": Piece(side=None, name=name, symbol=name)}, players=[name, "O"]
    )
    root = drawn(replace(start, board=[["X"]], files=[name], ranks=[name], to_move=name, facts=facts))
    assert not list(root.iter(f"{SVG}script"))
    assert texts(root).count("</text><script>alert(1)</script>&\"'") == 3


def test_a_position_without_its_game_is_shown_as_text(start: Position) -> None:
    assert replace(start, facts=None)._repr_svg_() is None


@pytest.mark.parametrize(
    ("game", "question", "text"),
    [
        ("tic-tac-toe", {"moves": "b2 a1"}, "3  . . .\n2  . X .\n1  O . .\n   a b c\nX to move"),
        ("tic-tac-toe", {"moves": "b2 a1 b1 c3 b3"}, "3  . X O\n2  . X .\n1  O X .\n   a b c\nX wins: three in a row"),
        ("kalah", {}, "  4 4 4 4 4 4\n0             0\n  4 4 4 4 4 4\nsouth to move"),
        ("hex", {"state": "3/1X1/O2 X"}, "1  . . .\n 2  . X .\n  3  O . .\n      a b c\nX to move"),
        ("dots-and-boxes", {"state": "1/11/1/10/0 0,1 A"}, "+---+\n| # |\n+---+\n|\n+   +\nA to move"),
        ("tree", {"state": [[1, 2], 3]}, "[[1, 2], 3]\nmax to move"),
        ("nim", {}, "3 5 7\n1 2 3\nmax to move"),
    ],
)
def test_a_position_prints_as_a_board(url: str, game: str, question: dict[str, Any], text: str | None) -> None:
    with Client(url) as client:
        assert str(client.position(game, **question)) == text


def test_every_game_prints_with_the_names_of_its_cells(url: str) -> None:
    with Client(url) as client:
        for game in client.games():
            position = client.position(game.id)
            *rows, words = str(position).splitlines()
            assert words == f"{position.to_move} to move"
            assert len(rows) >= len(position.ranks)
            assert rows[-1].split()[-len(position.files) :] == position.files or not position.files
