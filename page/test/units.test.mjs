// The parts that need no browser.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { build } from "esbuild";

/** A module of the page's sources. */
async function load(path) {
  const { outputFiles } = await build({
    entryPoints: [`src/${path}`],
    bundle: true,
    format: "esm",
    write: false,
    jsx: "automatic",
    jsxImportSource: "preact",
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`);
}

const { pick, landing } = await load("board/picking.ts");
const { border, lay, toward } = await load("board/geometry.ts");
const link = await load("link.ts");
const explicit = await load("pruning/explicit.ts");
const { indented, read } = await load("pruning/indented.ts");
const { placed } = await load("pruning/callout.ts");
const { drawnTree, known, reason, steps, plain, writing } = await load("pruning/walk.ts");
const { ask, events } = await load("ask.ts");
const { ended, expectedOf, named, shortly, spoken } = await load("words.ts");
const { found, shelved } = await load("games/groups.ts");
const { typed } = await load("play/typing.ts");
const tree = await load("play/gameTree.ts");
const records = await load("play/variations.ts");
const exporting = await load("play/export.ts");
const { contents } = await load("play/reading.ts");
const { result } = await load("play/records.ts");
const clock = await load("play/clock.ts");
const { decoded, sketched } = await load("board/encode.ts");
const { encoder, withSide } = await load("board/setting.ts");
const { heaped } = await load("board/pieces.tsx");
const { surplus } = await load("play/tally.ts");
const { special } = await load("games/special.ts");
const { settable } = await load("games/settable.ts");

const move = (name, ...cells) => ({ move: name, cells, label: name });

test("a move is picked cell by cell, or from its first to its last", () => {
  const moves = [
    move("long", [0, 0], [2, 2], [4, 4]),
    move("other", [0, 0], [2, 2], [4, 0]),
    move("short", [1, 1], [2, 2]),
  ];
  assert.deepEqual(pick(moves, [], [0, 0]), { path: [[0, 0]] });
  assert.deepEqual(pick(moves, [[0, 0]], [2, 2]), {
    path: [
      [0, 0],
      [2, 2],
    ],
  });
  assert.equal(
    pick(
      moves,
      [
        [0, 0],
        [2, 2],
      ],
      [4, 0],
    ).play.move,
    "other",
  );
  assert.equal(pick(moves, [[0, 0]], [4, 4]).play.move, "long");
  assert.deepEqual(pick(moves, [[0, 0]], [0, 0]), { path: [] }, "laid down again");
  assert.deepEqual(pick(moves, [[0, 0]], [1, 1]), { path: [[1, 1]] }, "another piece");
  assert.deepEqual(pick(moves, [[0, 0]], [3, 3]), { path: [] }, "nowhere");
});

test("moves of the same cells are told apart by their labels, and one that goes on is not cut short", () => {
  const promotions = [move("q", [1, 0], [0, 0]), move("n", [1, 0], [0, 0])];
  assert.equal(pick(promotions, [[1, 0]], [0, 0]).choose.length, 2);
  const stops = [move("stop", [1, 0], [2, 0]), move("on", [1, 0], [2, 0], [3, 0])];
  const picked = pick(stops, [[1, 0]], [2, 0]);
  assert.deepEqual(
    picked.choose.map(({ move }) => move),
    ["stop"],
  );
  assert.equal(pick(stops, picked.path, [3, 0]).play.move, "on");
});

test("a column stands for where its disc lands, and only where discs fall", () => {
  const board = [
    [null, null],
    [null, "X"],
  ];
  const drops = [move("1", [1, 0]), move("2", [0, 1])];
  assert.deepEqual(landing(drops, true, board, [0, 0]), [1, 0]);
  assert.deepEqual(landing(drops, true, board, [1, 1]), [1, 1], "a cell that is taken stands for itself");
  assert.deepEqual(landing(drops, false, board, [0, 0]), [0, 0]);
});

test("every layout has a place for every cell, and no two overlap", () => {
  const cells = [
    [null, null, null],
    [null, "X", null],
    [null, null, null],
  ];
  for (const [layout, board, count] of [
    ["squares", cells, 9],
    ["cells", cells, 9],
    ["hexes", cells, 9],
    ["edges", cells, 9],
    ["points", cells, 9],
    ["heaps", [[3, 5, 7]], 3],
    [
      "pits",
      [
        [1, 2, 3, 4],
        [1, 5, 6, 4],
      ],
      6,
    ],
  ]) {
    for (const flip of [false, true]) {
      const { spots, width, height } = lay(layout, board, null, { flip });
      assert.equal(spots.length, count, layout);
      assert.ok(
        spots.every(({ x, y }) => x > 0 && y > 0 && x < width && y < height),
        layout,
      );
      for (const a of spots) {
        for (const b of spots) {
          if (a === b) continue;
          const apart = Math.max(
            Math.abs(a.x - b.x) / ((a.width + b.width) / 2),
            Math.abs(a.y - b.y) / ((a.height + b.height) / 2),
          );
          assert.ok(apart > (layout === "hexes" ? 0.49 : 0.999), `${layout}: ${a.cell} and ${b.cell}`);
        }
      }
      const [first] = spots;
      const [ahead, back] = flip ? [-1, 1] : [1, -1];
      assert.equal(toward(spots, first, back, 0), first, `${layout}: nothing is before the first`);
      assert.notEqual(toward(spots, first, ahead, 0), first, `${layout}: something comes after it`);
    }
  }
});

test("the edges' lines go once around the board, however it is turned", () => {
  const cells = Array.from({ length: 3 }, () => Array(3).fill(null));
  for (const [layout, around] of [
    ["squares", 12],
    ["hexes", 22],
  ]) {
    for (const flip of [false, true]) {
      const { spots, width, height } = lay(layout, cells, null, { flip });
      const ends = (edge) => border(edge, spots, flip).split(" ");
      const sides = (edge) =>
        ends(edge)
          .slice(1)
          .map((end, i) => [ends(edge)[i], end].sort().join(" "));
      const all = ["top", "right", "bottom", "left"]
        .flatMap(sides)
        .filter((side) => new Set(side.split(" ")).size === 2);
      assert.deepEqual([all.length, new Set(all).size], [around, around], `${layout}, ${flip}`);
      const along = ends("top").map((end) => Number(end.split(",")[1]));
      assert.ok(
        along.every((y) => (flip ? height - y : y) < 60),
        `${layout}: the top lies ${flip ? "below" : "above"}`,
      );
      const first = ends("left").map((end) => Number(end.split(",")[0]));
      assert.ok(flip ? Math.max(...first) === width : Math.min(...first) === 0, `${layout}: the left edge`);
    }
  }
});

test("points are where lines end and where they cross", () => {
  const board = Array.from({ length: 7 }, () => Array(7).fill(null));
  const points = (lines) => lay("points", board, lines, { flip: false }).spots.length;
  const line = (...ends) => [ends.slice(0, 2), ends.slice(2)];
  const grid = board.flatMap((_, i) => [line(i, 0, i, 6), line(0, i, 6, i)]);
  assert.equal(points(grid), 49);
  // A board of points: three squares, and the four lines that join their sides.
  const square = (i) => [
    line(i, i, i, 6 - i),
    line(6 - i, i, 6 - i, 6 - i),
    line(i, i, 6 - i, i),
    line(i, 6 - i, 6 - i, 6 - i),
  ];
  const joins = [line(0, 3, 2, 3), line(4, 3, 6, 3), line(3, 0, 3, 2), line(3, 4, 3, 6)];
  assert.equal(points([...[0, 1, 2].flatMap(square), ...joins]), 24);
});

test("points that no line meets are none", () => {
  const board = [
    [null, null, null],
    [null, null, null],
    [null, null, null],
  ];
  const { spots } = lay(
    "points",
    board,
    [
      [
        [0, 0],
        [0, 2],
      ],
      [
        [0, 2],
        [2, 2],
      ],
    ],
    { flip: false },
  );
  assert.deepEqual(
    spots.map(({ cell }) => cell),
    [
      [0, 0],
      [0, 2],
      [2, 2],
    ],
  );
});

test("a link reads back as it was written", () => {
  const states = ["rnbqkbnr/8 w KQkq - 0 1", "W:W31,32:B1", "a+b&c=d#e%", "7/7 X"];
  for (const state of states) {
    const { tab, game, options } = link.read(link.write("play", "chess", { state, moves: "e2e4,e7e5", plyd: "" }));
    assert.deepEqual([tab, game, options.get("plyd")], ["play", "chess", null]);
    assert.deepEqual(link.position(options), { state, moves: ["e2e4", "e7e5"] });
  }
  assert.deepEqual(link.position(link.read(link.write("pruning", "tree", { state: "[[3,12],[2]]" })).options).state, [
    [3, 12],
    [2],
  ]);
  assert.equal(link.state("4453"), "4453", "digits are columns, not a number");
  assert.deepEqual(link.read("#nonsense/%ZZ").tab, "play");
});

/** A ply of a tree, as far as the tree looks at it. */
const ply = (move) => ({ move, label: move, side: "white", after: { moves: [move] } });

test("a move elsewhere becomes a variation, and a move that was played there leads back to it", () => {
  let [game, at] = [tree.planted(), tree.ROOT];
  const play = (...moves) => {
    for (const move of moves) ({ tree: game, id: at } = tree.grown(game, at, ply(move)));
    return at;
  };
  const label = (ids) => ids.map((id) => game[id].ply.move).join(" ");
  const c = play("a", "b", "c");
  const main = tree.mainLine(game);
  at = main[0];
  const y = play("x", "y");
  assert.equal(label(tree.mainLine(game)), "a b c", "the main line is as it was");
  assert.equal(label(tree.line(game, y)), "a x y");
  assert.equal(label(tree.variations(game, main[0])), "x");
  at = main[0];
  assert.equal(play("b"), main[1], "the same move is the same node");
  // From a shared node one goes on along the line that was shown.
  assert.equal(label(tree.line(game, main[0], [main[0], game[y].parent, y])), "a x y");
  assert.equal(label(tree.line(game, main[0])), "a b c");
  const promoted = tree.promoted(game, y);
  assert.deepEqual(tree.mainLine(promoted), tree.path(game, y));
  assert.deepEqual(tree.path(promoted, c), main, "the old main line is there");
  const shorter = tree.without(game, game[y].parent);
  assert.deepEqual(tree.variations(shorter, main[0]), []);
  assert.equal(tree.grown(shorter, main[0], ply("z")).id, game.length, "ids are used once");
});

test("a tree is kept as twigs, whose moves lead to each of them", () => {
  let [game, at] = [tree.planted(), tree.ROOT];
  for (const move of ["a", "b"]) ({ tree: game, id: at } = tree.grown(game, at, ply(move)));
  ({ tree: game, id: at } = tree.grown(game, 1, { ...ply("c"), comment: "why not" }));
  const twigs = tree.kept(game);
  assert.deepEqual(
    twigs.map((twig) => twig && [twig.move, twig.parent, twig.comment]),
    [null, ["a", 0, undefined], ["b", 1, undefined], ["c", 1, "why not"]],
  );
  assert.deepEqual(tree.movesTo(twigs, 3), ["a", "c"]);
  assert.deepEqual(tree.kept(tree.without(game, 2))[2], null, "what was taken away is not kept");
  assert.deepEqual(tree.orders(tree.promoted(game, 3))[1], [3, 2]);
});

/** What `record` answers for 1. e4! {one} e5 (1... {or} c5 (1... d5) 2. c3?!) 2. Nf3 with more beside it. */
const RECORD = {
  moves: ["e2e4", "e7e5", "g1f3"],
  comments: { 0: "intro", 1: "one" },
  clocks: { 0: 60_000 },
  nags: { 0: [1], 2: [4, 16] },
  variations: {
    1: [
      { moves: ["c7c5", "c2c3"], comments: { 0: "or", 2: "end" }, nags: { 1: [6] } },
      { moves: ["d7d5"], drawings: { 1: [{ shape: "square", colour: "green", cell: "d5" }] } },
    ],
  },
  drawings: { 3: [{ shape: "arrow", colour: "red", cell: "f3", to: "e5" }] },
};

test("a record's variations, comments, judgements, clocks and drawings become a tree, and the same record again", () => {
  const twigs = records.twigsOf(RECORD);
  assert.deepEqual(
    twigs.map((twig) => twig && [twig.move, twig.parent, twig.comment, twig.nags]),
    [
      null,
      ["e2e4", 0, "one", [1]],
      ["e7e5", 1, undefined, undefined],
      ["g1f3", 2, undefined, [4, 16]],
      ["c7c5", 1, undefined, undefined],
      ["c2c3", 4, "end", [6]],
      ["d7d5", 1, undefined, undefined],
    ],
  );
  assert.deepEqual(
    [twigs[1].clock, twigs[1].before, twigs[4].before],
    [60_000, { comment: "intro" }, { comment: "or" }],
  );
  let game = tree.planted();
  for (const { parent, move, by: _, ...remarks } of twigs.slice(1))
    ({ tree: game } = tree.grown(game, parent, { ...ply(move), ...remarks }));
  const empty = { comments: {}, clocks: {}, nags: {}, variations: {}, drawings: {} };
  const full = (line) => ({
    ...empty,
    ...line,
    variations: Object.fromEntries(Object.entries(line.variations ?? {}).map(([i, others]) => [i, others.map(full)])),
  });
  assert.deepEqual(records.lineFrom(game, 1), full(RECORD));
  assert.deepEqual(
    tree.kept(game),
    twigs.map((twig) => twig && { ...twig, by: ply("").by }),
    "it is kept whole",
  );
  const after = records.lineFrom(game, 1, 10);
  assert.deepEqual([after.nags[10], after.comments[11], Object.keys(after.variations)], [[1], "one", ["11"]]);
});

test("a saved game says who played, at which level, when, by which clocks, and how it ended", () => {
  const facts = { players: ["black", "white"], levels: [{ level: 1 }] };
  const settings = { by: "level", level: 3, clock: "5+3", plays: ["white"] };
  const then = { over: false, outcome: null };
  const node = (by, side, more) => ({ by, side, then, clock: 300_000, ...more });
  const game = (...plies) =>
    plies.reduce(
      ({ tree: grown, at }, ply, i) => {
        const next = tree.grown(grown, at, { move: String(i), ...ply });
        return { tree: next.tree, at: next.id };
      },
      { tree: tree.planted(), at: tree.ROOT },
    ).tree;
  const played = game(node("you", "black"), node("plyd", "white"));
  const view = (more) => ({ tags: {}, ending: null, facts, settings, tree: played, origin: then, ...more });
  const write = (more, format = "pgn") => exporting.said(view(more), format);
  const now = new Date();
  const [month, date] = [now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0"));
  const day = `${now.getFullYear()}.${month}.${date}`;
  const tags = { Black: "Anonymous", White: "plyd level 3", Date: day, TimeControl: "300+3" };
  assert.deepEqual(write({}), { tags: { ...tags, Termination: "unterminated" }, result: "*" });
  // The end of the game counts, whichever position is shown.
  const outcome = { winner: "black", reason: "" };
  const whole = game(node("you", "black"), node("plyd", "white", { then: { over: true, outcome } }));
  assert.deepEqual(write({ tree: whole, at: 1 }), { tags: { ...tags, Termination: "normal" }, result: "1-0" });
  const ending = { node: 2, winner: "white", how: "time" };
  const old = { Black: "Anna", White: "Ben", WhiteElo: "2000", Result: "*", RE: "?", Round: "?", Date: "2001.01.01" };
  assert.deepEqual(write({ ending, tags: old }), {
    tags: { ...tags, Black: "Anna", Date: "2001.01.01", Termination: "time forfeit" },
    result: "0-1",
  });
  assert.equal(write({ ending: { ...ending, winner: null, how: "agreement" } }).result, "1/2-1/2");
  const read = game(node("link", "black"));
  const from = { White: "Ben", RE: "B+R", Result: "1-0" };
  assert.deepEqual(write({ tree: read, tags: from }), { tags: { White: "Ben", RE: "B+R" }, result: "1-0" });
  assert.equal(result({ Result: "1-0" }, facts), "Black won, says the record (1-0).");
  for (const [players, colours, format, first] of [
    [["X", "O"], ["black", "white"], "pgn", "Black"],
    [["X", "O"], ["red", "yellow"], "pgn", "White"],
    [["X", "O"], ["red", "yellow"], "ggf", "Black"],
    [["white", "black"], ["white", "black"], "sgf", "White"],
  ]) {
    const sides = colours.map((colour) => ({ colour }));
    assert.equal(exporting.colours({ players, sides }, format)[0], first, `${players} ${format}`);
  }
});

test("a heap has less in each row, none of its tokens overlap, and it stays in its cell", () => {
  for (let amount = 0; amount <= 24; amount++) {
    const tokens = heaped(amount);
    assert.equal(tokens.length, amount);
    tokens.forEach((a, i) => {
      assert.ok(Math.abs(a.x) + a.size / 2 <= 75 && a.y - a.size / 2 >= -95, `${amount}: ${a.x}, ${a.y}`);
      for (const b of tokens.slice(i + 1)) {
        const apart = Math.hypot(a.x - b.x, a.y - b.y) / a.size;
        assert.ok(apart > 0.94, `${amount}: ${apart}`);
        assert.ok(b.y <= a.y, "from the floor up");
      }
    });
  }
});

test("pieces beside the board are those that a side has more of", () => {
  const pieces = Object.fromEntries(
    [...["pawn", "knight", "bishop", "rook", "queen", "king"].entries()].flatMap(([i, name]) => [
      ["PNBRQK"[i], { side: "white", name }],
      ["pnbrqk"[i], { side: "black", name }],
    ]),
  );
  const facts = { players: ["white", "black"], pieces };
  const board = (letters, hands) => ({ board: [[...letters]], hands });
  const more = (before, now, hands) => {
    const view = { facts, origin: board(before, hands && [[], []]), position: board(now, hands) };
    return facts.players.map((side) => surplus(side, view));
  };
  assert.deepEqual(more("KQk", "KQk"), [null, null], "nothing was taken");
  assert.deepEqual(more("KQPPkrp", "KQPkr")[0], { letters: ["q", "p"], ahead: 5 });
  assert.deepEqual(more("KQPPkrp", "KQPkr")[1], { letters: ["R"], ahead: -5 });
  assert.equal(
    surplus("white", { facts: { ...facts, id: "antichess" }, origin: board("KPk"), position: board("Kk") }),
    null,
  );
  // A pawn that became a queen is one pawn less.
  assert.deepEqual(more("KPPkpp", "KQkp")[0], { letters: ["q"], ahead: 8 });
});

test("a file is read as UTF-8, as Shift JIS if it is of shogi, or as Latin-1; one that is no text is refused", async () => {
  const read = (...bytes) => contents(new File([new Uint8Array(bytes)], "a.bin"), { caps: { max_record_bytes: 100 } });
  assert.equal(await read(0xc3, 0xa9, 0x0d, 0x0a), "é\r\n");
  assert.equal(await read(0xe9), "é");
  // "先手：甲" in Shift JIS. The last two bytes of "Pérez" could be a character of Shift JIS too.
  assert.equal(await read(0x90, 0xe6, 0x8e, 0xe8, 0x81, 0x46, 0x8d, 0x62), "先手：甲");
  assert.equal(await read(0x50, 0xe9, 0x72, 0x65, 0x7a), "Pérez");
  await assert.rejects(read(0x89, 0x50, 0x4e, 0x47, 0), /a\.bin: this is not a text file/);
});

test("a clock that ran when the page was left has run on", () => {
  const now = Date.now();
  const running = clock.keptSpent({ node: 1, ms: 1000, since: 500 }, 2500);
  assert.equal(running.ms, 3000);
  assert.ok(Math.abs(running.since - now) < 1000);
  assert.ok(clock.spentSince({ ms: 3000, since: Date.now() - 60_000 }) >= 63_000);
  const standing = clock.keptSpent({ node: 1, ms: 1000, since: null }, 2500);
  assert.deepEqual(standing, { ms: 1000, since: null });
  assert.equal(clock.spentSince(standing), 1000);
});

test("a time control is minutes, and what each move has", () => {
  const none = { base_ms: 0, increment_ms: 0, delay_ms: 0, period_ms: 0, periods: 0 };
  for (const [text, control, words, tag] of [
    ["5", { base_ms: 300_000 }, "5", "300+0"],
    ["5+3", { base_ms: 300_000, increment_ms: 3000 }, "5+3", "300+3"],
    ["0.5d3", { base_ms: 30_000, delay_ms: 3000 }, "0.5 min, 3 s delay", "30d3"],
    ["10+3x30", { base_ms: 600_000, period_ms: 30_000, periods: 3 }, "10 min + 3 × 30 s", "600+3x30"],
    ["30/move", { delay_ms: 30_000 }, "30 s a move", "1/30"],
  ]) {
    assert.deepEqual(clock.control(text), { ...none, ...control });
    assert.equal(clock.worded(text), words);
    assert.equal(clock.timeControl(clock.control(text)), tag);
  }
  const wrong = ["", "x", "5+", "+3", "-1", "5+3+1", "d3", "5d", "10+0x30", "10+101x30", "10+1.5x30", "/move"];
  for (const text of wrong) assert.equal(clock.control(text), null, text);
  assert.ok(Object.values(clock.CONTROLS).flat().every(clock.control));
});

test("what a clock has left after a move, what a request says about it, and what it shows", () => {
  for (const [text, had, left, next] of [
    ["5+3", 300, 290, 293],
    ["5d3", 303, 301, 303],
    ["5d3", 303, 290, 293],
    ["30/move", 30, 1, 30],
    ["10+3x30", 690, 680, 680],
    ["10+3x30", 95, 85, 90],
    ["10+3x30", 90, 59, 60],
    ["10+3x30", 30, 1, 30],
  ])
    assert.equal(clock.next(clock.control(text), 1000 * had, 1000 * left), 1000 * next, `${text} ${had} ${left}`);
  for (const [text, left, parts, face] of [
    ["5+3", 300, { own_ms: 300_000, increment_ms: 3000 }, "5:00"],
    ["5d3", 303, { own_ms: 300_000, delay_ms: 3000 }, "5:03"],
    ["5d3", 2, { own_ms: 0, delay_ms: 2000 }, "0:02.0"],
    ["30/move", 30, { per_move_ms: 30_000 }, "0:30"],
    ["10+3x30", 690, { own_ms: 600_000, byoyomi_ms: 30_000, byoyomi_periods: 3 }, "10:00 + 3×30 s"],
    ["10+3x30", 90, { own_ms: 0, byoyomi_ms: 30_000, byoyomi_periods: 3 }, "0:30 + 2×30 s"],
    ["10+3x30", 55, { own_ms: 0, byoyomi_ms: 30_000, byoyomi_periods: 2 }, "0:25 + 1×30 s"],
    ["10+3x30", 25, { own_ms: 0, byoyomi_ms: 30_000, byoyomi_periods: 1 }, "0:25"],
  ]) {
    assert.deepEqual(clock.parts(clock.control(text), 1000 * left), parts, `${text} ${left}`);
    assert.equal(clock.faceOf({ settings: { clock: text } }, 1000 * left), face);
  }
});

test("the board after a move is read from its state, in every notation", () => {
  const facts = (more) => ({ id: "x", players: ["X", "O"], pieces: {}, move: { examples: [] }, ...more });
  const position = (state, board) => ({ state, board, to_move: "X" });
  for (const [game, before, board, after, expected] of [
    [
      { layout: "cells" },
      "2/XO X",
      [
        [null, null],
        ["X", "O"],
      ],
      "X1/XO O",
      [
        ["X", null],
        ["X", "O"],
      ],
    ],
    [
      { layout: "cells" },
      "--XO X",
      [
        [null, null],
        ["X", "O"],
      ],
      "X-XX O",
      [
        ["X", null],
        ["X", "X"],
      ],
    ],
    [{ layout: "heaps" }, "3,5 max", [[3, 5]], "3,1 min", [[3, 1]]],
    [
      { layout: "pits" },
      "4,4,0/4,4,0 south",
      [
        [0, 4, 4, 0],
        [0, 4, 4, 0],
      ],
      "0,5,1/5,4,0 north",
      [
        [0, 4, 5, 1],
        [0, 0, 5, 1],
      ],
    ],
  ]) {
    assert.deepEqual(decoded(after, position(before, board), facts(game)), expected, before);
  }
  assert.equal(
    decoded(
      "nonsense",
      position("2/XO X", [
        [null, null],
        ["X", "O"],
      ]),
      facts({ layout: "cells" }),
    ),
    null,
  );
});

test("pieces in hand and signs of promoted pieces stand beside the board in a state, and hands stay in one that is set up", () => {
  const facts = { id: "crazyhouse", layout: "squares", players: ["white", "black"], pieces: {} };
  const board = [
    ["Q", "k"],
    ["K", null],
  ];
  const position = { state: "Q~k/K1[Pn] w - e3 0 1", to_move: "white", board, hands: [["P"], ["n"]] };
  const after = [
    [null, "Q"],
    ["K", null],
  ];
  assert.deepEqual(decoded("1Q~/K1[Pn] b - - 0 1", position, facts), after);
  assert.equal(encoder(position, facts)(after), "1Q/K1[Pn] w - - 0 1");
  const move = {
    move: "a2b2",
    state: "1Q~/K1[Pn] b - - 0 1",
    cells: [
      [0, 0],
      [0, 1],
    ],
  };
  const { board: then, hands } = sketched(position, { ...move, state: "1Q~/K1[QPPn] b - - 0 1" }, facts);
  assert.deepEqual([then, hands], [after, [["Q", "P", "P"], ["n"]]]);
  assert.equal(sketched(position, move, { ...facts, id: "another" }), null, "the hands after it are not known");
  const checks = { state: "Qk/K1 w - - 3+3 0 1", to_move: "white", board, counters: [3, 3] };
  const check = { move: "a2b2", state: "1Q/K1 b - - 2+3 0 1", cells: [] };
  assert.deepEqual(sketched(checks, check, { ...facts, id: "three-check" }).counters, [2, 3]);
});

test("a promoted piece is written as the one that it was, and FEN's letters are sides of any name", () => {
  const pieces = {
    R: { side: "black" },
    D: { side: "black", promoted_from: "R" },
    k: { side: "white" },
    d: { side: "white", promoted_from: "r" },
  };
  const shogi = { id: "x", layout: "cells", players: ["black", "white"], pieces };
  const board = [
    ["D", null],
    ["k", "R"],
  ];
  const position = { state: "+R1/kR b 2p 1", to_move: "black", board };
  const after = [
    ["D", "D"],
    ["d", null],
  ];
  assert.deepEqual(decoded("+R+R/+r1 w 2p 2", position, shogi), after);
  assert.equal(encoder(position, shogi)(after), "+R+R/+r1 b 2p 1");
  assert.equal(withSide(position.state, "black", "white"), "+R1/kR w 2p 1");
  const red = { state: "Kk/2 w - - 0 1", to_move: "red", board: [["K", "k"], Array(2).fill(null)] };
  const move = { move: "a1a0", state: "1k/K1 b - - 1 1", cells: [] };
  const facts = { id: "x", layout: "cells", players: ["red", "black"], pieces: {} };
  assert.equal(sketched(red, move, facts).to_move, "black");
  assert.equal(withSide(red.state, "red", "black"), "Kk/2 b - - 0 1");
});

test("a set-up position of nine men's morris takes its men from the hand", () => {
  const pieces = { W: { side: "white", name: "white man" }, B: { side: "black", name: "black man" } };
  const facts = { players: ["white", "black"], pieces };
  assert.equal(settable("nine-mens-morris").rest(" W 9,9 0", [["W", "W", null, "B"]], facts), " W 7,8 0");
  assert.equal(settable("nine-mens-morris").rest(" W 0,0 4", [["W", "B", null]], facts), " W 0,0 4");
});

test("seeds go round past the other side's store", () => {
  const before = [
    [0, 1, 1, 0],
    [0, 3, 1, 0],
  ];
  const after = [
    [0, 1, 2, 1],
    [0, 0, 2, 1],
  ];
  assert.deepEqual(special("kalah").sown([1, 1], before, after), [
    [1, 2],
    [0, 3],
    [0, 2],
  ]);
});

test("a static value is expected score, however large it is", () => {
  const facts = { players: ["X", "O"], expected_score: { scale: 72.8 } };
  assert.equal(expectedOf(0, "O", facts), 0.5);
  assert.ok(expectedOf(10_000, "X", facts) > 0.999);
  assert.ok(expectedOf(10_000, "O", facts) < 0.001);
  assert.ok(Math.abs(expectedOf(72.8, "X", facts) - 0.731) < 0.001);
  assert.equal(expectedOf(999_990, "O", facts), 0);
});

test("an explicit tree is read, edited and written", () => {
  for (const state of [
    [
      [3, 12, 8],
      [2, 4, 6],
      [14, 5, 2],
    ],
    { side: "min", children: { left: 3, right: [1, 2] } },
    [[[1]], 5],
    7,
  ]) {
    assert.deepEqual(explicit.write(explicit.parse(state)), state);
  }
  const edited = explicit.parse([
    [3, 12],
    [2, 4],
  ]);
  assert.deepEqual(explicit.write(explicit.move(edited, ["1"], 0)), [
    [2, 4],
    [3, 12],
  ]);
  assert.deepEqual(explicit.write(explicit.change(edited, ["0", "1"], () => null)), [[3], [2, 4]]);
  assert.deepEqual(explicit.write(explicit.addChild(edited, ["1", "0"], 9)), [
    [3, 12],
    [[9], 4],
  ]);
  assert.deepEqual(
    explicit.write(explicit.change(explicit.parse([[3]]), ["0", "0"], () => null)),
    [0],
    "a node that lost its children is a leaf",
  );
  for (const wrong of ["x", [], [[]], { children: {} }, null]) assert.equal(explicit.parse(wrong), null);
});

/** A listing as the contract describes it, made by an alpha-beta written here. */
function listing(tree, alpha = null, beta = null, max = true, name = null) {
  const node = {
    move: name,
    label: null,
    side: max ? "max" : "min",
    state: tree,
    alpha,
    beta,
    value: tree,
    bound: "exact",
    why: "over",
    cut: null,
    pruned: [],
    pruned_omitted: 0,
    omitted: 0,
    children: [],
  };
  if (typeof tree === "number") return node;
  let best = null;
  node.why = "interior";
  for (const [i, child] of tree.entries()) {
    const below = listing(child, alpha, beta, !max, String(i));
    node.children.push(below);
    if (best === null || (max ? below.value > best : below.value < best)) best = below.value;
    if (max) alpha = Math.max(alpha ?? best, best);
    else beta = Math.min(beta ?? best, best);
    if (alpha !== null && beta !== null && alpha >= beta) {
      node.pruned = tree.slice(i + 1).map((_, k) => String(i + 1 + k));
      if (node.pruned.length > 0)
        [node.cut, node.bound] = [
          { kind: max ? "beta" : "alpha", by: String(i), at: max ? [best, beta] : [alpha, best] },
          max ? "lower" : "upper",
        ];
      break;
    }
  }
  return { ...node, value: best };
}

test("the walk visits what the listing has, in its order, and says why a branch is cut", () => {
  const state = [
    [3, 12, 8],
    [2, 4, 6],
    [14, 5, 2],
  ];
  const root = listing(state);
  const twig = drawnTree(root, explicit.parse(state));
  const list = steps(twig, "max", plain, true);
  const leaves = list.filter(({ kind }) => kind === "leaf").map(({ id }) => id);
  assert.deepEqual(leaves, ["0/0", "0/1", "0/2", "1/0", "2/0", "2/1", "2/2"]);
  assert.equal(reason(root.children[1], plain), "2 ≤ α = 3");
  assert.deepEqual([...known(list, list.length).cut], ["1"]);
  const back = list.findLast(({ kind, id }) => kind === "back" && id === "");
  assert.deepEqual([back.best, back.window], [3, [3, null]]);
  assert.equal(list.at(-1).best, 3);
  // The windows that a step shows are those with which the next child was entered.
  const entered = list.find(({ kind, id }) => kind === "enter" && id === "1");
  assert.deepEqual(entered.window, [3, null]);
  const whole = drawnTree(listing(state), null);
  assert.equal(whole.children[1].children.length, 3, "what was cut is drawn too, as far as it is known");
});

test("events are read however they are cut into pieces", async () => {
  const text = 'event: progress\ndata: {"a":\ndata: 1}\n\n: searching\n\nevent: result\r\ndata: {"ü":2}\r\n\r\n';
  const bytes = new TextEncoder().encode(text);
  for (const size of [1, 3, 7, 1000]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
      bytes.slice(i * size, (i + 1) * size),
    );
    const heard = [];
    for await (const event of events(new Blob(pieces).stream())) heard.push(event);
    assert.deepEqual(heard, [
      { event: "progress", data: '{"a":\n1}' },
      { event: "result", data: '{"ü":2}' },
    ]);
  }
});

test("scores are said as people say them", () => {
  const [discs, pawns] = [{ score: { unit: "Discs." } }, { score: { unit: "Centipawns: about 100 for a pawn." } }];
  const mate = { value: 999993, outcome: "win", plies: 7 };
  assert.equal(shortly(mate, pawns), "wins within 4", "a distance is said in moves");
  assert.equal(shortly({ value: 999999, outcome: "win", plies: 1 }, pawns), "wins in 1", "nothing is faster");
  assert.equal(shortly({ value: -8, outcome: "loss", plies: null }, discs), "loses −8");
  assert.equal(shortly({ value: 0, outcome: "draw", plies: null }, discs), "draws");
  assert.equal(shortly({ value: 1234, outcome: null, plies: null }, discs), "+1,234");
  assert.equal(shortly({ value: 120, outcome: null, plies: null }, pawns), "+1.2");
  assert.equal(shortly({ value: -1234, outcome: null, plies: null }, pawns), "−12.3");
  assert.equal(spoken({ value: 120, outcome: null, plies: null }, "White", pawns), "+1.2 for White");
});

test("a tree has its values in pawns to a hundredth, and proven ones as one likes", () => {
  const pawns = { score: { kind: "distance", unit: "Centipawns: about 100 for a pawn." } };
  const [discs, seeds] = [
    { score: { kind: "distance", unit: "Discs." } },
    { score: { kind: "margin", unit: "Seeds." } },
  ];
  assert.deepEqual([35, -120, 0].map(writing(pawns, "distances")), ["+0.35", "−1.20", "0.00"]);
  assert.deepEqual([35, -120].map(writing(discs, "outcomes")), ["+35", "−120"]);
  assert.deepEqual([35, -120].map(writing(seeds, "plain")), ["35", "−120"]);
  assert.deepEqual([999_997, -999_996].map(writing(pawns, "distances")), ["W3", "L4"]);
  assert.deepEqual([999_997, -999_996].map(writing(pawns, "outcomes")), ["+1", "−1"]);
  assert.deepEqual([999_997, 35].map(writing(pawns, "plain")), ["999997", "35"]);
});

test("the winner is named first, by the name on the board", () => {
  const sides = [
    { name: "Black", colour: "black" },
    { name: "White", colour: "white" },
  ];
  const facts = { players: ["X", "O"], sides, score: { kind: "margin" } };
  const end = (winner, reason) => ({ outcome: { winner, reason }, evaluation: null, to_move: "X" });
  const points = (side) => (side === "X" ? 2 : 61);
  assert.equal(ended(end("O", "full board"), facts, points), "White wins, 61 to 2.");
  assert.equal(ended(end("X", "five in a row"), facts), "Black wins: five in a row.");
  assert.equal(ended(end(null, "full board"), facts), "A draw: full board.");
  assert.equal(named("X joins the top, O the left of 3xX.", facts), "Black joins the top, White the left of 3xX.");
});

test("games are found by their names first, and those that were played last come first", () => {
  const game = (id, title, summary, aliases = []) => ({ id, title, summary, aliases, players: [], start: "" });
  const games = [
    game("chess", "Chess", "every rule of the board"),
    game("draughts", "International draughts", "flying kings"),
    game("othello", "Othello", "a chess player's rest", ["reversi"]),
  ];
  const ids = (some) => some.map(({ id }) => id);
  assert.deepEqual(ids(found(games, "chess")), ["chess", "othello"]);
  assert.deepEqual(ids(found(games, " REVERSI ")), ["othello"]);
  assert.deepEqual(ids(found(games, "kings flying")), ["draughts"]);
  assert.deepEqual(ids(found(games, "go")), []);
  const [[title, first], ...rest] = shelved(games, ["othello", "gone"]);
  assert.deepEqual([title, ids(first)], ["Played last", ["othello"]]);
  assert.deepEqual(
    rest.flatMap(([, some]) => ids(some)),
    ["chess", "draughts"],
  );
});

test("requests with a body have the id of the tab, by which a proxy chooses their server", async (context) => {
  const sent = [];
  context.mock.method(globalThis, "fetch", async (path, { headers }) => {
    sent.push(headers["x-plyd-game"]);
    return Response.json({});
  });
  await ask("/v1/games/chess/search", {});
  await ask("/v1/games/chess/search", {});
  await ask("/v1/games");
  assert.match(sent[0], /^[0-9a-f]{4,16}$/);
  assert.deepEqual(sent.slice(1), [sent[0], undefined]);
});

test("absent cells have no spot, and the names of columns and rows follow the board's outline", () => {
  const board = Array.from({ length: 3 }, () => Array(3).fill(null));
  const corners = [
    [0, 0],
    [2, 2],
  ];
  const { spots, columns, rows, starts, width, height } = lay("hexes", board, null, { flip: false }, corners);
  assert.equal(spots.length, 7);
  assert.equal(Math.min(...spots.map((spot) => spot.x - spot.width / 2)), 0, "the board begins at the left");
  assert.ok(spots.every(({ x, y }) => x > 0 && y > 0 && x < width && y < height));
  assert.deepEqual([columns.length, rows.length, starts.length], [3, 3, 3]);
  // The middle row is the longest one.
  assert.ok(starts[1] < starts[0] && starts[1] < starts[2], String(starts));
});

const { lineOf, written } = await load("rules/text.ts");

test("a path of rules leads to its line", () => {
  const text = written({
    board: [3, 3],
    pieces: { P: { moves: ["fmW", { jump: "fF", again: "must" }], becomes: { K: "far" } }, K: { moves: "mF" } },
    end: [{ line: 3, wins: "last" }],
  });
  const line = (path) => text.split("\n")[lineOf(text, path)].trim();
  assert.match(line("rules.board[1]"), /^"board"/);
  assert.match(line("rules.pieces.P.moves[1].jump"), /^"P"/);
  assert.match(line("rules.pieces.K"), /^"K"/);
  assert.match(line("rules.end[0].wins"), /^"end"/);
  assert.match(line("rules.end[7].wins"), /^"end"/, "the nearest word above");
  assert.equal(lineOf(text, "rules"), 0);
  assert.equal(lineOf("{", "rules.x.y"), 0, "a text that is not whole");
});

test("an indented text is a tree, and a text that is none is refused with its line", () => {
  for (const [text, state] of [
    [
      "Max\n  Min\n    3\n    12\n  Min\n    2\n    4",
      [
        [3, 12],
        [2, 4],
      ],
    ],
    ["3\n5\n-2", [3, 5, -2]],
    ["- a\n\t- 3\n\t- 4\n- b: 7", { children: { a: [3, 4], b: 7 } }],
    ["Min\n  3\n  4", { side: "min", children: { 0: 3, 1: 4 } }],
    ["a\n  1", { children: { a: [1] } }],
  ]) {
    assert.deepEqual(read(text), { state }, text);
    assert.deepEqual(read(indented(explicit.parse(state))), { state }, "written and read again");
  }
  for (const [text, fault] of [
    ["", /no node/],
    ["3 4", /^Line 1 should be/],
    ["a\nb: 3", /^Line 1 has neither/],
    ["a\n    3\n  4", /^Line 3 is indented/],
    ["a: 1\na: 2", /^Line 2 has the name/],
    ["a: 1\n2", /^Line 2: either all/],
    ["1: 5\n0: 6", /^Line 1: a name needs a letter/],
    ["Max 3", /^Line 1 says whose/],
  ])
    assert.match(read(text).fault, fault, text);
});

test("words stand where they cover least", () => {
  const box = (left, top, right, bottom) => ({ left, top, right, bottom });
  const frame = box(0, 0, 400, 300);
  const node = box(180, 140, 220, 160);
  assert.equal(placed([100, 40], node, [], frame).side, "right");
  assert.equal(placed([100, 40], node, [box(220, 0, 400, 300)], frame).side, "left");
  assert.equal(placed([100, 40], node, [box(220, 0, 400, 300), box(0, 0, 180, 300)], frame).side, "below");
  // Half of the words would lie over a node at the right, or some of them over words at the left.
  const right = [box(220, 0, 270, 300)];
  const left = [box(150, 0, 180, 300)];
  assert.equal(
    placed([100, 40], node, [...right, ...left, box(0, 0, 400, 130), box(0, 170, 400, 300)], frame).side,
    "left",
  );
  assert.equal(
    placed([100, 40], node, [...right, box(0, 0, 400, 130), box(0, 170, 400, 300)], frame, left).side,
    "right",
    "what is read stays free",
  );
  const walls = [box(232, 130, 400, 300), box(0, 0, 168, 300), box(130, 0, 231, 128), box(0, 160, 400, 300)];
  assert.deepEqual(placed([100, 40], node, walls, frame), { x: 232, y: 88, side: "right" }, "across a corner");
  const { x, y } = placed([100, 40], box(380, 0, 400, 20), [], frame);
  assert.deepEqual([x >= 0 && x <= 300, y >= 0 && y <= 260], [true, true], "inside the frame");
});

test("typed moves are read as people write them", () => {
  const named = (label, move) => ({ label, move, cells: [], state: "" });
  const chess = [
    named("Nf3", "g1f3"),
    named("exd5", "e4d5"),
    named("bxc3", "b2c3"),
    named("Bxc3", "d2c3"),
    named("a8=Q+", "a7a8q"),
    named("a8=N", "a7a8n"),
    named("O-O", "e1g1"),
    named("O-O-O", "e1c1"),
  ];
  const label = (move) => move.label ?? move.move;
  const meant = (text, moves = chess) => typed(text, moves, label).move?.move ?? null;
  assert.equal(meant("Nf3"), "g1f3");
  assert.equal(meant("nf3"), "g1f3");
  assert.equal(meant("g1-f3"), "g1f3");
  assert.equal(meant("ed5"), "e4d5");
  assert.equal(meant("bxc3"), "b2c3");
  assert.equal(meant("Bc3"), "d2c3");
  assert.equal(meant("a8"), null, "a promotion to which piece?");
  assert.equal(meant("a8Q"), "a7a8q");
  assert.equal(meant("0-0"), "e1g1");
  assert.equal(meant("o-o-o"), "e1c1");
  assert.equal(typed("O-O", chess, label).begun.length, 2);
  assert.equal(meant("Ke2"), null);
  const draughts = [named(null, "32-28"), named(null, "3-28"), named(null, "28x19")];
  assert.equal(meant("32-28", draughts), "32-28");
  assert.equal(meant("28x19", draughts), "28x19");
  assert.equal(meant("3228", draughts), null);
  assert.deepEqual(typed("", draughts, label), { move: null, begun: [] });
  // A sign can be all that tells two moves apart.
  const shogi = [named("Bx2b+", "8h2b+"), named("Bx2b=", "8h2b"), named("P-7f", "7g7f")];
  for (const { label, move } of shogi) {
    assert.equal(meant(label, shogi), move);
    assert.equal(meant(move, shogi), move);
  }
  assert.equal(meant("B2b", shogi), null, "with or without promotion?");
  assert.equal(meant("p7f", shogi), "7g7f");
  const xiangqi = [named("C2=5", "h2e2"), named("C2+5", "h2h7")];
  assert.equal(meant("C2=5", xiangqi), "h2e2");
  assert.equal(meant("c2+5", xiangqi), "h2h7");
  assert.equal(meant("C2-5", xiangqi), null);
});

/** The rules of all style sheets, as selectors and declarations. */
async function rules() {
  const sheets = ["src/docs/docs.css"];
  for (const name of await readdir("src/styles")) sheets.push(`src/styles/${name}`);
  const found = [];
  for (const sheet of sheets) {
    const text = (await readFile(sheet, "utf8")).replace(/\/\*[^]*?\*\//g, "");
    for (const [, selector, body] of text.matchAll(/([^{}]+)\{([^{}]*)\}/g))
      found.push({ sheet, selector: selector.trim(), body });
  }
  assert.ok(found.length > 500);
  return found;
}

test("letters have two weights", async () => {
  const weights = (await rules()).flatMap(({ body }) => [
    ...body.matchAll(/font-weight:\s*([^;]+);|font:\s*(\d{3}|bold\w*)\s/g),
  ]);
  assert.deepEqual([...new Set(weights.map(([, long, short]) => long ?? short))].sort(), ["400", "600"]);
});

test("what is chosen or current has no colour of what can be done", async () => {
  const state = /aria-(current|pressed|selected)|:checked|\.turn-here|\.runs|\.bar\b/;
  const states = (await rules()).filter(({ selector }) => state.test(selector));
  assert.ok(states.length > 10);
  assert.deepEqual(
    states.filter(({ body }) => /--pine/.test(body)),
    [],
  );
});
