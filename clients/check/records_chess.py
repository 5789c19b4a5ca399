"""Games of chess and its variants by python-chess in PGN: with comments, NAGs, variations and clocks, some of which begin from other positions than the start."""

import io
import re

import chess
import chess.pgn
import chess.variant

from records_service import expect

WORDS = "a the 1-0 * 1. e4 (d5) Nf3!? [see] $7 50% “best” König ; % 0-1 {or \\ \" 1/2-1/2".split()
COLUMNS = (80, None, 40)


VARIANTS = {
    "crazyhouse": chess.variant.CrazyhouseBoard,
    "antichess": chess.variant.AntichessBoard,
    "atomic": chess.variant.AtomicBoard,
    "three-check": chess.variant.ThreeCheckBoard,
    "king-of-the-hill": chess.variant.KingOfTheHillBoard,
    "horde": chess.variant.HordeBoard,
    "racing-kings": chess.variant.RacingKingsBoard,
}


def check(service, random, games):
    """Reads games of chess, writes them, and reads those again with python-chess."""
    check_game(service, random, games, "chess", chess.Board)


def check_variants(service, random, games):
    """The same with each variant, and sends the records to chess, which names the right game."""
    for name, board in VARIANTS.items():
        check_game(service, random, games, name, board)
        game = exported(make(random, board)[0], random)
        expect(service.refused("chess", str(game))["candidates"], [name], game)


def check_game(service, random, games, name, start):
    for _ in range(games):
        game, evals = make(random, start)
        text = str(exported(game, random))
        others = random.choice((0, 0, 0, 1, 3))
        text += "".join("\n\n" + str(exported(make(random, start)[0], random)) for _ in range(others))
        found = service.read(name, text)
        moves = [move.uci() for move in game.mainline_moves()]
        expect(found["format"], "pgn", text)
        expect(found["moves"], moves, text)
        expect(found["state"], game.board().fen(en_passant="legal"), text)
        expect(found["tags"], dict(game.headers), text)
        expect(found["result"], game.headers["Result"], text)
        expect(found["comments"], comments(game), text)
        expect(found["more"], others, text)
        expect({name: count for name, count in found["skipped"].items() if count}, {"commands": evals} if evals else {}, text)
        expect(annotations(found), of_line(game), text)
        written = service.write(name, found, "pgn")
        again = chess.pgn.read_game(io.StringIO(written))
        expect(again.errors, [], written)
        expect([move.uci() for move in again.mainline_moves()], moves, written)
        # python-chess neither escapes nor unescapes text.
        headers = {name: re.sub(r"\\(.)", r"\1", value) for name, value in again.headers.items()}
        # It leaves out SetUp if a variant begins from its usual start.
        set_up = {"SetUp": "1"} if "FEN" in game.headers else {}
        expect(headers, {**game.headers, **set_up}, written)
        expect(comments(again), {ply: " ".join(text.split()) for ply, text in comments(game).items()}, written)
        expect(of_line(again), of_line(game), written)
        expect(max(map(len, written.splitlines())) <= 255, True, written)


def exported(game, random):
    exporter = chess.pgn.StringExporter(columns=random.choice(COLUMNS))
    return game.accept(exporter)


def make(random, start):
    """A random game, and the number of commands in the comments of its main line that are not read."""
    game, board, evals = chess.pgn.Game(), start(), 0
    if start != chess.Board:
        game.setup(board)
    if random.random() < 0.2:
        for _ in range(random.randrange(60)):
            if board.is_game_over():
                board.reset()
            board.push(random.choice(list(board.legal_moves)))
        if board.is_game_over():
            board.reset()
        game.setup(board)
        if "FEN" in game.headers:
            game.headers["FEN"] = respelled(game.headers["FEN"], random)
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
            if other != move and not other.drop:
                add_variation(node, other, random, 3)
        node = child
        board.push(move)
        if random.random() < 0.15:
            node.nags.update(random.sample(range(1, 20), random.choice((1, 2))))
        if random.random() < 0.2:
            node.comment = comment(random)
        if random.random() < 0.3:
            node.set_clock(random.randrange(7200))
            if random.random() < 0.3:
                node.set_eval(chess.engine.PovScore(chess.engine.Cp(random.randrange(-500, 500)), chess.WHITE), 12)
                evals += 1
    results = ("1-0", "0-1", "1/2-1/2", "*")
    game.headers["Result"] = board.result() if board.is_game_over() else random.choice(results)
    return game, evals


def respelled(fen, random):
    """A FEN with its pockets or its checks as other programs write them."""
    board, *rest = fen.split()
    if board.endswith("]") and random.random() < 0.5:
        board = board[:-1].replace("[", "/")
    if "+" in rest[3] and random.random() < 0.5:
        white, black = (3 - int(left) for left in rest.pop(3).split("+"))
        rest.append(f"+{white}+{black}")
    return " ".join((board, *rest))


def add_variation(node, move, random, depth):
    """Adds a variation. It has no drops, since python-chess loses a dropped piece for the next variation that it reads."""
    child = node.add_variation(move)
    if random.random() < 0.4:
        child.comment = comment(random)
    if random.random() < 0.2:
        child.nags.add(random.randrange(1, 20))
    board = child.board()
    while random.random() < 0.6 and not board.is_game_over():
        moves = [other for other in board.legal_moves if not other.drop]
        if not moves:
            break
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


def words(text):
    """The text of a comment without commands."""
    return " ".join(re.sub(r"\[%[^\]]*\]", " ", str(text)).split())


def of_line(start):
    """The annotations of the moves after a node, in the form of the service, with the moves that were not played."""
    plies, node = [], start
    while node.variations:
        main, *others = node.variations
        lines = [[own(other), *of_line(other)] for other in others]
        plies.append((own(main), lines))
        node = main
    return plies


def own(node):
    clock = node.clock()
    return node.move.uci(), sorted(node.nags), None if clock is None else round(1000 * clock), words(node.comment)


def annotations(line):
    """As `of_line`, from the fields of the service."""
    found = []
    for ply, name in enumerate(line["moves"]):
        key, after = str(ply), str(ply + 1)
        comment = " ".join(line.get("comments", {}).get(after, "").split())
        mv = (name, line.get("nags", {}).get(key, []), line.get("clocks", {}).get(key), comment)
        lines = []
        for other in line.get("variations", {}).get(key, []):
            first, *rest = annotations(other)
            lines.append([first[0], *rest])
        found.append((mv, lines))
    return found
