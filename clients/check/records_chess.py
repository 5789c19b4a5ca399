"""Games of python-chess in PGN: with comments, NAGs, variations and clocks, some of which begin from other positions than the start."""

import io
import re

import chess
import chess.pgn

from records_service import expect

WORDS = "a the 1-0 * 1. e4 (d5) Nf3!? [see] $7 50% “best” König ; % 0-1 {or \\ \" 1/2-1/2".split()
COLUMNS = (80, None, 40)


def check(service, random, games):
    """Reads games, writes them, and reads those again with python-chess."""
    for number in range(games):
        game, commands = make(random)
        text = str(exported(game, random))
        others = random.choice((0, 0, 0, 1, 3))
        text += "".join("\n\n" + str(exported(make(random)[0], random)) for _ in range(others))
        found = service.read("chess", text)
        moves = [move.uci() for move in game.mainline_moves()]
        expect(found["format"], "pgn", text)
        expect(found["moves"], moves, text)
        expect(found["state"], game.board().fen(en_passant="legal"), text)
        expect(found["tags"], dict(game.headers), text)
        expect(found["result"], game.headers["Result"], text)
        expect(found["comments"], comments(game), text)
        expect(found["more"], others, text)
        counts = count(game)
        expect({name: found["skipped"][name] for name in counts}, counts, text)
        expect(found["skipped"]["commands"], commands, text)
        written = service.write("chess", found, "pgn")
        again = chess.pgn.read_game(io.StringIO(written))
        expect(again.errors, [], written)
        expect([move.uci() for move in again.mainline_moves()], moves, written)
        # python-chess neither escapes nor unescapes text.
        headers = {name: re.sub(r"\\(.)", r"\1", value) for name, value in again.headers.items()}
        expect(headers, dict(game.headers), written)
        expect(comments(again), {ply: " ".join(text.split()) for ply, text in comments(game).items()}, written)
        expect(max(map(len, written.splitlines())) <= 255, True, written)


def exported(game, random):
    exporter = chess.pgn.StringExporter(columns=random.choice(COLUMNS))
    return game.accept(exporter)


def make(random):
    """A random game, and the number of commands in the comments of its main line."""
    game, board, commands = chess.pgn.Game(), chess.Board(), 0
    if random.random() < 0.2:
        for _ in range(random.randrange(60)):
            if board.is_game_over():
                board.reset()
            board.push(random.choice(list(board.legal_moves)))
        if board.is_game_over():
            board.reset()
        game.setup(board)
    names = ("White", "Black", "Event", "Annotator", "ECO")
    for name in names:
        game.headers[name] = random.choice(("A. B.", 'The "King"', "C:\\games", "Łódź", "1-0", "[x]"))
    if random.random() < 0.3:
        game.comment = comment(random)
    node = game
    for _ in range(random.choice((0, 3, 20, 40, 80))):
        if board.is_game_over():
            break
        legal = list(board.legal_moves)
        move = random.choice(legal)
        child = node.add_main_variation(move)
        for other in random.sample(legal, min(len(legal), random.choice((0, 0, 0, 0, 1, 2)))):
            if other != move:
                add_variation(node, other, random, 3)
        node = child
        board.push(move)
        if random.random() < 0.15:
            node.nags.update(random.sample(range(1, 20), random.choice((1, 2))))
        if random.random() < 0.2:
            node.comment = comment(random)
        if random.random() < 0.3:
            node.set_clock(random.randrange(7200))
            commands += 1
            if random.random() < 0.3:
                node.set_eval(chess.engine.PovScore(chess.engine.Cp(random.randrange(-500, 500)), chess.WHITE), 12)
                commands += 1
    results = ("1-0", "0-1", "1/2-1/2", "*")
    game.headers["Result"] = board.result() if board.is_game_over() else random.choice(results)
    return game, commands


def add_variation(node, move, random, depth):
    child = node.add_variation(move)
    if random.random() < 0.4:
        child.comment = comment(random)
    if random.random() < 0.2:
        child.nags.add(random.randrange(1, 20))
    board = child.board()
    while random.random() < 0.6 and not board.is_game_over():
        moves = list(board.legal_moves)
        first = random.choice(moves)
        if depth and random.random() < 0.2:
            after = child.add_variation(first)
            other = random.choice(moves)
            if other != first:
                add_variation(child, other, random, depth - 1)
            child = after
        else:
            child = child.add_variation(first)
        board.push(first)


def comment(random):
    return " ".join(random.choice(WORDS) for _ in range(random.randrange(1, 25)))


def comments(game):
    """Comments by ply, without commands."""
    found, node, ply = {}, game, 0
    while node is not None:
        text = " ".join(re.sub(r"\[%[^\]]*\]", " ", str(node.comment)).split())
        if text:
            found[str(ply)] = text
        node, ply = node.next(), ply + 1
    return found


def count(game):
    """Variations, the comments in them, and the NAGs of the main line."""
    counts, node = {"variations": 0, "comments": 0, "annotations": 0}, game
    while node is not None:
        counts["annotations"] += len(node.nags)
        stack = list(node.variations[1:])
        counts["variations"] += len(stack)
        while stack:
            child = stack.pop()
            counts["comments"] += bool(child.comment) + bool(getattr(child, "starting_comment", ""))
            counts["variations"] += max(0, len(child.variations) - 1)
            stack += child.variations
        node = node.next()
    return counts
