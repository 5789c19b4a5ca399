// The bot in matches of a real boardgame.io server, where the others are people's clients.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Client } from "plyd";
import { plydServerBot } from "plyd-boardgame.io";
import { serve, until } from "../../typescript/test/server.mjs";
import { BothActive, ConnectFour, connectFour, TicTacToe, ticTacToe } from "./games.mjs";

const require = createRequire(import.meta.url);
const boardgame = { ...require("boardgame.io/client"), ...require("boardgame.io/multiplayer") };
const { Server } = require("boardgame.io/server");

// A game in which a player may give up, and one that takes no moves.
const Resignable = {
  ...TicTacToe,
  name: "resignable",
  moves: { ...TicTacToe.moves, resign: ({ events, playerID }) => events.endGame({ winner: String(1 - playerID) }) },
};
const Refusing = { ...TicTacToe, name: "refusing", moves: { clickCell: () => "INVALID_MOVE" } };

let plyd;
let running;
let server;
let lobby;
before(async () => {
  plyd = await serve();
  const games = Server({ games: [TicTacToe, ConnectFour, BothActive, Resignable, Refusing], origins: [] });
  const { apiServer, appServer } = await games.run(0);
  running = { games, apiServer, appServer };
  server = `http://127.0.0.1:${appServer.address().port}`;
  lobby = new boardgame.LobbyClient({ server });
});
after(async () => {
  await plyd.stop();
  running.games.kill(running);
  // Connections that boardgame.io keeps open would keep the test running.
  running.appServer.closeAllConnections();
});

const create = async (rules) => (await lobby.createMatch(rules.name, { numPlayers: 2 })).matchID;

const bot = (how) =>
  plydServerBot(boardgame, { client: new Client(plyd.url), server, onAdvice: () => {}, search: { depth: 9 }, ...how });

/** A person in a match. `play` is called with each state in which it is this person's turn. */
async function person(rules, matchID, play = () => {}) {
  const { playerID, playerCredentials: credentials } = await lobby.joinMatch(rules.name, matchID, {
    playerName: "Ann",
  });
  const multiplayer = boardgame.SocketIO({ server });
  const table = boardgame.Client({ game: rules, multiplayer, matchID, playerID, credentials, debug: false });
  let last = 0;
  table.subscribe((state) => {
    // After a move the client shows it before the server has ended the turn.
    if (!state?.isActive || state.ctx.turn === last) return;
    last = state.ctx.turn;
    play(state, table.moves);
  });
  table.start();
  await until(() => table.getState()?.isConnected, "the person is connected");
  return table;
}

const firstFree = ({ G }, { clickCell }) => setTimeout(clickCell, 0, G.cells.indexOf(null));

