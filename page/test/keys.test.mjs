// The keyboard: keys for what is done most, and moves that are typed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { button, cell, cells, open, PATIENT, PHONE, played, reads, staged, turn, until } from "./browser.mjs";

const { server, browser } = await staged();

test("? lists the keys, f turns the board, h tells a hint", async () => {
  const page = await open(browser, server.origin, "#play/chess?plyd=none");
  await turn(page, /White to move/);
  await page.keyboard.press("?");
  const list = page.locator("dialog.key-list[open]");
  await list.waitFor(PATIENT);
  assert.match(await list.innerText(), /turn the board[^]*hint/);
  await page.keyboard.press("Escape");
  await list.waitFor({ state: "hidden", ...PATIENT });
  await button(page, "Keys").click();
  await list.waitFor(PATIENT);
  await page.keyboard.press("f");
  await page.keyboard.press("Escape");
  const top = async (name) => (await cell(page, name).boundingBox()).y;
  assert.ok((await top("a8")) < (await top("a1")), "a key for a dialog turns no board");
  await page.keyboard.press("f");
  await until(async () => (await top("a8")) > (await top("a1")), "the board is turned");
  await page.keyboard.press("h");
  await until(async () => (await page.locator("[data-notice=hint]").count()) === 1, "a hint");
  await page.clean();
});

test("moves are typed as people write them, and one that begins with a key is no key", async () => {
  const page = await open(browser, server.origin, "#play/chess?plyd=none");
  await turn(page, /White to move/);
  const moves = ["e4", "e7e5", "Nf3", "Nc6", "Bb5", "f5", "0-0", "a6", "Bxc6", "bxc6", "h4"];
  for (const [i, move] of moves.entries()) {
    await page.keyboard.type(move);
    // Castling to the queen's side might be meant.
    if (move === "0-0") await page.keyboard.press("Enter");
    await until(async () => (await played(page)) === i + 1, `${move} was played`);
    await turn(page, i % 2 === 0 ? /Black to move/ : /White to move/);
  }
  assert.match((await page.locator(".moves").innerText()).replace(/\s+/g, " "), /f5 .*O-O .*Bxc6 .*bxc6 .*h4/);
  assert.equal(await page.locator("[data-notice=hint]").count(), 0);
  // What is no move says so, and Escape leaves it.
  await page.keyboard.press("/");
  await page.keyboard.type("Qh9");
  await page.keyboard.press("Enter");
  await reads(() => page.locator(".typing output").innerText(), /No move is written so/);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".typing").count(), 0);
  assert.equal(await played(page), moves.length);
  await page.clean();
});

test("an Enter after a typed move plays nothing more", async () => {
  const page = await open(browser, server.origin, "#play/connect-four?plyd=none");
  await turn(page, /Red to move/);
  await cell(page, "column 1, row 1").click();
  await turn(page, /Yellow to move/);
  await page.keyboard.type("4");
  await page.keyboard.press("Enter");
  await turn(page, /Red to move/);
  await page.waitForTimeout(300);
  assert.equal(await played(page), 2);
  await page.clean();
});

test("after a click on the board the arrows lead through the game", async () => {
  const page = await open(browser, server.origin, "#play/tic-tac-toe?plyd=none");
  await turn(page, /X to move/);
  await cells(page, "b2");
  await turn(page, /O to move/);
  await cells(page, "a1");
  await turn(page, /X to move/);
  await page.keyboard.press("ArrowLeft");
  await turn(page, /O to move/);
  assert.match(await cell(page, "a1").getAttribute("aria-label"), /empty/);
  await page.keyboard.press("ArrowRight");
  await turn(page, /X to move/);
  // Up and down go from cell to cell, and the sides then do too.
  await page.keyboard.press("ArrowUp");
  await reads(() => page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^a2,/);
  await page.keyboard.press("ArrowRight");
  await reads(() => page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^b2,/);
  await page.clean();
});

test("a phone has no list of keys", async () => {
  const page = await open(browser, server.origin, "#play/chess?plyd=none", { viewport: PHONE, touch: true });
  await turn(page, /White to move/);
  assert.equal(await button(page, "Keys").isVisible(), false);
  await page.clean();
});
