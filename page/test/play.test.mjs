// Whole games, in a real browser, by clicking and by the keyboard.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  anyMove,
  button,
  cell,
  cells,
  follow,
  holding,
  open,
  PATIENT,
  played,
  reads,
  sample,
  staged,
  turn,
  until,
  within,
} from "./browser.mjs";

const { server, browser } = await staged();

const OVER = /wins|draw|Leaf:/i;
const YOURS_OR_OVER = /Your turn|wins|draw/i;

/** Plays against plyd until the game is over. */
async function whole(page, most) {
  for (let moves = 0; moves < most; moves++) {
    await turn(page, YOURS_OR_OVER);
    if (OVER.test(await page.locator(".turn").innerText())) break;
    await anyMove(page);
  }
  await turn(page, OVER);
}

test("in Connect Four the first click is a move that plyd answers", async () => {
  const started = Date.now();
  const page = await open(browser, server.origin, "#play/connect-four");
  await turn(page, /Your turn/);
  await cell(page, "column 4, row 6").click();
  await until(async () => (await played(page)) === 2, "plyd answered");
  within(10_000, Date.now() - started, "from opening the page to an answered move");
  assert.match(await page.locator(".moves button").first().innerText(), /4$/);
  await turn(page, /Your turn/);
  assert.match(
    await page.locator(".exchanged .source").innerText(),
    /curl 'http.*\/v1\/games\/connect-four\/search' --json '\{.*"moves":\["4"\].*"level":/s,
  );
  assert.match(await page.locator(".exchanged .answer").innerText(), /"pruned_fraction"|"nodes"/);
  await page.clean();
});

test("a whole game of tic-tac-toe", async () => {
  const page = await open(browser, server.origin, "#play/tic-tac-toe");
  await whole(page, 9);
  assert.ok((await played(page)) >= 5);
  assert.equal(await page.locator(".cell.legal").count(), 0, "nothing can be played when the game is over");
  await page.clean();
});

test("a whole game of Connect Four", async () => {
  const page = await open(browser, server.origin, "#play/connect-four?level=6");
  await whole(page, 42);
  assert.ok((await played(page)) >= 7);
  assert.ok(await page.locator(".graph .line").count(), "the score's graph");
  await page.clean();
});

test("tic-tac-toe by keyboard alone, and each move is announced", async () => {
  const page = await open(browser, server.origin, "#play/tic-tac-toe?plyd=none");
  await turn(page, /X to move/);
  const said = page.locator("[role=status]").first();
  for (let tabs = 0; tabs < 60; tabs++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement?.getAttribute("role") === "gridcell")) break;
  }
  const here = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  assert.match(await here(), /^b2, empty, can be played/);
  // X: b2 b1 b3; O: a2 a1 (a1 by way of a2).
  for (const [keys, name] of [
    ["", "b2"],
    ["ArrowLeft", "a2"],
    ["ArrowRight ArrowDown", "b1"],
    ["ArrowLeft", "a1"],
    ["ArrowRight ArrowUp ArrowUp", "b3"],
  ]) {
    for (const key of keys.split(" ").filter(Boolean)) await page.keyboard.press(key);
    await reads(here, new RegExp(`^${name},`));
    const before = await played(page);
    await page.keyboard.press("Enter");
    await until(async () => (await played(page)) === before + 1, `${name} was played`);
    assert.match(await said.innerText(), new RegExp(`played .*${name}`));
  }
  await turn(page, /X wins/);
  assert.match(await said.innerText(), /X wins/);
  await page.clean();
});

test("ten moves of chess with a promotion, chosen by its label", async () => {
  const page = await open(browser, server.origin, "#play/chess?plyd=none");
  const moves = ["e2 e4", "d7 d5", "e4 d5", "c7 c6", "d5 c6", "a7 a6", "c6 b7", "a6 a5", "b7 a8", "g8 f6"];
  for (const [i, move] of moves.entries()) {
    await turn(page, i % 2 === 0 ? /White to move/ : /Black to move/);
    await cells(page, ...move.split(" "));
    if (move === "b7 a8") {
      assert.equal(await page.locator(".choice button.primary").count(), 4);
      await page.locator(".choice button.primary", { hasText: "=Q" }).click();
    }
    await until(async () => (await played(page)) === i + 1, `${move} was played`);
  }
  assert.match(await cell(page, "a8").getAttribute("aria-label"), /white queen/);
  assert.match(await page.locator(".moves").innerText(), /Nf6/);
  await page.clean();
});

test("a chain of captures in checkers, cell by cell", async () => {
  const page = await open(browser, server.origin, "#play/checkers?plyd=none&state=B:W15,24,32:B10");
  await turn(page, /Black to move/);
  for (const at of ["2,3", "4,5"]) await page.locator(`[data-cell="${at}"]`).click();
  assert.equal(await played(page), 0, "a chain is one move");
  await page.locator('[data-cell="6,7"]').click();
  await until(async () => (await played(page)) === 1, "the chain was played");
  assert.equal(await page.locator(".board .disc.white").count(), 1, "two were captured");
  await page.clean();
});

