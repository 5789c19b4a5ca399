"""The requests of the recording. `build` sends them one after the other, because some need the answers to earlier ones: games are
played with the legal moves that the server lists. Random choices come from a generator seeded with the game's name."""

import json
import random
import re
from pathlib import Path
from urllib.parse import quote, urlencode

TESTS = Path(__file__).resolve().parent.parent
JSON = "application/json"

# Games in which three plies take a few million nodes.
WIDE = {"gomoku", "hex"}


def build(ask):
    ids = [game["id"] for game in ask("plain", "GET", "/v1/games")["body"]["games"]]
    walks = {game: Game(ask, game).questions() for game in ids}
    aliases(ask)
    http_forms(ask)
    bodies(ask)
    fields(ask)
    batches(ask, ids)
    pages(ask)
    cached(ask, walks)
    keyed(ask)
    with_options(ask)
    raw(ask)
    for server in ("plain", "cache", "options", "probes"):
        ask(server, "GET", "/metrics")


class Game:
    """All questions of one game."""

    def __init__(self, ask, game):
        self.ask, self.id, self.chance = ask, game, random.Random(game)
        self.facts = self.get("")["body"]

    def post(self, path, **body):
        return self.ask("plain", "POST", f"/v1/games/{self.id}/{path}", body)

    def get(self, path, headers=(), method="GET", **query):
        target = f"/v1/games/{self.id}" + (f"/{path}" if path else "") + (f"?{urlencode(query)}" if query else "")
        return self.ask("plain", method, target, headers=headers)

    def questions(self):
        self.get("", {"if-none-match": "{etag}"})
        self.get("", method="HEAD")
        states = self.states()
        for state in states:
            self.post("position", state=state)
        walks = [self.walk(states[0] if self.id == "tree" else None, 10), self.walk(self.chance.choice(states), 8)]
        self.searches(states, walks)
        self.trees(states, walks[0])
        self.records(*walks)
        self.reviews(walks[0])
        self.near_misses(states, walks[0])
        return walks[0]

    def states(self):
        """Positions of the tests and of the game's own description, at most nine."""
        tactics = (TESTS / f"tactics/{self.id}.txt").read_text().splitlines()
        tactics = [line.split(" | ")[1] for line in tactics if line.count(" | ") >= 2 and not line.startswith("#")]
        perft = re.findall(r"^state (.*)$", (TESTS / f"perft/{self.id}.perft").read_text(), re.M)
        is_json = self.id == "tree"
        found = [json.loads(state) if is_json else state for state in [*tactics[:5], *perft[:4]]]
        states = self.facts["state"]["examples"] + found
        return [state for index, state in enumerate(states) if state not in states[:index]][:9]

    def walk(self, state, plies):
        """Legal moves from a state, played one after the other. They are sent alternately as a list and as a text."""
        moves, start = [], {} if state is None else {"state": state}
        for ply in range(plies):
            body = self.post("position", **start, moves=moves if ply % 2 else " ".join(moves))["body"]
            if not body.get("legal_moves"):
                break
            moves.append(self.chance.choice(body["legal_moves"])["move"])
        return start, moves

    def searches(self, states, walks):
        places = [{"state": state} for state in states] + [{**start, "moves": moves[: len(moves) // 2]} for start, moves in walks]
        place = lambda: self.chance.choice(places)  # noqa: E731
        self.post("search")
        for algorithm in (each["name"] for each in self.facts["algorithms"]):
            depth = 1 if self.id in WIDE and algorithm == "minimax" else 2 if self.id in WIDE or algorithm == "minimax" else 3
            self.post("search", **place(), depth=depth, algorithm=algorithm)
            self.post("search", **place(), nodes=1500, algorithm=algorithm)
            self.post("search", **place(), nodes=700, depth=depth + 4, algorithm=algorithm, multi_pv=2)
        for state in states[:6]:
            self.post("search", state=state, nodes=2500)
        start, moves = walks[0]
        for plies in (1, 2, 4):
            self.post("search", **start, moves=moves[:plies], nodes=1000)
        few = 1 if self.id in WIDE else 2
        for extra in (
            {"depth": 0}, {"depth": few, "multi_pv": "all"}, {"depth": few, "multi_pv": 3}, {"depth": 1, "tie_break": "random", "seed": 7},
            {"depth": few, "tie_break": "random", "seed": 9007199254740991}, {"nodes": 300, "draws": "claimed"},
            {"nodes": 300, "draws": "automatic"},
            {"depth": 2.0, "nodes": 500.0, "seed": 1e3, "warm": True, "threads": 1, "level": None, "search_moves": None, "moves": []},
        ):
            self.post("search", **{**place(), **extra})
        legal = self.post("position", **start)["body"]["legal_moves"]
        some = [move["move"] for move in self.chance.sample(legal, min(3, len(legal)))]
        self.post("search", **start, depth=few, search_moves=some)
        self.post("search", **start, depth=few, search_moves=",".join(some), multi_pv=2)
        for budget in self.facts["levels"]:
            if budget["nodes"] <= 200_000:
                self.post("search", **place(), level=budget["level"], seed=self.chance.randrange(1000))
        state = json.dumps(states[1 % len(states)]) if self.id == "tree" else states[1 % len(states)]
        self.get("search", state=state, depth=few)
        self.get("search", {"if-none-match": "{etag}"}, state=state, depth=few)
        self.get("search", method="HEAD", state=state, depth=few)
        self.get("search", state=state, nodes=800, multi_pv=2)
        self.get("position", state=state)
        self.get("position", {"if-none-match": 'W/"0000000000000000", {etag}'}, state=state)
        start = {"state": json.dumps(start["state"])} if start else {}
        self.get("search", **start, moves=",".join(moves[:3]), nodes=500, seed=3)
        self.get("position", **start, moves=" ".join(moves[:2]), draws="automatic")
        self.get("search/stream", state=state, depth=few)
        self.post("search/stream", **place(), nodes=1500)
        self.post("search/stream", **place(), depth=few, multi_pv=2)
        if self.facts["levels"]:
            self.post("search/stream", **place(), level=4, seed=11)

    def trees(self, states, walk):
        start, moves = walk
        for algorithm in ("textbook", "alpha-beta", "minimax"):
            self.post("tree", state=self.chance.choice(states), depth=1 if self.id in WIDE else 2, algorithm=algorithm, max_nodes=40)
        self.post("tree", **start, moves=moves[:2], depth=1, max_nodes=12)
        state = json.dumps(states[0]) if self.id == "tree" else states[0]
        for form in ("tree", "tree.svg", "tree.dot"):
            self.get(form, state=state, depth=2 if self.id not in WIDE else 1, max_nodes=25)
            self.post(form, state=states[-1], depth=1, max_nodes=30, algorithm="minimax")
        self.get("tree.svg", {"if-none-match": "{etag}"}, state=state, depth=1)

    def records(self, walk, other):
        for start, moves in (walk, other):
            for form in self.facts["record_formats"]:
                tags = {"White": "Anna", "Black": 'B"e\\n'} if form in ("pgn", "pdn", "sgf") else {}
                comments = {"1": "A comment.", "2": "Another {one}; with ] signs"} if tags else {}
                written = self.post("record/write", **start, moves=moves, format=form, tags=tags)
                self.post("record/write", **start, moves=moves, format=form, tags=tags, comments=comments, result="*")
                if "record" in written["body"]:
                    self.post("record", record=written["body"]["record"], format=form)
                    self.post("record", record=written["body"]["record"][:-3] + "?!")
            self.post("record/write", **start, moves=moves)
        for file in sorted((TESTS / "records").glob(f"{self.id}-[0-9].*"))[:6]:
            if file.suffix != ".moves":
                self.post("record", record=file.read_text(errors="replace"))
                self.post("record", record=file.read_text(errors="replace"), format="moves")

    def reviews(self, walk):
        start, moves = walk
        self.post("review", **start, moves=moves, nodes=300)
        self.post("review", **start, moves=moves[:4], depth=1 if self.id in WIDE else 2)
        self.post("review", **start, moves=moves, nodes=200, depth=4, plies={"from": 1, "to": 2})
        self.post("review", record=" ".join(moves), format="moves", nodes=100)
        self.post("review", **start, moves=moves, nodes=300, plies={"from": 40})
        self.post("review/stream", **start, moves=moves[:5], nodes=300)

    def near_misses(self, states, walk):
        start, moves = walk
        move = moves[0]
        for wrong in (move + "x", move[:-1], move.upper(), move[::-1], f" {move} ", move[:1] + "9" + move[2:], "zz9", ""):
            self.post("position", **start, moves=[wrong])
        self.post("search", **start, moves=[*moves[:2], move[::-1]], depth=1)
        self.post("search", **start, search_moves=[move, move], depth=1)
        self.post("search", **start, search_moves=[move, move[::-1] + "q"], depth=1)
        self.post("review", **start, moves=[*moves[:1], "a1a1a1"], nodes=10)
        self.get("position", moves=f"{move},{move},{move}")
        if self.id == "tree":
            wrong = [[], [[]], {"side": "both", "children": {}}, {"children": 3}, [1.5], "tree", [[1, 2], {"side": "max"}], 1e99]
        else:
            state = states[0]
            wrong = [state[:-1], state + "x", state[1:], state.replace(state[0], "?", 1), state.upper(), f"  {state}\n", state.split()[0],
                     "", "?", 5, [state]]
        for state in wrong:
            self.post("position", state=state)
        self.post("search", depth=100_000)
        self.post("search", level=3, depth=2)
        self.post("search", algorithm="alphabeta", depth=2)
        self.post("record", record="1. zz9 ??")
        self.post("record/write", moves=[move], format="pgn", tags={"A b": "c"}, result="1-0")


def aliases(ask):
    for name in ("reversi", "connect4", "tictactoe", "mancala", "Chess", "ches", "chess960", "tic-tac-to", "hexx", "x" * 90, "a%2Fb",
                 "%C3%A9", "%FF"):
        ask("plain", "GET", f"/v1/games/{name}")
        ask("plain", "GET", f"/v1/games/{name}/position?moves=a1")
        ask("plain", "POST", f"/v1/games/{name}/search", {"depth": 1})
        ask("plain", "POST", f"/v1/games/{name}/record", {"record": "1"})
    for path in ("/v1/", "/v1/game", "/v1/games/", "/v1/games/chess/", "/v1/games/chess/serch", "/v1/games/chess/search/",
                 "/v1/games/chess/search/strea", "/v1/games/chess/tree.png", "/v2/games", "/api/v1/games", "/v1//games", "/openapi",
                 "/openapi.yml", "/healthz", "/live",
                 "/favicon.ico", "/v1/batches", "/v1/games/ches/search/x", "/v1/chess/search", "/" + "y" * 300, "/%00",
                 "/v1/games/chess/review/streams"):
        ask("plain", "GET", path)
        ask("plain", "POST", path, {})


PATHS = ["/v1", "/v1/games", "/v1/games/nim", "/v1/games/nim/position", "/v1/games/nim/search", "/v1/games/nim/search/stream", "/v1/games/nim/tree",
         "/v1/games/nim/tree.svg", "/v1/games/nim/tree.dot", "/v1/games/nim/record", "/v1/games/nim/record/write", "/v1/games/nim/review",
         "/v1/games/nim/review/stream", "/v1/batch", "/v1/batch/stream", "/openapi.yaml", "/openapi.json", "/livez", "/readyz", "/", "/docs"]


def http_forms(ask):
    """Methods, media types and header fields, on every path."""
    for path in PATHS:
        for method in ("OPTIONS", "HEAD", "PUT", "DELETE", "PATCH", "TRACE", "get", "GET"):
            ask("plain", method, path)
        body = '{"moves":["1:1"]}' if "/record" not in path and "batch" not in path else '{"items":[]}' if "batch" in path else '{"record":"1:1"}'
        ask("plain", "POST", path, body)
        for accept in (JSON, "*/*", "text/html", "text/*", "application/json;q=0", "image/svg+xml", "text/event-stream", "*/*;q=0",
                       "application/problem+json", ""):
            is_get = "review" not in path and "record" not in path and "batch" not in path
            ask("plain", "GET" if is_get else "POST", path, None if is_get else body, {"accept": accept or " "})
        if path.startswith("/v1/") and path not in PATHS[:3]:
            for kind in ("text/plain", "application/x-www-form-urlencoded", "application/json; charset=utf-8", "application/json; charset=latin1",
                         "application/json;charset=UTF-8", "APPLICATION/JSON", "application/ld+json", "nonsense", ""):
                ask("plain", "POST", path, body, {"content-type": kind})
            ask("plain", "POST", path, body, {"content-encoding": "gzip"})
            ask("plain", "POST", path, body, {"content-encoding": "identity"})
        ask("plain", "GET", path, headers={"x-request-id": "my.request-1"})
        ask("plain", "GET", path, headers={"x-request-id": "not plain", "origin": "https://example.org"})
    search = "/v1/games/nim/search?depth=3"
    for coding in ("gzip", "br", "zstd", "deflate", "gzip;q=0", "*", "identity", "identity;q=0", "identity;q=0, gzip", "*;q=0"):
        for target in (search, "/v1/games/chess", "/openapi.yaml", "/openapi.json", "/", "/page.js", "/docs/docs.js"):
            ask("plain", "GET", target, headers={"accept-encoding": coding})
    for name, value in (("expect", "something"), ("range", "bytes=0-9"), ("if-match", "*"), ("if-none-match", "*"), ("if-none-match", "nonsense"),
                        ("cache-control", "no-cache"), ("upgrade", "h2c"), ("authorization", "Bearer x"), ("x-forwarded-for", "192.0.2.1"),
                        ("x-plyd-game", "one"), ("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"),
                        ("if-modified-since", "x")):
        ask("plain", "GET", search, headers={name: value})
    for length in (1_000, 7_000, 12_000, 15_500, 20_000, 40_000, 64_000, 70_000):
        ask("plain", "GET", "/v1/games/nim/position?moves=" + "9" * length)
        ask("plain", "GET", "/v1/games/nim", headers={"x-long": "h" * length})
    for count in (50, 90, 120):
        ask("plain", "GET", "/v1/games/nim", headers={f"x-{index}": "1" for index in range(count)})


def bodies(ask):
    """Bodies that are not JSON, not an object, or too large, for each operation that takes a body."""
    wrong = ["", " ", "{", "[]", "null", "1", '"text"', "{}x", '{"a":}', "{'state':1}", '{"state":"\\ud800"}', '{"moves":[1]}',
             '{"moves":{}}', '{"depth":"3"}', '{"depth":-1}', '{"depth":1.5}', '{"depth":1e400}', '{"depth":3,"depth":4}', '{"nope":1}',
             '{"State":1}',
             '{"state":null,"moves":null}', "\ufeff{}", "\udcff", '{"moves":"\udcff"}', "[" * 300,
             '{"state":' + "[" * 200 + "]" * 200 + "}", '{"moves":["a1","a2",3]}', "nonsense"]
    for path in [path for path in PATHS if path.startswith("/v1/games/nim/") or "batch" in path]:
        for text in wrong:
            ask("plain", "POST", path, text)
        ask("plain", "POST", path)
    for path, limit in (("/v1/games/nim/search", 65_536), ("/v1/games/chess/position", 65_536), ("/v1/games/chess/record", 262_144),
                        ("/v1/games/nim/review", 262_144)):
        for size in (limit - 40, limit, limit + 1, limit + 2000):
            ask("plain", "POST", path, "{}" + " " * (size - 2))
    ask("plain", "POST", "/v1/games/chess/position", {"moves": ["e2e4"] * 2001})
    ask("plain", "POST", "/v1/games/chess/position", {"moves": ["g1f3", "g8f6", "f3g1", "f6g8"] * 4})
    ask("plain", "POST", "/v1/games/chess/position", {"moves": ["g1f3", "g8f6", "f3g1", "f6g8"] * 4, "draws": "automatic"})
    ask("plain", "POST", "/v1/games/chess/record",
        {"record": "1. e4 e5\n2. Nf3 (2. f4 exf4) {a} $1 Nc6 ; rest\n3. Bb5 *\n\n[White \"x\"]\n\n1. d4 *"})
    ask("plain", "POST", "/v1/games/chess/review", {"record": "1. f3 e5 2. g4 Qh4# 0-1", "nodes": 2000})
    ask("plain", "POST", "/v1/games/connect-four/review", {"record": "4444432", "nodes": 20000, "plies": {"from": 4}})


def fields(ask):
    """Values of fields of searches and similar requests, in bodies and queries: wrong values, limits, and fields that exclude each other."""
    cases = [
        ("depth", [0, 1, 65, -1, 1.5, "2", True, [], 1e9]), ("nodes", [0, 1, 100, 1_000_000_001, -5, "many", 1e30]),
        ("seed", [0, 2**53 - 1, 2**53, -1, "x"]),
        ("level", [0, 1, 10, 11, 2.5, "hard"]), ("multi_pv", [0, 1, 500, 501, "all", "ALL", -1, []]), ("tie_break", ["first", "random", "last", 1]),
        ("algorithm", ["alpha-beta", "minimax", "selective", "textbook", "negamax", "", 3]), ("draws", ["claimed", "automatic", "never", 1]),
        ("warm", [True, False, "yes", 1]), ("threads", [1, 2, 0, 99, "x"]),
        ("search_moves", ["e4", "e2e4,d2d4", [], "", ["e2e4", "e2e4"], ["e9"], 1, "e4 e2e4"]),
        ("moves", ["e4 e5", "e4,e5,Nf3", "e4 e4", [], "", ["O-O"], 7, "1. e4"]), ("time_ms", [0, 60_001, -1, "x"]),
        ("max_nodes", [0, 1, 5000, 5001]),
        ("format", ["pgn", "auto", "xml"]), ("plies", [{"from": 3, "to": 1}, {"from": 0, "to": 9}, {"form": 1}, 3]), ("dept", [3]),
        ("Depth", [3]), ("playout", [1]),
    ]
    for name, values in cases:
        for value in values:
            extra = {} if name in ("depth", "nodes", "level", "time_ms") else {"depth": 1}
            ask("plain", "POST", "/v1/games/chess/search", {**extra, name: value})
            if name in ("depth", "algorithm", "max_nodes", "moves", "nodes"):
                ask("plain", "POST", "/v1/games/tic-tac-toe/tree", {"depth": 1, name: value} if name != "depth" else {name: value})
            if name in ("depth", "nodes", "plies", "format", "moves"):
                ask("plain", "POST", "/v1/games/chess/review", {"moves": "e4 e5 Nf3", "nodes": 50, name: value})
            if not isinstance(value, (list, dict)):
                query = urlencode({**extra, name: str(value).lower() if isinstance(value, bool) else value})
                ask("plain", "GET", f"/v1/games/chess/search?{query}")
    for query in ("depth=1&depth=2", "moves=e4&moves=e5&depth=1", "depth", "depth=", "=1", "&&depth=1&", "depth=%31", "depth=1%",
                  "moves=e4%2Ce5&depth=1",
                  "moves=e4+e5&depth=1", "state=" + quote("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1") + "&depth=2",
                  "state=6k1/5ppp/8/8/8/8/5PPP/3R2K1_w_-_-&depth=2",
                  "state=chess960:518&depth=1", "state=chess960:960&depth=1", "state=startpos&depth=1", "state=%FF", "depth=1;nodes=5",
                  "Depth=1", "depth=1#x"):
        for path in ("search", "position", "tree", "search/stream"):
            ask("plain", "GET", f"/v1/games/chess/{path}?{query}")


def batches(ask, ids):
    position = [{"op": "position", "game": game} for game in ids]
    search = [{"op": "search", "game": game, "nodes": 200} for game in ids]
    wrong = [{"op": "search", "game": "chess", "state": "?"}, {"op": "search", "game": "ches"}, {"op": "find", "game": "chess"},
             {"game": "chess"}, {"op": "search"}, 3, None,
             [], {"op": "position", "game": "chess", "depth": 1}, {"op": "search", "game": "hex", "depth": 1, "moves": ["a1", "a1"]},
             {"op": "search", "game": "reversi", "depth": 1},
             {"op": "position", "game": "chess", "state": "x" * 70_000},
             {"op": "search", "game": "chess", "level": 2, "seed": 5, "moves": "e4 e5"}, {}]
    for path in ("/v1/batch", "/v1/batch/stream"):
        for items in ([], position, search, wrong, position[:3] + wrong[:2],
                      [{"op": "search", "game": "chess", "moves": ["f2f3", "e7e5"][:plies], "depth": 2} for plies in range(3)],
                      [{"op": "position", "game": "bones"}] * 600, [{}] * 601):
            ask("plain", "POST", path, {"items": items})
        for body in ({}, {"items": 3}, {"items": [], "more": 1}, {"item": []}, '{"items":[{"op":"search","game":"nim",}]}',
                     "{" + " " * 1_048_600 + "}"):
            ask("plain", "POST", path, body)
        ask("plain", "POST", path, {"items": search[:2]}, {"accept": "application/x-ndjson"})


def pages(ask):
    for path in ("/", "/page.js", "/page.css", "/page.svg", "/docs", "/docs/docs.js", "/docs/docs.css", "/docs/reader.js",
                 "/docs/reader.css", "/openapi.yaml", "/openapi.json"):
        ask("plain", "GET", path)
        ask("plain", "GET", path, headers={"if-none-match": "{etag}"})
        ask("plain", "GET", path, headers={"accept-encoding": "gzip, br"})
        ask("plain", "GET", path + "?v=0123456789abcdef")
        ask("plain", "HEAD", path)


def cached(ask, walks):
    for game, (start, moves) in walks.items():
        search = {**start, "moves": moves[:2], "nodes": 400}
        for headers in ({}, {}, {"cache-control": "no-cache"}):
            ask("cache", "POST", f"/v1/games/{game}/search", search, headers)
        ask("cache", "POST", f"/v1/games/{game}/position", {**start, "moves": moves[:2]})
        ask("cache", "POST", f"/v1/games/{game}/position", {**start, "moves": moves[:2]})
    for target in ("/v1/games/chess/search?moves=e4,e5&nodes=300", "/v1/games/chess/search?moves=e2e4+e7e5&nodes=300",
                   "/v1/games/chess/search?depth=999"):
        for headers in ({}, {"cache-control": "no-store"}, {}, {"accept-encoding": "gzip"}, {"if-none-match": "{etag}"}):
            ask("cache", "GET", target, headers=headers)
    for moves in ("g1f3 g8f6 b1c3", "b1c3 g8f6 g1f3"):  # One position, reached in two ways.
        ask("cache", "POST", "/v1/games/chess/search", {"moves": moves, "nodes": 300})
    ask("cache", "POST", "/v1/games/chess/search/stream", {"moves": "g1f3 g8f6 b1c3", "nodes": 300})
    ask("cache", "POST", "/v1/batch", {"items": [{"op": "search", "game": "chess", "moves": "g1f3 g8f6 b1c3", "nodes": 300}]})


def keyed(ask):
    anna, ben, stranger = ("Bearer plyd_" + two * 32 for two in ("a1", "b2", "c3"))
    for path in [*PATHS, "/metrics"]:
        for key in (None, stranger, anna, anna.lower(), "Basic " + anna[7:]):
            ask("keys", "GET", path, headers={"authorization": key} if key else ())
    for path, body in (("/v1/games/nim/search", {"depth": 3}), ("/v1/batch", {"items": []}), ("/v1/games/nim/record", {"record": ""})):
        for key in (None, stranger, anna):
            ask("keys", "POST", path, body, {"authorization": key} if key else ())
    for _ in range(5):
        ask("keys", "POST", "/v1/games/nim/search", {"depth": 2}, {"authorization": ben})
    ask("keys", "GET", "/v1/games", headers={"authorization": ben})
    ask("keys", "OPTIONS", "/v1/games")


def with_options(ask):
    for path in PATHS:
        for origin in ("https://example.org", "https://example.com", "null"):
            ask("options", "GET", path, headers={"origin": origin})
        ask("options", "OPTIONS", path,
            headers={"origin": "https://example.org", "access-control-request-method": "POST", "access-control-request-headers": "content-type"})
        ask("probes", "GET", path)
        ask("probes", "POST", path, {})
    for body in ({"nodes": 50_001}, {"nodes": 50_000, "depth": 2}, {"time_ms": 5001}, {"level": 10}, {}, {"depth": 2, "state": "x" * 2100},
                 {"nodes": 500, "warm": True}):
        ask("options", "POST", "/v1/games/chess/search", body)
    for body in ({"moves": ["g1f3", "g8f6", "f3g1", "f6g8"] * 6, "nodes": 20}, {"moves": "e4 e5", "nodes": 50_000, "plies": {"to": 0}},
                 {"moves": ["g1f3", "g8f6"] * 3, "nodes": 5_000_000}):
        ask("options", "POST", "/v1/games/chess/review", body)
    ask("options", "POST", "/v1/games/chess/review", {"moves": ["g1f3", "g8f6", "f3g1", "f6g8"] * 4, "nodes": 50_000})
    ask("probes", "GET", "/metrics", headers={"accept-encoding": "gzip"})


def raw(ask):
    """Request heads that no library would send."""
    get = "GET /v1/games/nim HTTP/1.1\r\n"
    for text in (
        get + "connection: close\r\n\r\n", get + "host: a\r\nhost: b\r\n\r\n", get + "host: a b\r\n\r\n",
        get + "host: a\r\nno colon\r\n\r\n", get + "host : a\r\n\r\n",
        "GET /v1/games/nim HTTP/1.0\r\n\r\n", "GET http://a/v1/games/nim HTTP/1.1\r\nhost: a\r\n\r\n",
        "GET /v1/games/nim HTTP/2.0\r\nhost: a\r\n\r\n", "GET  /v1 HTTP/1.1\r\nhost: a\r\n\r\n",
        "GET /v1/ games HTTP/1.1\r\nhost: a\r\n\r\n", "OPTIONS * HTTP/1.1\r\nhost: a\r\n\r\n", "nonsense\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", get + "host: a\r\nx: \x01\r\n\r\n",
        "POST /v1/games/nim/position HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}",
        "POST /v1/games/nim/position HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: x\r\n\r\n{}",
        "POST /v1/games/nim/position HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        "POST /v1/games/nim/position HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
        "POST /v1/games/nim/position HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ntransfer-encoding: gzip\r\n\r\n",
        "POST /v1/games/nim/position HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\nexpect: 100-continue\r\ncontent-length: 2\r\n\r\n{}",
        "CONNECT a:1 HTTP/1.1\r\nhost: a\r\n\r\n", get.replace("nim", "é") + "host: a\r\n\r\n",
    ):
        ask("plain", raw=text)