/** A child that plays, the lines that it prints, and its end. */
function sitting(matchID, place, environment = {}) {
  const program = fileURLToPath(new URL("sitting.mjs", import.meta.url));
  const given = [program, server, plyd.url, matchID, ...(place ? [JSON.stringify(place)] : [])];
  const child = spawn("node", given, {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  process.once("exit", () => child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { child, line: async () => (await lines.next()).value };
}

test("in two rooms at a time, each match is played to its end", async () => {
  const rooms = await Promise.all([create(TicTacToe), create(ConnectFour)]);
  const tables = await Promise.all([
    person(TicTacToe, rooms[0], firstFree),
    person(ConnectFour, rooms[1], ({ G }, { drop }) => setTimeout(drop, 0, G.cells.slice(0, 7).indexOf(null))),
  ]);
  const bots = [
    bot({ ...ticTacToe, rules: TicTacToe }),
    bot({ ...connectFour, rules: ConnectFour, search: { level: 6, seed: 1 } }),
  ];
  const seats = await Promise.all(bots.map((each, room) => each.join(rooms[room])));
  assert.deepEqual(await Promise.all(seats.map(({ ended }) => ended)), ["over", "over"]);
  for (const table of tables) {
    await until(() => table.getState().ctx.gameover, "the person sees the end");
    // A person who takes the first free place loses against both.
    assert.deepEqual(table.getState().ctx.gameover, { winner: "1" });
    table.stop();
  }
});

test("in a match in which both players are active, the bot waits for its turn", async () => {
  const matchID = await create(BothActive);
  const table = await person(BothActive, matchID);
  const asked = [];
  const fetching = (url, request) => (asked.push(url), fetch(url, request));
  const client = new Client(plyd.url, { fetch: fetching });
  const seat = await bot({ ...ticTacToe, client, rules: BothActive }).join(matchID);
  assert.equal(asked.length, 0);
  table.moves.clickCell(4);
  await until(() => table.getState().ctx.turn === 3, "the bot answers");
  assert.deepEqual([asked.length, table.getState().G.outOfTurn], [1, 0]);
  seat.stop();
  table.stop();
});

test("a level gets one seed for each match, also after it returns to its seat", async () => {
  const sent = [];
  const fetching = (url, request) => (sent.push(JSON.parse(request.body).seed), fetch(url, request));
  const client = new Client(plyd.url, { fetch: fetching });
  const rooms = await Promise.all([create(TicTacToe), create(TicTacToe)]);
  const level = bot({ ...ticTacToe, client, rules: TicTacToe, search: { level: 5 } });
  const moves = async (count) => until(() => sent.length >= count, `the bot asks ${count} times`);
  const place = await level.join(rooms[0]);
  await moves(1);
  place.stop();
  const back = await level.join(rooms[0], place);
  const table = await person(TicTacToe, rooms[0], firstFree);
  await moves(3);
  assert.ok(Number.isSafeInteger(sent[0]), `seeds ${sent}`);
  assert.equal(new Set(sent).size, 1);
  const other = await level.join(rooms[1]);
  await until(() => sent.some((seed) => seed !== sent[0]), "another match has another seed");
  back.stop();
  other.stop();
  table.stop();
});

test("a bot that is killed while it thinks comes back to its seat and plays on", async () => {
  const matchID = await create(TicTacToe);
  const first = sitting(matchID, null, { STUCK: "1" });
  const place = JSON.parse(await first.line());
  assert.equal(place.playerID, "0");
  const table = await person(TicTacToe, matchID, firstFree);
  assert.equal(await first.line(), "thinks");
  first.child.kill("SIGKILL");
  await until(() => !table.matchData[0].isConnected, "the server sees that the bot is gone");
  assert.equal(table.getState().ctx.turn, 1);
  const second = sitting(matchID, place);
  assert.deepEqual(JSON.parse(await second.line()), place);
  assert.equal(await second.line(), "over");
  assert.deepEqual(table.getState().ctx.gameover, { winner: "0" });
  table.stop();
});

test("a person who never moves: the bot waits without asking anything, or leaves after a time, and its seat is free", async () => {
  const matchID = await create(TicTacToe);
  const table = await person(TicTacToe, matchID);
  const searched = async () => (await (await fetch(`${plyd.url}/metrics`)).text()).match(/^plyd_search.*$/gm);
  const before = await searched();
  assert.ok(before.length > 0);
  const seat = await bot({ ...ticTacToe, rules: TicTacToe, idleMs: 300 }).join(matchID);
  assert.equal(await seat.ended, "idle");
  assert.deepEqual(await searched(), before);
  const { players } = await lobby.getMatch("tic-tac-toe", matchID);
  assert.deepEqual(
    players.map(({ name }) => name),
    ["Ann", undefined],
  );
  // It comes back as a new player, and leaves again when `leave` is called.
  const again = await bot({ ...ticTacToe, rules: TicTacToe }).join(matchID);
  assert.notEqual(again.credentials, seat.credentials);
  table.moves.clickCell(4);
  await until(() => table.getState().ctx.turn === 3, "the bot answers");
  await again.leave();
  assert.equal(await again.ended, "left");
  table.stop();
});

test("a lost bot resigns by the game's own move", async () => {
  const matchID = await create(Resignable);
  // X has the first move, and plyd is told of a position that O has lost.
  const lost = ["0", null, "0", null, "0", "1", null, "1", null];
  const table = await person(Resignable, matchID, firstFree);
  const seat = await bot({
    ...ticTacToe,
    position: () => ticTacToe.position({ cells: lost }),
    rules: Resignable,
    resign: () => ({ move: "resign" }),
  }).join(matchID);
  assert.equal(await seat.ended, "over");
  await until(() => table.getState().ctx.gameover, "the person sees the end");
  assert.deepEqual(table.getState().ctx.gameover, { winner: "0" });
  table.stop();
});

test("faults end the bot's part with an error that says what happened", async () => {
  const join = async (rules, how) => {
    const matchID = await create(rules);
    return bot({ ...ticTacToe, rules, answerMs: 1_000, ...how }).join(matchID);
  };
  await assert.rejects((await join(Refusing, {})).ended, /does not take plyd's move b2, which became clickCell\(4\)/);
  await assert.rejects((await join(TicTacToe, { position: () => ({ state: "X" }) })).ended, { code: "invalid_state" });
  const full = await create(TicTacToe);
  await Promise.all([person(TicTacToe, full), person(TicTacToe, full)].map(async (table) => (await table).stop()));
  await assert.rejects(bot({ ...ticTacToe, rules: TicTacToe }).join(full), { name: "Error" });
  await assert.rejects(
    bot({ ...ticTacToe, rules: TicTacToe, answerMs: 500 }).join(full, { playerID: "0", credentials: "x" }),
    /the server does not show the match/,
  );
});
