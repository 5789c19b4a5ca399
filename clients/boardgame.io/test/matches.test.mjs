// Matches of the real boardgame.io, played to their end by two bots, and how faults appear there.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { Client, ProblemError, UnreachableError } from "plyd";
import { plydBot } from "plyd-boardgame.io";
import { serve, until } from "../../typescript/test/server.mjs";
import { BothActive, ConnectFour, connectFour, TicTacToe, ticTacToe } from "./games.mjs";

const require = createRequire(import.meta.url);
const { Bot, Simulate, Step } = require("boardgame.io/ai");
const boardgame = require("boardgame.io/client");
const { Local } = require("boardgame.io/multiplayer");

let server;
let client;
before(async () => {
  server = await serve();
  client = new Client(server.url);
});
after(() => server.stop());

const bot = (how) => plydBot(Bot, { client, search: { nodes: 2_000 }, ...how });

/** Plays a match between two bots under boardgame.io's own master. Returns each state that it reaches. */
async function match(game, bots) {
  const table = boardgame.Client({ game, multiplayer: Local({ bots }), debug: false });
  const states = [];
  try {
    await new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error("the match does not end")), 60_000);
      table.subscribe((state) => {
        if (state === null) return;
        states.push(state);
        if (state.ctx.gameover === undefined) return;
        clearTimeout(timer);
        resolve();
      });
      table.start();
    });
  } finally {
    table.stop();
  }
  return states;
}

async function played(game, about, searches) {
  const [first, second] = searches.map((search) => bot({ ...about, search }));
  const states = await match(game, { 0: first, 1: second });
  const { G, ctx } = states.at(-1);
  // Both agree that the game is over.
  const { over, outcome, board } = await client.position(about.game, about.position(G, ctx));
  assert.equal(over, true);
  assert.deepEqual(
    ctx.gameover,
    outcome.winner === null ? { draw: true } : { winner: outcome.winner === "X" ? "0" : "1" },
  );
  assert.deepEqual(
    board.flat(),
    G.cells.map((player) => (player === null ? null : "XO"[player])),
  );
  const moves = G.cells.filter((player) => player !== null).length;
  assert.equal(ctx.turn, moves);
  console.log(`${game.name}: ${moves} moves, ${outcome.winner ?? "nobody"} wins: ${outcome.reason}`);
  return { moves, outcome };
}

test("a match of tic-tac-toe between two that play well is drawn", async () => {
  const { moves, outcome } = await played(TicTacToe, ticTacToe, [{ depth: 9 }, { level: 10 }]);
  assert.deepEqual([moves, outcome], [9, { winner: null, reason: "full board" }]);
});

test("a match of Connect Four: who moves first and plays perfectly wins", async () => {
  const { outcome } = await played(ConnectFour, connectFour, [{ depth: 42 }, { level: 6, seed: 1 }]);
  assert.deepEqual(outcome, { winner: "X", reason: "four in a row" });
});

test("Simulate and Step: the bots are boardgame.io's own kind, and say what they found", async () => {
  const table = boardgame.Client({ game: TicTacToe, debug: false });
  const given = { enumerate: TicTacToe.ai.enumerate };
  const Perfect = bot({ ...ticTacToe, search: { depth: 9 } });
  const first = await Step(table, new Perfect(given));
  assert.deepEqual([first.payload.type, first.payload.args], ["clickCell", [4]]);
  const { state, metadata } = await Simulate({ game: TicTacToe, bots: new Perfect(given), state: table.getState() });
  assert.deepEqual(state.ctx.gameover, { draw: true });
  assert.deepEqual(metadata.score, { value: 0, outcome: "draw", plies: null });
  assert.equal(metadata.pv.length, 1);
});

test("a level gets one seed for each match, which may be chosen", async () => {
  const state = boardgame.Client({ game: TicTacToe, debug: false }).getState();
  const seeds = async (player, turns) => {
    const found = [];
    for (const turn of turns) {
      const { metadata } = await player.play({ ...state, ctx: { ...state.ctx, turn } }, "0");
      found.push(metadata.seed);
    }
    return found;
  };
  const given = { enumerate: TicTacToe.ai.enumerate };
  const Level = bot({ ...ticTacToe, search: { level: 5 } });
  // The third turn is the first one of another match.
  const [first, second, third] = await seeds(new Level(given), [1, 3, 1]);
  const [other] = await seeds(new Level(given), [1]);
  assert.equal(first, second);
  assert.equal(new Set([first, third, other]).size, 3);
  const Seeded = bot({ ...ticTacToe, search: { level: 5, seed: 7 } });
  assert.deepEqual(await seeds(new Seeded(given), [1, 1]), [7, 7]);
});

test("a bot with manners tells its advice before each move, and resigns by the game's own move", async () => {
  const states = { G: { cells: Array(9).fill(null) }, ctx: { currentPlayer: "0" } };
  const heard = [];
  const Polite = bot({
    ...ticTacToe,
    onAdvice: async (advice) => heard.push(advice),
    resign: () => ({ move: "resign" }),
  });
  const { metadata } = await new Polite({ enumerate: () => [] }).play(states, "0");
  assert.equal(heard.length, 1);
  assert.equal(typeof heard[0].think_ms, "number");
  assert.deepEqual([metadata.advice, metadata.label], [heard[0], metadata.move]);
  // O is to move and cannot stop three threats of X.
  const lost = { ctx: { currentPlayer: "1" }, G: { cells: ["0", null, "0", null, "0", "1", null, "1", null] } };
  const Resigning = bot({ ...ticTacToe, search: { depth: 9 }, resign: () => ({ move: "resign" }) });
  const { action } = await new Resigning({ enumerate: () => [] }).play(lost, "1");
  assert.equal(action.payload.type, "resign");
});