test("a pass in Othello is a button", async () => {
  const page = await open(browser, server.origin, `#play/othello?plyd=none&state=OX${"-".repeat(62)}+X`);
  await turn(page, /Black to move/);
  await page.getByRole("group", { name: "Moves" }).getByRole("button", { name: "pass" }).click();
  await turn(page, /White to move/);
  assert.equal(await page.locator(".cell.legal").count(), 1);
  await page.clean();
});

test("a stream arrives, is stopped, and the best move so far is played", async () => {
  // Its end would never come.
  const page = await open(browser, await holding(server, 4), "#play/chess?time=9000&plyd=black");
  await turn(page, /Your turn/);
  await button(page, "Analysis").click();
  await cells(page, "e2", "e4");
  await page.locator(".verdict", { hasText: /at depth ([3-9]|\d\d)/ }).waitFor(PATIENT);
  const bar = page.getByRole("progressbar");
  await until(async () => Number(await bar.getAttribute("aria-valuenow")) > 0, "progress");
  await page.getByRole("button", { name: "Stop" }).click();
  await until(async () => (await played(page)) === 2, "plyd moved");
  await turn(page, /Your turn/);
  await page.clean();
});

test("every move's value stands on the board when asked for", async () => {
  const page = await open(browser, server.origin, "#play/tic-tac-toe?state=XOX/OX./..O+X&plyd=none");
  await page.getByRole("checkbox", { name: "Show values" }).check();
  await page.locator(".badge.win").waitFor(PATIENT);
  assert.equal(await page.locator(".badge").count(), 3);
  assert.match(await cell(page, "a1").getAttribute("aria-label"), /wins in 1 move/);
  await page.clean();
});

test("Chess960 from a start by its number, castling by the king and its rook", async () => {
  const page = await open(browser, server.origin, "#play/chess?plyd=none");
  await turn(page, /White to move/);
  const start = async (number) => {
    await page.getByRole("button", { name: "Paste" }).click();
    await page.getByLabel("Chess960, start number").fill(number);
    await reads(() => page.locator("dialog textarea").inputValue(), new RegExp(`^chess960:${number}$`));
    await page.locator("dialog").getByRole("button", { name: "Open" }).click();
  };
  await start("959");
  await until(async () => /rook/.test(await cell(page, "c1").getAttribute("aria-label")), "the row RKRNNQBB");
  await page.getByRole("button", { name: "Paste" }).click();
  await page.locator("dialog").getByRole("button", { name: "Random" }).click();
  await reads(() => page.locator("dialog textarea").inputValue(), /^chess960:\d+$/);
  await page.locator("dialog textarea").fill("4k3/8/8/8/8/8/8/RK4R1 w GA - 0 1 chess960");
  await page.locator("dialog").getByRole("button", { name: "Open" }).click();
  await until(async () => /king/.test(await cell(page, "b1").getAttribute("aria-label")), "the pasted position");
  await cells(page, "b1", "g1");
  await turn(page, /Black to move/);
  assert.match(await cell(page, "g1").getAttribute("aria-label"), /king/);
  assert.match(await cell(page, "f1").getAttribute("aria-label"), /rook/);
  assert.match(await page.locator(".moves button").first().innerText(), /O-O/);
  await page.clean();
});

test("undo, flip, new game, paste, and a link that reopens the position", async () => {
  const page = await open(browser, server.origin, "#play/tic-tac-toe?plyd=none");
  await turn(page, /X to move/);
  await cells(page, "b2");
  await turn(page, /O to move/);
  await cells(page, "a1");
  await turn(page, /X to move/);
  const link = page.url();
  await page.getByRole("button", { name: "Flip" }).click();
  const [x, y] = await cell(page, "a1").evaluate((at) => [at.getBoundingClientRect().x, at.getBoundingClientRect().y]);
  assert.ok(x > 640 && y < 400, "a1 is at the top right of a turned board");
  await page.getByRole("button", { name: "Undo" }).click();
  await turn(page, /O to move/);
  assert.match(await cell(page, "a1").getAttribute("aria-label"), /empty/);
  await page.getByRole("button", { name: "New game" }).click();
  await turn(page, /X to move/);
  assert.equal(await played(page), 0);
  await page.getByRole("button", { name: "Paste" }).click();
  await page.locator("dialog textarea").fill("XOX/OX./..O X");
  await page.locator("dialog").getByRole("button", { name: "Open" }).click();
  await until(async () => (await page.locator(".cell.legal").count()) === 3, "the pasted position");
  await page.clean();
  const again = await open(browser, server.origin, link.slice(link.indexOf("#")));
  await turn(again, /X to move/);
  assert.equal(await played(again), 2);
  assert.match(await cell(again, "a1").getAttribute("aria-label"), /O|nought/);
  await again.clean();
});

