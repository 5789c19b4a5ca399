// Nothing is lost: variations, games that were left, edits that were refused, and moves on their way to a slow server.

import assert from "node:assert/strict";
import { test } from "node:test";
import { button, cell, cells, open, paste, PATIENT, played, reads, staged, turn, until } from "./browser.mjs";

const { server, browser } = await staged();

const OPERA =
  "e2e4,e7e5,g1f3,d7d6,d2d4,c8g4,d4e5,g4f3,d1f3,d6e5,f1c4,g8f6,f3b3,d8e7,b1c3,c7c6,c1g5,b7b5,c3b5,c6b5,c4b5,b8d7," +
  "e1c1,a8d8,d1d7,d8d7,h1d1,e7e6,b5d7,f6d7,b3b8,d7b8,d1d8";

test("another move in the middle of a game is a variation, which is led to, made the main line and deleted", async () => {
  const page = await open(browser, server.origin, `#play/chess?plyd=none&moves=${OPERA}`);
  await turn(page, /White wins/);
  await page.locator(".moves button", { hasText: "Qe6" }).click();
  await turn(page, /White to move/);
  await cells(page, "b3", "b4");
  await turn(page, /Black to move/);
  assert.equal(await played(page), 34, "33 moves and the new one");
  const variation = page.locator(".variation");
  assert.match(await variation.innerText(), /15\.\s*(White:)?\s*Qb4/);
  await cells(page, "e6", "d6");
  await turn(page, /White to move/);
  assert.match(await variation.innerText(), /Qb4\s*(Black:)?\s*Qd6/);
  // The game is still there.
  await page.locator(".moves button", { hasText: "Rd8#" }).click();
  await turn(page, /White wins/);
  await button(page, "Undo").click();
  await turn(page, /White to move/);
  await button(page, "One move on").click();
  await turn(page, /White wins/);
  // Playing a move again that was played there leads to it.
  await page.locator(".moves button", { hasText: "Qe6" }).click();
  await turn(page, /White to move/);
  await cells(page, "b5", "d7");
  await turn(page, /Black to move/);
  assert.equal(await played(page), 35);
  await page.locator(".variation button", { hasText: "Qd6" }).click();
  await turn(page, /White to move/);
  await button(page, "Make main line").click();
  await reads(() => variation.innerText(), /Bxd7/);
  await page.locator(".variation button", { hasText: "Rd8#" }).click();
  await button(page, "Delete").click();
  await until(async () => (await played(page)) === 34, "the last move is gone");
  await page.clean();
});

test("New game, the picker and Back lose no game, and names survive a reload", async () => {
  const page = await open(browser, server.origin, "#play/chess?plyd=none");
  await turn(page, /White to move/);
  await paste(page, '[White "Anna"]\n[Black "Ben"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Nf3 1-0');
  await turn(page, /White won, says the record \(1-0\)/);
  assert.equal(await played(page), 5);
  // The list waits until all games are written.
  await button(page, "Recent").click();
  await page.locator(".recent[open] li").first().waitFor(PATIENT);
  await page.keyboard.press("Escape");
  await page.reload();
  await turn(page, /White won/);
  assert.match(await page.locator(".seat").last().innerText(), /White\s+Anna/);
  assert.equal(await played(page), 5, "the variation too");
  await button(page, "New game").click();
  await until(async () => (await played(page)) === 0, "a new game");
  await cells(page, "d2", "d4");
  await turn(page, /Black to move/);
  await page.locator(".chosen-game").click();
  await page
    .locator(".picker li", { hasText: /^Tic-tac-toe/ })
    .locator("button")
    .click();
  await until(async () => page.url().includes("tic-tac-toe"), "another game");
  await page.goBack();
  await turn(page, /Black to move/);
  assert.match(await cell(page, "d4").getAttribute("aria-label"), /white pawn/);
  await page.goBack();
  await turn(page, /White won/);
  assert.match(await page.locator(".seat").last().innerText(), /White\s+Anna/);
  await page.goForward();
  await turn(page, /Black to move/);
  await button(page, "Recent").click();
  const list = page.locator(".recent[open] li");
  await until(async () => (await list.count()) === 2, "both games of chess");
  await list.filter({ hasText: "Anna – Ben" }).locator("button").first().click();
  await turn(page, /White won/);
  assert.equal(await played(page), 5);
  await page.clean();
});

