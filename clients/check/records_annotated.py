"""Reviews as annotated records: python-chess, sgfmill and pydraughts read them.

The first two tell marks and better lines too. No program that we found reads those of PDN, so there the text is compared."""

import io
import json
import os
import re
import subprocess
import sys

import chess
import chess.pgn
from sgfmill import sgf

from records_service import expect

GLYPHS = {"good": 1, "mistake": 2, "blunder": 4, "inaccuracy": 6}
PROPERTIES = {"good": ("TE", b"1"), "inaccuracy": ("DO", b""), "mistake": ("BM", b"1"), "blunder": ("BM", b"2")}
# The most moves of a better line.
LINE = 10
# No tags, comments or result.
NOTHING = {"tags": None, "comments": None, "result": None}


def review(service, random, game, plies):
    """A random game of the service, with a review of it."""
    position = service.post(f"{game}/position", {})
    moves = []
    while len(moves) < plies and position["legal_moves"]:
        moves.append(random.choice(position["legal_moves"])["move"])
        position = service.post(f"{game}/position", {"moves": moves, "draws": "automatic"})
    found = service.post(f"{game}/review", {"moves": moves, "nodes": 200, "annotated": True})
    return moves, found


def marks(plies):
    """The mark of each ply, or None, by the rules of the contract."""
    found = []
    for ply in plies:
        mark = ply["verdict"] if ply["verdict"] in ("inaccuracy", "mistake", "blunder") else None
        after_mistake = ply["ply"] > 0 and plies[ply["ply"] - 1]["verdict"] in ("mistake", "blunder")
        if ply["verdict"] == "best" and ply["loss"] == 0 and not ply["only_move"] and after_mistake:
            mark = "good"
        found.append(mark)
    return found


def check_pgn(service, random, games):
    for _ in range(games):
        moves, found = review(service, random, "chess", random.choice((10, 60)))
        text = found["record"]
        again = chess.pgn.read_game(io.StringIO(text))
        expect(again.errors, [], text)
        nodes = list(again.mainline())
        expect([node.move.uci() for node in nodes], moves, text)
        for node, ply, mark in zip(nodes, found["plies"], marks(found["plies"]), strict=True):
            expect(node.nags, {GLYPHS[mark]} if mark else set(), text)
            better = node.parent.variations[1:]
            expect(len(better), int(mark not in (None, "good")), text)
            if better:
                line = [better[0].move.uci(), *(after.move.uci() for after in better[0].mainline())]
                expect(line, ply["pv"][:LINE], text)
            score, told = ply["score"], node.eval()
            if score is None or score["plies"] == 1:
                expect(told, None, text)
                continue
            told = told.pov(chess.WHITE if ply["side"] == "white" else chess.BLACK)
            if score["plies"] is None:
                expect(told.score(), score["value"], text)
            else:
                expect(told.mate(), (1 if score["outcome"] == "win" else -1) * (score["plies"] // 2), text)


def check_sgf(service, random, games):
    for number in range(games):
        game = ("hex", "gomoku", "othello")[number % 3]
        moves, found = review(service, random, game, random.choice((8, 30)))
        text = found["record"]
        again = sgf.Sgf_game.from_string(text)
        nodes = again.get_main_sequence()[1:]
        expect(len(nodes), len(moves), text)
        written = re.findall(r";[BW]\[(.*?)\]", service.write(game, {"state": found["state"], "moves": moves, **NOTHING}, "sgf"))
        for node, value, ply, mark in zip(nodes, written, found["plies"], marks(found["plies"]), strict=True):
            colour = "B" if node.has_property("B") else "W"
            expect(node.get_raw(colour).decode(), value, text)
            told = {name: node.get_raw(name) for name in ("TE", "DO", "BM", "IT") if node.has_property(name)}
            expect(told, dict([PROPERTIES[mark]]) if mark else {}, text)
            branches = node.parent[1:]
            expect(len(branches), int(mark not in (None, "good")), text)
            if branches:
                # The branch is the rest of its line.
                line = 1 + sum(1 for _ in mainline(branches[0]))
                expect(line, len(ply["pv"][:LINE]), text)


def mainline(node):
    while len(node):
        node = node[0]
        yield node


def check_pdn(service, random, games):
    played, texts = [], []
    for _ in range(games):
        moves, found = review(service, random, "draughts", random.choice((10, 40)))
        text = found["record"]
        marked = marks(found["plies"])
        played.append(moves)
        texts.append(text)
        body = text.split("\n\n", 1)[1]
        variations = re.findall(r"\(([^)]*)\)", body)
        told = re.findall(r"(\d+[-x][\dx]+)( \$\d+)?", " ".join(re.sub(r"\([^)]*\)|\d+\.+", " ", body).split()))
        expected = [f" ${GLYPHS[mark]}" if mark else "" for mark in marked]
        expect([glyph for _, glyph in told], expected, text)
        wrong = [ply for ply, mark in zip(found["plies"], marked, strict=True) if mark not in (None, "good")]
        lines = [len(re.findall(r"\d+[-x]\d+", variation)) for variation in variations]
        expect(lines, [len(ply["pv"][:LINE]) for ply in wrong], text)
        # Marks and variations leave the record one that the service reads.
        expect(service.read("draughts", text)["moves"], moves, text)
    for moves, again, text in zip(played, read_by_pydraughts(texts), texts, strict=True):
        expect([re.findall(r"\d+", move)[:2] for move in again], [re.findall(r"\d+", move)[:2] for move in moves], text)


def read_by_pydraughts(texts):
    """The moves that pydraughts reads in each text. It runs in another process, because py-draughts has a module of the same name.

    It takes the number `1...` of a move that continues after a variation out of `11.` too, so the texts have no such numbers.
    """
    texts = [re.sub(r"\b\d+\.\.\. ?", "", text) for text in texts]
    code = "import json, sys; from draughts.PDN import PDNReader\n"
    code += "print(json.dumps([[game.moves for game in PDNReader(text).games] for text in json.load(sys.stdin)]))"
    environment = {**os.environ, "PYTHONPATH": os.environ["PYDRAUGHTS"]}
    done = subprocess.run([sys.executable, "-c", code], input=json.dumps(texts), env=environment, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    games = json.loads(done.stdout)
    expect([len(game) for game in games], [1] * len(texts), "pydraughts")
    return [moves for [moves] in games]