test("a draw that may be claimed is offered, and play goes on where nobody does", async () => {
  const shuffle = "h1g1,h8g8,g1h1,g8h8,h1g1,h8g8,g1h1,g8h8";
  const page = await open(
    browser,
    server.origin,
    `#play/chess?state=7k/8/8/8/8/8/r7/1Q5K+w+-+-+0+1&moves=${shuffle}&plyd=none`,
  );
  await turn(page, /draw: threefold repetition/i);
  await page.getByRole("button", { name: "Play on" }).click();
  await turn(page, /White to move/);
  await cells(page, "b1", "a2");
  await turn(page, /Black to move/);
  assert.match(page.url(), /draws=automatic/);
  await page.clean();
});

test("a leaf is worth what stands in it, and a tree has neither clock nor review nor graph", async () => {
  const page = await open(browser, server.origin, "#play/tree?plyd=none&clock=5%2B3&moves=2,0");
  await turn(page, /^Leaf: 14 for Max\.$/);
  assert.equal(await played(page), 2);
  for (const part of [".clock-choice", ".clock", ".review", ".graph"])
    assert.equal(await page.locator(part).count(), 0, part);
  await page.clean();
});

test("at the end of Oware each side has one number, its seeds among them", async () => {
  const page = await open(
    browser,
    server.origin,
    "#play/oware?plyd=none&state=0,0,0,0,2,1,24/1,1,3,0,0,6,10+south&moves=F",
  );
  await turn(page, /^South wins/);
  const texts = (selector) => page.locator(selector).allTextContents();
  assert.deepEqual(await texts("output.points"), ["20", "28"]);
  assert.deepEqual((await texts(".table .store .amount")).sort(), ["20", "28"]);
  await page.clean();
});

test("the request can be taken along as curl, fetch and Python", async () => {
  const page = await open(browser, server.origin, "#play/tic-tac-toe");
  await turn(page, /Your turn/);
  await cells(page, "b2");
  await until(async () => (await played(page)) === 2, "plyd answered");
  const source = page.locator(".exchanged .source");
  for (const [language, pattern] of [
    ["fetch", /await fetch\(".*\/v1\/games\/tic-tac-toe\/search"/],
    ["Python", /urllib\.request/],
    ["curl", /^curl /],
  ]) {
    await page.locator(".exchanged .segments label", { hasText: language }).click();
    await reads(() => source.innerText(), pattern);
  }
  await page.clean();
});

test("either side, both or none is plyd's", async () => {
  const page = await open(browser, server.origin, "#play/tic-tac-toe?plyd=X,O&level=3");
  await turn(page, OVER);
  assert.ok((await played(page)) >= 5, "plyd played both sides to the end");
  await page.clean();
});

test("a small board that is won is marked, and edges are their players'", async () => {
  const state = "1X5O1/3O3OO/OX1O1X1X1/2X6/1XXO1XOXX/1XXO2OOO/X1X1X1O2/O1XOOX2O/X1XOO1OX1+X+5";
  const boards = await open(browser, server.origin, `#play/ultimate-tic-tac-toe?plyd=none&state=${state}`);
  await turn(boards, /X to move/);
  assert.deepEqual(
    [await boards.locator(".board .area").count(), await boards.locator(".board .area.won").count()],
    [9, 3],
  );
  assert.equal(await boards.locator('[role=gridcell][aria-label*="won by O"]').count(), 9);
  assert.match(await cell(boards, "g4").getAttribute("aria-label"), /nought, won by O/);
  await cell(boards, "e6").click();
  await turn(boards, /O to move/);
  await boards.clean();
  const hex = await open(browser, server.origin, "#play/hex?plyd=none");
  await turn(hex, /Black to move/);
  assert.deepEqual(
    await hex
      .locator(".board .borders polyline:not(.rim)")
      .evaluateAll((lines) => lines.map(({ classList }) => classList.value)),
    ["black", "white", "black", "white"],
  );
  await hex.clean();
});

test("every game opens and makes three moves", async (t) => {
  const page = await open(browser, server.origin, "#run");
  const layouts = new Set();
  for (const { id } of await sample(server.origin)) {
    const { layout } = await (await fetch(`${server.origin}/v1/games/${id}`)).json();
    layouts.add(layout);
    await t.test(id, async () => {
      await follow(page, `#play/${id}?plyd=none`);
      await turn(page, /to move/);
      for (let moves = 1; moves <= 3; moves++) {
        if (OVER.test(await page.locator(".turn").innerText())) break;
        await anyMove(page);
      }
      assert.ok((await played(page)) >= 2);
      assert.equal(await page.locator("[data-notice]").count(), 0);
    });
  }
  await page.clean();
  for (const layout of ["squares", "cells", "points", "hexes", "pits", "edges", "heaps", null]) {
    assert.ok(layouts.has(layout), `no game has the layout ${layout}`);
  }
});
