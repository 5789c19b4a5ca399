// People in rooms of a real Colyseus server, with plyd in the other seat.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client } from "@colyseus/sdk";
import { defineServer, defineRoom } from "colyseus";
import { Client as Plyd } from "plyd";
import { serve, until } from "../../../clients/typescript/test/server.mjs";
import { PlydRoom } from "../colyseus.mjs";

let plyd;
let server;
let lobby;
/** The searches of all rooms. */
const asked = [];
before(async () => {
  plyd = await serve();
  class Room extends PlydRoom {
    plyd = new Plyd(plyd.url, {
      fetch: (url, request) => {
        if (String(url).endsWith("/search")) asked.push(JSON.parse(request.body));
        return fetch(url, request);
      },
    });
  }
  server = defineServer({ rooms: { board: defineRoom(Room) }, greet: false });
  await server.listen(0);
  lobby = new Client(`ws://127.0.0.1:${server.transport.server.address().port}`);
});
after(async () => {
  await server.gracefullyShutdown(false);
  await plyd.stop();
});

/** A person in a room, who makes the first legal move each time, or none. */
async function person(options, plays = true) {
  const room = await lobby.create("board", { waitMs: 0, ...options });
  const refused = [];
  room.onMessage("refused", (why) => refused.push(why));
  room.onMessage("draw", () => {});
  const asker = new Plyd(plyd.url);
  let made = -1;
  room.onStateChange(async ({ game, moves, seats, toMove, end }) => {
    if (!plays || end || seats.get(toMove) !== room.sessionId || made === moves.length) return;
    made = moves.length;
    const { legal_moves } = await asker.position(game, { moves: [...moves], draws: "automatic" });
    room.send("move", legal_moves[0].move);
  });
  return { room, refused };
}

test("a match against plyd is played to its end, with one seed", async () => {
  asked.length = 0;
  const { room } = await person({ game: "tic-tac-toe", level: 10 });
  await until(() => room.state.end, "the match ends");
  // Who always takes the first free cell loses.
  assert.equal(room.state.end, "O wins: three in a row");
  assert.ok(room.state.moves.length >= 6);
  assert.equal(new Set(asked.map(({ seed }) => seed)).size, 1);
  assert.ok(Number.isSafeInteger(asked[0].seed), `seed ${asked[0].seed}`);
  await room.leave();
});

test("an illegal move is refused with a reason, and the person may move again", async () => {
  const { room, refused } = await person({ game: "tic-tac-toe" }, false);
  await until(() => room.state.seats?.size === 2, "plyd sits down");
  room.send("move", "z9");
  await until(() => refused.length === 1, "the move is refused");
  assert.match(refused[0], /z9/);
  room.send("move", "b2");
  await until(() => room.state.moves?.length === 2, "plyd answers");
  await room.leave();
});

test("two people play each other, and plyd stays away", async () => {
  const first = await lobby.create("board", { game: "tic-tac-toe", waitMs: 60_000 });
  const second = await lobby.joinById(first.roomId);
  await until(() => second.state.seats?.size === 2, "both sit");
  assert.ok(![...second.state.seats.values()].includes("plyd"));
  first.send("move", "b2");
  await until(() => second.state.moves?.length === 1, "the move is seen");
  second.send("resign");
  await until(() => first.state.end, "the match ends");
  assert.equal(first.state.end, "O resigned");
  await Promise.all([first.leave(), second.leave()]);
});

test("a person who never moves keeps the room open, without a search, until leaving", async () => {
  const { room } = await person({ game: "tic-tac-toe" }, false);
  await until(() => room.state.seats?.size === 2, "plyd sits down");
  assert.deepEqual([room.state.moves.length, room.state.toMove, room.state.end], [0, "X", ""]);
  await room.leave();
});
