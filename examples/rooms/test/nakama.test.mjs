// The match handler of Nakama, without Nakama: a runtime that sends its requests nowhere.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import ts from "typescript";

const source = readFileSync(new URL("../nakama.ts", import.meta.url), "utf8");
const { handler } = new Function(`${ts.transpile(source, { target: "ES2022" })}; return { handler };`)();

const position = { to_move: "O", outcome: null };
const search = { ...position, move: "a1", advice: { resign: false, claim_draw: null, think_ms: 1_000 } };

/** How plyd answers when it is well, busy behind a proxy, or away. */
const well = (url) => ({ code: 200, body: JSON.stringify(url.endsWith("search") ? search : position) });
const busy = () => ({ code: 503, body: "<h1>busy</h1>" });
const away = () => {
  throw new Error("connection refused");
};

for (const [name, fault] of Object.entries({ busy, away })) {
  test(`a match goes on after plyd was ${name}, at each of its requests`, () => {
    let answers = well;
    const nk = { httpRequest: (url) => answers(url), binaryToString: String };
    const sent = [];
    const dispatcher = { broadcastMessage: (code, data) => sent.push([code, JSON.parse(data)]) };
    const logger = { error: (...what) => assert.fail(what.join(" ")) };
    const person = { userId: "ann" };
    const { state } = handler.matchInit({ env: {} }, logger, nk, { game: "tic-tac-toe" });
    state.side = state.toMove = "X";
    state.person = person;
    state.emptySince = null;
    let tick = 0;
    const loop = (...moves) => {
      tick += 1;
      const messages = moves.map((move) => ({ opCode: 1, sender: person, data: JSON.stringify({ move }) }));
      handler.matchLoop({ env: {} }, logger, nk, dispatcher, tick, state, messages);
    };

    answers = fault;
    assert.throws(() => handler.matchInit({ env: {} }, logger, nk, { game: "tic-tac-toe" }), /plyd does not answer/);
    loop("b2");
    assert.deepEqual(state.moves, []);
    assert.match(sent.pop()[1].detail, /plyd does not answer/, "the person hears of it");

    answers = well;
    loop("b2");
    assert.deepEqual(state.moves, ["b2"]);
    assert.equal(state.planned.move, "a1");

    answers = fault;
    loop();
    loop();
    assert.deepEqual(state.moves, ["b2"], "plyd's move cannot be checked");
    answers = well;
    for (let ticks = 0; ticks < 12; ticks++) loop();
    assert.deepEqual(state.moves.slice(0, 2), ["b2", "a1"]);

    answers = fault;
    state.planned = null;
    loop();
    assert.equal(state.planned.move, null);
    answers = well;
    for (let ticks = 0; ticks < 12; ticks++) loop();
    assert.equal(state.moves.at(-1), "a1", "plyd was asked again");
  });
}
