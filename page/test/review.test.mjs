// A game judged: after it was played, or pasted.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  anyMove,
  BLACKBURNE,
  button,
  cells,
  holding,
  open,
  paste,
  PATIENT,
  PHONE,
  played,
  reviewQuickly,
  serve,
  staged,
  tab,
  turn,
  until,
  within,
} from "./browser.mjs";

const { server, browser } = await staged();

// The Opera Game, Morphy against the Duke of Brunswick and Count Isouard, 1858.
const OPERA =
  "e2e4,e7e5,g1f3,d7d6,d2d4,c8g4,d4e5,g4f3,d1f3,d6e5,f1c4,g8f6,f3b3,d8e7,b1c3,c7c6,c1g5,b7b5,c3b5,c6b5,c4b5,b8d7," +
  "e1c1,a8d8,d1d7,d8d7,h1d1,e7e6,b5d7,f6d7,b3b8,d7b8,d1d8";
const PGN =
  '[White "Anna"]\n[Black "Ben"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1';

test("a newcomer plays a move within ten seconds, and has a pasted game reviewed within thirty", async (t) => {
  const started = Date.now();
  const page = await open(browser, server.origin);
  await turn(page, /Your turn/);
  await anyMove(page);
  const moved = Date.now() - started;
  await page.locator(".chosen-game").click();
  await page
    .locator(".picker li", { hasText: /^Chess/ })
    .locator("button")
    .click();
  await until(async () => page.url().includes("#play/chess"), "chess");
  const began = Date.now();
  await paste(page, PGN);
  await turn(page, /Black wins: checkmate/);
  await button(page, "Review the game").click();
  await page.locator(".review table").waitFor(PATIENT);
  const reviewed = Date.now() - began;
  t.diagnostic(`a move after ${moved} ms, a review after ${reviewed} ms`);
  within(10_000, moved, "a move");
  within(30_000, reviewed, "a review");
  await page.clean();
});

test("verdicts stand at the moves, turning points lead to the board, and it says what was better", async () => {
  const page = await open(browser, server.origin, `#play/chess?plyd=none&moves=${BLACKBURNE}`);
  await turn(page, /Black wins/);
  await reviewQuickly(page);
  await button(page, "Review the game").click();
  await page.locator(".review table").waitFor(PATIENT);
  assert.match(await page.locator(".moves button", { hasText: "Nxf7" }).innerText(), /\?\?$/);
  assert.equal(await page.locator(".graph figcaption").innerText(), "Expected score for White, from 0 to 1");
  assert.match(await page.locator(".review tbody tr").first().innerText(), /White\s+\d+ %/);
  await page.locator(".turning button", { hasText: "Nxf7" }).click();
  await turn(page, /White to move/);
  assert.match(
    await page.locator(".said").innerText(),
    /^Here \S+ was better than Nxf7, a blunder: White’s (evaluation|expected score) fell from \S+/,
  );
  await page.locator(".best-arrow").waitFor(PATIENT);
  await page.keyboard.press("ArrowRight");
  await button(page, "What was better?").click();
  await turn(page, /White to move/);
  // A variation loses nothing of the review.
  await cells(page, "d2", "d3");
  await page.locator(".variation", { hasText: "d3" }).waitFor(PATIENT);
  assert.equal(await page.locator(".review table").count(), 1);
  assert.match(await page.locator(".moves button", { hasText: "Nxf7" }).innerText(), /\?\?$/);
  await page.clean();
});

