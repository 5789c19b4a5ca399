// The parts that need no browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { build } from "esbuild";

/** A module of the page's sources. */
async function load(path) {
  const { outputFiles } = await build({ entryPoints: [`src/${path}`], bundle: true, format: "esm", write: false });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`);
}

const { pick, landing } = await load("board/picking.ts");
const { border, lay, toward } = await load("board/geometry.ts");
const link = await load("link.ts");
const explicit = await load("pruning/explicit.ts");
const { drawnTree, known, reason, steps, plain } = await load("pruning/walk.ts");
const { ask, events } = await load("ask.ts");
const { shortly } = await load("words.ts");

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

test("a column stands for where its disc lands, and only where moves are columns", () => {
  const board = [
    [null, null],
    [null, "X"],
  ];
  const drops = [move("1", [1, 0]), move("2", [0, 1])];
  assert.deepEqual(landing(drops, ["1", "2"], board, [0, 0]), [1, 0]);
  assert.deepEqual(landing(drops, ["1", "2"], board, [1, 1]), [1, 1], "a cell that is taken stands for itself");
  assert.deepEqual(landing([move("a1", [1, 0])], ["a", "b"], board, [0, 0]), [0, 0]);
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
      const { spots, width, height } = lay(layout, board, null, flip);
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
      const { spots, width, height } = lay(layout, cells, null, flip);
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
  const points = (lines) => lay("points", board, lines, false).spots.length;
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
    false,
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
  const tree = explicit.parse([
    [3, 12],
    [2, 4],
  ]);
  assert.deepEqual(explicit.write(explicit.move(tree, ["1"], 0)), [
    [2, 4],
    [3, 12],
  ]);
  assert.deepEqual(explicit.write(explicit.change(tree, ["0", "1"], () => null)), [[3], [2, 4]]);
  assert.deepEqual(explicit.write(explicit.addChild(tree, ["1", "0"], 9)), [
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
  assert.equal(shortly({ value: 999993, outcome: "win", plies: 7 }), "wins in 4", "a distance is said in moves");
  assert.equal(shortly({ value: -8, outcome: "loss", plies: null }), "loses −8");
  assert.equal(shortly({ value: 0, outcome: "draw", plies: null }), "draws");
  assert.equal(shortly({ value: 1234, outcome: null, plies: null }), "+1,234");
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