test("fifty games are kept", async () => {
  const page = await open(browser, server.origin, "#play/tic-tac-toe?plyd=none");
  await turn(page, /X to move/);
  await cells(page, "b2");
  await turn(page, /O to move/);
  // As many more, older than this one.
  await page.evaluate(async () => {
    const database = await new Promise((resolve) => {
      const opening = indexedDB.open("plyd", 1);
      opening.onsuccess = () => resolve(opening.result);
    });
    const read = (store) =>
      new Promise((resolve) => {
        const all = store.getAll();
        all.onsuccess = () => resolve(all.result);
      });
    let mine = [];
    while (mine.length === 0) mine = await read(database.transaction("games").objectStore("games"));
    const store = database.transaction("games", "readwrite").objectStore("games");
    for (let i = 0; i < 60; i++) store.put({ ...mine[0], id: `old${i}`, time: i });
  });
  await cells(page, "a1");
  await turn(page, /X to move/);
  await button(page, "Recent").click();
  await until(async () => (await page.locator(".recent[open] li").count()) === 50, "fifty");
  await page.clean();
});

test("a position that is refused keeps its edits, and says beside them what is wrong", async () => {
  const page = await open(browser, server.origin, "#play/chess?plyd=none", { expected: [/status of 4/] });
  await turn(page, /White to move/);
  await button(page, "Set up").click();
  const desk = page.locator("dialog[open]");
  await desk.getByRole("radio", { name: "Empty" }).check({ force: true });
  await desk.locator('[role=gridcell][aria-label^="e1,"]').click();
  await button(page, "Play from here").click();
  await desk.locator("[role=alert]").waitFor(PATIENT);
  assert.match(await desk.locator('[role=gridcell][aria-label^="e1,"]').getAttribute("aria-label"), /empty/);
  await desk.getByRole("radio", { name: "white king" }).check({ force: true });
  await desk.locator('[role=gridcell][aria-label^="e1,"]').click();
  await button(page, "Play from here").click();
  await until(async () => (await page.locator("dialog[open]").count()) === 0, "accepted");
  await page.clean();
  // So does a text.
  const pasted = await open(browser, server.origin, "#play/tic-tac-toe?plyd=none", { expected: [/status of 4/] });
  await turn(pasted, /X to move/);
  await paste(pasted, "XOX/OX../..O");
  await pasted.locator("dialog[open] [role=alert]", { hasText: /row 2 has 4 cells/ }).waitFor(PATIENT);
  assert.equal(await pasted.locator("dialog[open] textarea").inputValue(), "XOX/OX../..O");
  await pasted.clean();
});

test("with a slow server a move is shown at once, and no second one replaces it", async () => {
  for (const [hash, from, to, name] of [
    ["#play/chess?plyd=none", "g1", "f3", /white knight/],
    ["#play/othello?plyd=none", null, "f5", /black disc/],
    ["#play/kalah?plyd=none", null, "south’s house 1", /house 1, 0/],
  ]) {
    const page = await open(browser, server.origin, hash);
    await turn(page, /to move/);
    const held = [];
    await page.route("**/position", async (route) => {
      await new Promise((resolve) => held.push(resolve));
      await route.continue().catch(() => {});
    });
    await cells(page, ...[from, to].filter(Boolean));
    await until(
      async () => name.test(await cell(page, to).first().getAttribute("aria-label")),
      `${hash}: shown at once`,
    );
    await until(() => held.length === 1, "it is asked for");
    assert.equal(await played(page), 0, "not confirmed yet");
    assert.equal(await page.locator(".cell.legal").count(), 0, "nothing else can be played meanwhile");
    if (from) await cells(page, "b1", "c3");
    else await page.locator(".cell").first().click({ force: true });
    assert.equal(held.length, 1);
    held.forEach((go) => go());
    await until(async () => (await played(page)) === 1, "confirmed");
    assert.match(await cell(page, to).first().getAttribute("aria-label"), name);
    // What it turned over was foreseen too.
    if (hash.includes("othello")) assert.match(await cell(page, "e5").getAttribute("aria-label"), /black disc/);
    await page.clean();
  }
});

test("the graph shows expected score, however large a static value is", async () => {
  // In Connect Four a side that can complete four is worth 10,000.
  const page = await open(browser, server.origin, "#play/connect-four?plyd=none&moves=4,4,3,3,5,5,1,7");
  await turn(page, /Red to move/);
  const line = await page.locator(".graph .line").getAttribute("d");
  const heights = [...line.matchAll(/[ML][\d.]+ ([\d.]+)/g)].map(([, y]) => Number(y));
  assert.ok(Math.min(...heights) < 12, "nearly won at the end");
  const middle = heights.filter((y) => y > 20 && y < 44);
  assert.ok(middle.length >= 3 && new Set(middle).size >= 3, `not flat: ${heights}`);
  await page.clean();
});
