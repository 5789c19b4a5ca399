"""Games of OpenSpiel: Othello and Connect Four as transcripts, and Hex in SGF as HexWiki describes it."""

import re

import pyspiel

from records_service import expect


def random_game(game, random, plies):
    """A state after random actions, and their names."""
    state, names = game.new_initial_state(), []
    while len(names) < plies and not state.is_terminal():
        action = random.choice(state.legal_actions())
        names.append(state.action_to_string(state.current_player(), action))
        state.apply_action(action)
    return state, names


def winner(state):
    """The result of a finished game, otherwise None."""
    return {1: "1-0", -1: "0-1", 0: "1/2-1/2"}[int(state.returns()[0])] if state.is_terminal() else None


RESULTS = {"win": {"X": "1-0", "O": "0-1"}, "draw": "1/2-1/2"}


def outcome(found):
    """The result that the service derives from the rules."""
    end = found["outcome"]
    if end is None:
        return None
    return "1/2-1/2" if end.get("winner") is None else {"X": "1-0", "O": "0-1"}[end["winner"]]


def check_othello(service, random, games):
    game = pyspiel.load_game("othello")
    for number in range(games):
        state, names = random_game(game, random, random.choice((10, 40, 100)))
        moves = [name.lower() for name in names]
        # A pass at the end is written, because nothing else shows that it was played.
        last = max((ply for ply, name in enumerate(moves) if name != "pass"), default=-1)
        passes = random.choice(("", "--", "pa", "pass"))
        parts = [name if name != "pass" else (passes if ply < last else "--") for ply, name in enumerate(moves)]
        text = "".join(parts)
        found = service.read("othello", text.upper() if number % 3 == 0 and passes == "" else text)
        expect(found["moves"], moves, text)
        expect(outcome(found), winner(state), text)
        written = service.write("othello", found, "transcript")
        again = game.new_initial_state()
        for name in re.findall(r"[a-h][1-8]|--", written):
            legal = {again.action_to_string(again.current_player(), action).lower(): action for action in again.legal_actions()}
            if name not in legal and "pass" in legal:
                again.apply_action(legal["pass"])
                if name == "--":
                    continue
                player = again.current_player()
                legal = {again.action_to_string(player, action).lower(): action for action in again.legal_actions()}
            again.apply_action(legal[name])
        expect(str(again), str(state), written)


def check_connect_four(service, random, games):
    game = pyspiel.load_game("connect_four")
    for _ in range(games):
        state, names = random_game(game, random, random.choice((8, 42)))
        text = "".join(str(int(name[1]) + 1) for name in names)
        found = service.read("connect-four", text, "transcript")
        expect("".join(found["moves"]), text, text)
        expect(outcome(found), winner(state), text)
        expect(service.write("connect-four", found, "transcript"), text, text)


def check_hex(service, random, games):
    for number in range(games):
        size = random.choice((3, 5, 8, 11))
        game = pyspiel.load_game("hex", {"board_size": size})
        state, names = random_game(game, random, random.choice((6, 30, 121)))
        result = winner(state)
        # Swapping at the second move gives the other side the mirrored opening, so all later names are mirrored.
        swap = number % 4 == 0 and len(names) > 1
        moves = [names[0], "swap", *map(mirrored, names[1:])] if swap else names
        if swap and result is not None:
            result = {"1-0": "0-1", "0-1": "1-0"}[result]
        nodes = []
        for ply, name in enumerate(moves):
            value = "swap-pieces" if name == "swap" else name
            value = value.upper() if random.random() < 0.1 else value
            extra = random.choice(("", "", "", "C[a \\] (;B[a1\\]) remark]", "TR[a1][b1]", "BL[30.5]"))
            nodes.append(f";{'BW'[ply % 2]}[{value}]{extra}")
        marked = sum("C[" in node for node in nodes)
        side = "" if not moves else f"(;{'BW'[len(moves) % 2]}[a1]C[x](;W[a2])(;W[a3]))"
        # The first branch continues the main line.
        cut = random.randrange(len(nodes)) if nodes else 0
        body = "".join(nodes[:cut]) + ("(" if nodes else "") + "".join(nodes[cut:]) + (")" if nodes else "") + side
        given = {None: "", "1-0": "RE[B+]", "0-1": "RE[W+]"}[result]
        root = f"(;AP[records]FF[4]GM[11]SZ[{size}]PB[Ann]PW[Bo \\\\ \\]]{given}"
        text = f"{root}{body})" + "(;GM[11]FF[4];B[a1])" * random.choice((0, 0, 2))
        found = service.read("hex", text)
        expect(found["format"], "sgf", text)
        expect(found["moves"], moves, text)
        expect(outcome(found), result, text)
        expect(found["state"].endswith(" swap"), swap, text)
        expect((found["tags"]["White"], found["more"]), ("Bo \\ ]", text.count("(;GM[11]FF[4]")), text)
        expect(len(found["comments"]), marked, text)
        # One variation, and one in it.
        expect(variations(found) + found["skipped"]["variations"], 2 if side else 0, text)
        written = service.write("hex", found, "sgf")
        again = game.new_initial_state()
        # The main line is the first branch everywhere, so it ends at the first parenthesis that closes.
        main = re.sub(r"C\[(?:\\.|[^\]])*\]", "", written).split(")")[0]
        values = re.findall(r";[BW]\[(.*?)\]", main)
        expect(["swap" if value == "swap-pieces" else value for value in values], moves, written)
        plain = [value if not swap or ply == 0 else mirrored(value) for ply, value in enumerate(values) if value != "swap-pieces"]
        for name in plain:
            legal = {again.action_to_string(again.current_player(), action): action for action in again.legal_actions()}
            again.apply_action(legal[name])
        expect(str(again), str(state), written)


def variations(line):
    """The number of variations of a line, including nested ones."""
    return sum(1 + variations(other) for others in line.get("variations", {}).values() for other in others)


def mirrored(name):
    """The cell on the other side of the diagonal from the top left."""
    return "abcdefghijk"[int(name[1:]) - 1] + str("abcdefghijk".index(name[0]) + 1)