test("asked while its seat is not to move, a bot does nothing", async () => {
  const second = bot({ ...ticTacToe, search: { depth: 9 } });
  const table = boardgame.Client({
    game: BothActive,
    multiplayer: Local({ bots: { 1: second } }),
    playerID: "0",
    debug: false,
  });
  table.start();
  try {
    for (const moves of [1, 3]) {
      // The bot is asked after each move, and after a tenth of a second.
      await delay(250);
      const { G, ctx } = table.getState();
      assert.deepEqual([ctx.turn, ctx.currentPlayer, G.outOfTurn], [moves, "0", 0]);
      table.moves.clickCell(G.cells.indexOf(null));
      await until(() => table.getState().ctx.turn === moves + 2, "the bot answers");
    }
    assert.equal(table.getState().G.outOfTurn, 0);
  } finally {
    table.stop();
  }
  // In a game whose turns do not change, the options say whose move it is.
  const state = { G: { cells: Array(9).fill(null) }, ctx: { currentPlayer: "0", activePlayers: { 0: null, 1: null } } };
  const listed = { enumerate: () => [] };
  const types = async (how) => {
    const player = new (bot({ ...ticTacToe, ...how }))(listed);
    return Promise.all(["0", "1"].map(async (seat) => (await player.play(state, seat)).action.type));
  };
  assert.deepEqual(await types({}), ["MAKE_MOVE", "NOTHING"]);
  assert.deepEqual(await types({ toMove: () => "1" }), ["NOTHING", "MAKE_MOVE"]);
  const stopped = boardgame.Client({ game: BothActive, debug: false });
  const before = stopped.getState();
  await Step(stopped, new second(listed));
  assert.equal(stopped.getState().ctx.turn, 2);
  // boardgame.io asks for the first active seat, which is not to move now.
  await Step(stopped, new second(listed));
  assert.deepEqual([before.ctx.turn, stopped.getState().ctx.turn], [1, 2]);
});

/** The error that a bot's move throws. */
async function thrown(how, { game = TicTacToe, cells } = {}) {
  const state = boardgame.Client({ game, debug: false }).getState();
  const player = new (bot(how))({ enumerate: game.ai.enumerate });
  return player.play(cells ? { ...state, G: { cells } } : state, "0").then(
    () => assert.fail("nothing was thrown"),
    (error) => error,
  );
}

test("a fault in what was handed over is named", async () => {
  const state = await thrown({ ...ticTacToe, position: () => ({ state: "XOX/OX../..O" }) });
  assert.ok(state instanceof ProblemError);
  assert.deepEqual([state.code, state.path], ["invalid_state", "state"]);

  const move = await thrown({ ...ticTacToe, move: (name) => ({ move: "clickCell", args: [name] }) });
  assert.match(move.message, /plyd's move b2 became clickCell\("b2"\), which the game does not list: clickCell\(0\) /);

  const over = await thrown(ticTacToe, { cells: ["0", "0", "0", "1", "1", null, null, null, null] });
  assert.match(over.message, /plyd has no move in "XXX\/OO\.\/\.\.\. O": to it the game is over/);
});

test("a server that is gone is heard of, and the match goes on when it is back", async () => {
  const first = await serve();
  const away = new Client(first.url);
  await first.stop();
  const heard = [];
  let second;
  const Patient = plydBot(Bot, {
    ...ticTacToe,
    client: away,
    search: { depth: 9 },
    async onError(error) {
      heard.push(error);
      second ??= await serve("--listen", new URL(first.url).host);
      return true;
    },
  });
  try {
    const states = await match(TicTacToe, { 0: Patient, 1: Patient });
    assert.deepEqual(states.at(-1).ctx.gameover, { draw: true });
  } finally {
    await second?.stop();
  }
  assert.equal(heard.length, 1);
  assert.ok(heard[0] instanceof UnreachableError, String(heard[0]));
});

test("without anybody to hear it, it ends a program by its name", async () => {
  const gone = await serve();
  await gone.stop();
  const program = `
    import { createRequire } from "node:module";
    import { Client } from "plyd";
    import { plydBot } from "plyd-boardgame.io";
    import { TicTacToe, ticTacToe } from "./test/games.mjs";
    const require = createRequire(import.meta.resolve("plyd-boardgame.io"));
    const bot = plydBot(require("boardgame.io/ai").Bot, { ...ticTacToe, client: new Client("${gone.url}") });
    const multiplayer = require("boardgame.io/multiplayer").Local({ bots: { 0: bot, 1: bot } });
    require("boardgame.io/client").Client({ game: TicTacToe, multiplayer, debug: false }).start();`;
  const { status, stderr } = spawnSync("node", ["--input-type=module", "--eval", program], {
    cwd: new URL("..", import.meta.url),
    encoding: "utf8",
    timeout: 60_000,
  });
  assert.notEqual(status, 0);
  assert.match(stderr, /UnreachableError: the server is gone: .*ECONNREFUSED/);
});
