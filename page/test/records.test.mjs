// Games that come as texts and files, and leave as records.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { button, open, paste, PATIENT, played, staged, turn, until } from "./browser.mjs";

const { server, browser } = await staged();

test("a game comes as PGN, PDN, SGF or transcript, pasted or as a file, and leaves as a record", async () => {
  let page = await open(browser, server.origin, "#play/chess");
  await turn(page, /Your turn/);
  const pgn = '[White "Anna"]\n[Black "Ben"]\n\n1. e4 e5 2. Nf3 {good} Nc6 (2... d6) 3. Bb5 1-0';
  await paste(page, pgn);
  await until(async () => (await played(page)) === 6, "the game is there, with its variation");
  await turn(page, /White won, says the record/);
  assert.match(await page.locator(".seat").last().innerText(), /White\s+Anna/);
  await button(page, "Save").click();
  const text = page.locator("dialog[open] .record-text");
  await until(
    async () => /1\. e4 e5 2\. Nf3 \{good\} 2\.\.\. Nc6 \(2\.\.\. d6\) 3\. Bb5/.test(await text.innerText()),
    "the record",
  );
  assert.match(await text.innerText(), /\[White "Anna"\]/);
  const [file] = await Promise.all([page.waitForEvent("download"), button(page, "Download").click()]);
  assert.equal(file.suggestedFilename(), "plyd-chess.pgn");
  assert.match(await readFile(await file.path(), "utf8"), /Bb5/);
  await button(page, "Done").click();
  await page.evaluate((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "game.pgn"));
    document.querySelector(".table").dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true }));
  }, "1. d4 d5 2. c4");
  await until(async () => (await played(page)) === 3, "the dropped file");
  await page.clean();
  for (const [game, record, plies] of [
    ["draughts", '[Event "x"]\n1. 32-28 19-23 2. 28x19 14x23', 4],
    ["hex", "(;GM[11]SZ[11];B[a1];W[b2])", 2],
    ["othello", "f5d6c3", 3],
    ["connect-four", "4453", 4],
  ]) {
    page = await open(browser, server.origin, `#play/${game}`);
    await turn(page, /Your turn/);
    await paste(page, record);
    await until(async () => (await played(page)) === plies, game);
    assert.equal(await page.locator("[data-notice]").count(), 0, game);
    await page.clean();
  }
});

test("a record in another game's box is opened as its own game, and of several games one is chosen", async () => {
  let page = await open(browser, server.origin, "#play/connect-four", { expected: [/status of 4/] });
  await turn(page, /Your turn/);
  await paste(page, '[White "Anna"]\n[Black "Ben"]\n\n1. e4 e5 2. Nf3 1-0');
  await until(async () => page.url().includes("#play/chess"), "chess");
  await until(async () => (await played(page)) === 3, "the game");
  assert.match(await page.locator("[role=status]").first().innerText(), /This is a game of Chess/);
  await paste(page, '[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n1. d4 d5 *\n');
  await page.locator(".several button", { hasText: "2. B – ?" }).click();
  await until(async () => (await played(page)) === 2, "the second game");
  // The server counts them, so they need no tags.
  await paste(page, "1. e4 * 1. d4 (1. c4 c5) d5 2. Nf3 *");
  await page.locator(".several button", { hasText: "2. 3 plies" }).click();
  await until(async () => (await played(page)) === 5, "the second game, with its variation");
  await page.clean();
  page = await open(browser, server.origin, "#play/hex?plyd=none&moves=a1,b2");
  await turn(page, /Black to move/);
  await page.locator(".moves button").first().click();
  await page.locator('[data-cell="2,2"]').click();
  await until(async () => (await played(page)) === 3, "a variation");
  await button(page, "Save").click();
  await until(
    async () => /;B\[a1\]\(;W\[b2\]\)\s*\(;W\[c3\]\)\)/.test(await page.locator(".record-text").innerText()),
    "both in the SGF",
  );
  const sgf = (await page.locator(".record-text").innerText()).replace("W[c3]", "W[c3]C[a \\] b];B[d4]");
  await button(page, "Done").click();
  await button(page, "New game").click();
  await until(async () => (await played(page)) === 0, "a new game");
  await paste(page, sgf);
  await until(async () => (await played(page)) === 4, "and both are read again");
  assert.match(await page.locator(".variation").innerText(), /c3\s*a \] b\s*.*d4/s);
  await page.clean();
});

test("a record that is wrong is told with its line", async () => {
  const page = await open(browser, server.origin, "#play/chess", { expected: [/status of 4/] });
  await turn(page, /Your turn/);
  await paste(page, "1. e4 e5\n2. Ke3");
  const notice = page.locator("dialog[open] [role=alert]");
  await notice.waitFor(PATIENT);
  assert.match(await notice.innerText(), /line 2/i);
  await page.clean();
});

test("a file that is no game of anybody's is refused unread, dropped or chosen", async () => {
  const page = await open(browser, server.origin, "#play/chess?plyd=none");
  await turn(page, /White to move/);
  await page.evaluate(() => {
    globalThis.read = 0;
    Blob.prototype.text = async () => {
      globalThis.read++;
      return "";
    };
    globalThis.large = () => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(Array(64).fill(new Uint8Array(1 << 20)), "large.pgn"));
      return transfer;
    };
    const dropped = new DragEvent("drop", { dataTransfer: large(), bubbles: true });
    document.querySelector(".table").dispatchEvent(dropped);
  });
  await page.locator("[data-notice=trouble]", { hasText: /67,108,864 bytes.*limit is 262,144/ }).waitFor(PATIENT);
  await button(page, "Paste").click();
  await page.evaluate(() => {
    const chooser = document.querySelector("dialog[open] input[type=file]");
    chooser.files = large().files;
    chooser.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await page.locator("dialog[open] [role=alert]", { hasText: /limit is 262,144/ }).waitFor(PATIENT);
  assert.equal(await page.locator("dialog[open] textarea").inputValue(), "");
  assert.equal(await page.evaluate(() => read), 0);
  await page.clean();
});

test("the record that is shown is of the format that was chosen last", async () => {
  const page = await open(browser, server.origin, "#play/chess?plyd=none&moves=e2e4");
  await turn(page, /Black to move/);
  let late;
  await page.route("**/record/write", async (route) => {
    if (route.request().postDataJSON().format !== "pgn") return route.continue();
    await new Promise((resolve) => (late = resolve));
    // The page may have given it up.
    await route.continue().catch(() => {});
  });
  await button(page, "Save").click();
  const dialog = page.locator("dialog[open]");
  await until(() => late !== undefined, "PGN is asked for");
  await dialog.locator("label", { hasText: "moves" }).click();
  const text = dialog.locator(".record-text");
  await until(async () => (await text.innerText()) !== "", "the moves");
  const moves = await text.innerText();
  late();
  await page.waitForTimeout(500);
  assert.equal(await text.innerText(), moves);
  await page.clean();
});
