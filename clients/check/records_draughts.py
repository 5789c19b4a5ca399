"""Games of py-draughts and of OpenSpiel's checkers in PDN."""

import draughts
import pyspiel

from records_service import expect

BOARDS = {
    "draughts": draughts.StandardBoard,
    "russian-draughts": draughts.RussianBoard,
    "brazilian-draughts": draughts.BrazilianBoard,
}
RESULTS = {"1-0": "1-0", "0-1": "0-1", "2-0": "1-0", "0-2": "0-1", "1-1": "1/2-1/2", "1/2-1/2": "1/2-1/2", "*": "*"}


def check(service, random, games):
    """Checks 10x10, Russian and Brazilian draughts and checkers, with a quarter of the games each."""
    for number in range(games):
        kind = [*BOARDS, "checkers"][number % 4]
        if kind == "checkers":
            check_checkers(service, random)
        else:
            check_board(service, random, kind, BOARDS[kind])


def check_board(service, random, game, kind):
    board = kind()
    if random.random() < 0.3:
        push(board, random, random.randrange(60))
        board = kind.from_fen(board.fen)
    push(board, random, random.choice((5, 40, 100)))
    text = board.pdn
    found = service.read(game, text)
    expect(found["format"], "pdn", text)
    names = kind.SQUARE_NAMES
    expect([squares(name, names) for name in found["moves"]], [of_move(move) for move in board._moves_stack], text)
    expect(found["result"], RESULTS[text.split()[-1]], text)
    written = service.write(game, found, "pdn")
    again = kind.from_pdn(written)
    expect([of_move(move) for move in again._moves_stack], [of_move(move) for move in board._moves_stack], written)
    expect(again.fen, board.fen, written)


def push(board, random, plies):
    for _ in range(plies):
        moves = board.legal_moves
        if not moves or board.game_over:
            break
        board.push(random.choice(moves))


def of_move(move):
    """Origin, target and captured squares, from 0."""
    return move.square_list[0], move.square_list[-1], frozenset(move.captured_list)


def squares(name, names):
    """Origin, target and captured squares from a move's name, as numbers or names."""
    first, last, *captured = name.replace("-", "x").split("x")
    index = (lambda square: int(square) - 1) if first[0].isdigit() else names.index
    return index(first), index(last), frozenset(map(index, captured))


def check_checkers(service, random):
    """OpenSpiel has no PDN, so this script writes it. OpenSpiel's first side is black, at the top."""
    state, moves, over = pyspiel.load_game("checkers").new_initial_state(), [], False
    for _ in range(random.choice((5, 40, 120))):
        over = state.is_terminal()
        if over:
            break
        player = state.current_player()
        path = []
        # Each jump of a capture is a separate action, and a move by one square is not a jump.
        while not state.is_terminal() and state.current_player() == player:
            action = random.choice(state.legal_actions())
            text = state.action_to_string(player, action)
            origin, target = number(text[:2]), number(text[2:])
            path = path or [origin]
            path.append(target)
            state.apply_action(action)
        jumps = abs(ord(text[0]) - ord(text[2])) == 2
        moves.append(("x" if jumps else "-").join(map(str, path)))
    over = state.is_terminal()
    result = "*"
    if over:
        result = {1: "1-0", -1: "0-1", 0: "1/2-1/2"}[int(state.returns()[0])]
    lines = [f"{1 + ply // 2}. {move}" if ply % 2 == 0 else move for ply, move in enumerate(moves)]
    shown = [by_ends(move) if random.random() < 0.5 else move for move in lines]
    head = f'[Event "random"]\n[Black "a"]\n[White "b"]\n[Result "{result}"]\n[GameType "21"]\n\n'
    for body in (shown, lines):
        text = head + " ".join(body[: len(body) // 2]) + " {half} " + " ".join(body[len(body) // 2 :]) + f" {result}\n"
        try:
            found = service.read("checkers", text)
            break
        except AssertionError as error:
            # Two captures can have the same ends.
            if "ambiguous" not in str(error) or body is lines:
                raise
    expect(found["format"], "pdn", text)
    expect(found["moves"], moves, text)
    expect(found["result"], result, text)
    expect(found["comments"], {str(len(moves) // 2): "half"}, text)
    written = service.write("checkers", found, "pdn")
    body = written.split("\n\n", 1)[1].replace("{half}", "").split()
    expect([word for word in body if "." not in word], [*moves, result], written)


def by_ends(move):
    """A capture written by its ends, with the move number before it."""
    number, _, squares = move.rpartition(" ")
    squares = squares.split("x")
    return f"{number} {squares[0]}x{squares[-1]}".strip() if len(squares) > 1 else move


def number(square):
    """The number of a square, seen from the other side of the board."""
    column, row = 7 - "abcdefgh".index(square[0]), int(square[1]) - 1
    return 4 * row + column // 2 + 1