test("a review goes from fault to fault, says why in the server's words, and its better lines are played on the board", async () => {
  const page = await open(browser, server.origin, `#play/chess?plyd=none&moves=${BLACKBURNE}`);
  await turn(page, /Black wins/);
  await reviewQuickly(page);
  await button(page, "Review the game").click();
  await page.locator(".review table").waitFor(PATIENT);
  await button(page, "Start review").click();
  const walk = page.locator(".walk");
  const said = page.locator(".said");
  await said.filter({ hasText: /than Nd4, an inaccuracy/ }).waitFor(PATIENT);
  assert.match(await walk.innerText(), /Fault 1 of 5/);
  assert.ok(await button(page, "‹ Fault before").isDisabled());
  for (const [move, place] of [
    ["Nxe5", 2],
    ["Nxf7", 3],
    ["Rf1", 4],
    ["Be2", 5],
  ]) {
    await button(page, "› Next fault").click();
    await said.filter({ hasText: `than ${move},` }).waitFor(PATIENT);
    assert.match(await walk.innerText(), new RegExp(`Fault ${place} of 5`));
  }
  assert.ok(await button(page, "› Next fault").isDisabled());
  await said.locator(".why", { hasText: "Be2: It leaves the knight on f7 hanging; taking it gains" }).waitFor(PATIENT);
  await said.locator(".why", { hasText: /^Qe2: (It|After) / }).waitFor(PATIENT);
  // The line's second move: it stays in sight while it is on the board, as a variation of the game.
  await said.locator(".better button").nth(1).click();
  await turn(page, /White to move/);
  await page.locator(".variation", { hasText: /Qe2[^]*Nxe2/ }).waitFor(PATIENT);
  assert.equal(await said.locator(".better [aria-current]").innerText(), "Nxe2");
  assert.match(await walk.innerText(), /Fault 5 of 5/);
  await button(page, "‹ Fault before").click();
  await said.filter({ hasText: "than Rf1," }).waitFor(PATIENT);
  await page.clean();
});

test("a review shows how far it is, is stopped, and needs no mouse, on a phone too", async () => {
  const page = await open(browser, await holding(server, 5), `#play/chess?plyd=none&moves=${OPERA}`, {
    viewport: PHONE,
  });
  await until(async () => (await played(page)) === 33, "the game");
  await tab(page, "Review");
  await button(page, "Review the game").focus();
  await page.keyboard.press("Enter");
  const bar = page.getByRole("progressbar", { name: "Progress of the review", exact: true });
  await until(async () => Number(await bar.getAttribute("aria-valuenow")) > 0, "it goes on");
  const stop = page.locator(".review").getByRole("button", { name: "Stop" });
  await stop.focus();
  await page.keyboard.press("Enter");
  await button(page, "Again").waitFor(PATIENT);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= PHONE.width);
  await page.clean();
});

test("a finished game of Connect Four tells a won position given away with certainty", async () => {
  const page = await open(browser, server.origin, "#play/connect-four?plyd=none&moves=4,4,4,4,4,3,1,3,1,3,1,3");
  await turn(page, /wins|draw|move/);
  await reviewQuickly(page);
  await button(page, "Review the game").click();
  await page.locator(".review table").waitFor(PATIENT);
  assert.ok((await page.locator(".moves .blunder, .moves .mistake, .moves .inaccuracy").count()) > 0);
  await page.clean();
});

test("a server that goes away in the middle is waited for, and a stopped review waits for nobody", async (t) => {
  const first = await serve();
  t.after(() => first.stop());
  const page = await open(browser, await holding(first, 5), `#play/chess?plyd=none&moves=${OPERA}`, {
    expected: [/ERR_|Failed to load/],
  });
  await until(async () => (await played(page)) === 33, "the game");
  await button(page, "Review the game").click();
  const bar = page.getByRole("progressbar", { name: "Progress of the review", exact: true });
  await until(async () => Number(await bar.getAttribute("aria-valuenow")) > 0, "it goes on");
  // At once: a server that is asked to stop finishes its reviews first.
  await first.stop("SIGKILL");
  const trouble = page.locator(".review .notice", { hasText: /went away|does not answer/ });
  await trouble.waitFor(PATIENT);
  await page.locator(".review").getByRole("button", { name: "Stop" }).click();
  await button(page, "Again").waitFor(PATIENT);
  assert.equal(await trouble.count(), 0);
  await page.clean();
});

test("on a phone the result, and what can follow, come under the board when the game ends", async () => {
  const moves = BLACKBURNE.split(",");
  const page = await open(browser, server.origin, `#play/chess?plyd=none&moves=${moves.slice(0, -1)}`, {
    viewport: PHONE,
    touch: true,
  });
  await turn(page, /Black to move/);
  const shown = () => page.locator(".panels [aria-pressed=true]").innerText();
  assert.equal(await shown(), "Game");
  await cells(page, "d4", "f3");
  await turn(page, /Black wins/);
  await button(page, "Review the game").waitFor(PATIENT);
  assert.ok(await button(page, "Play again").isVisible());
  assert.equal(await shown(), "Review");
  await button(page, "Play again").tap();
  await turn(page, /White to move/);
  await until(async () => (await shown()) === "Game", "what was under the board");
  await page.clean();
});
