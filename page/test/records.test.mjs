// Games that come as texts and files, and leave as records.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { anyMove, button, cells, open, paste, PATIENT, played, staged, turn, until } from "./browser.mjs";

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
  await paste(page, "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 ３四歩(33)\n");
  await until(async () => page.url().includes("#play/shogi"), "shogi");
  await until(async () => (await played(page)) === 2, "the game of shogi");
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

test("a record that is wrong is told with its line, in the dialog alone", async () => {
  const page = await open(browser, server.origin, "#play/chess?plyd=none&moves=e2e4", { expected: [/status of 4/] });
  await turn(page, /Black to move/);
  await paste(page, "1. e4 e5\n2. Ke3");
  const notice = page.locator("dialog[open] [role=alert]");
  await notice.waitFor(PATIENT);
  assert.match(await notice.innerText(), /line 2/i);
  assert.equal(await page.locator("[data-notice]").count(), 0);
  await page.keyboard.press("Escape");
  await turn(page, /Black to move/);
  assert.equal(await page.locator("[data-notice]").count(), 0, "the game that is open is as it was");
  await page.clean();
});

test("a refused record does not stop plyd", async () => {
  const page = await open(browser, server.origin, "#play/chess?level=1", { expected: [/status of 4/] });
  await turn(page, /Your turn/);
  let [release, asked] = [null, 0];
  await page.route("**/search/stream", async (route) => {
    if (asked++ === 0) await new Promise((resolve) => (release = resolve));
    await route.continue().catch(() => {});
  });
  await cells(page, "e2", "e4");
  await until(() => release !== null, "plyd is asked");
  await paste(page, "1. e4 e5\n2. Ke3");
  await page.locator("dialog[open] [role=alert]").waitFor(PATIENT);
  release();
  await page.keyboard.press("Escape");
  await until(async () => (await played(page)) === 2, "plyd answers");
  await page.clean();
});

test("a binary file is refused as one", async () => {
  const page = await open(browser, server.origin, "#play/chess?plyd=none");
  await turn(page, /White to move/);
  await button(page, "Paste").click();
  const png = {
    name: "board.png",
    mimeType: "image/png",
    buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0]),
  };
  await page.locator("dialog[open] input[type=file]").setInputFiles(png);
  await page.locator("dialog[open] [role=alert]", { hasText: "board.png: this is not a text file." }).waitFor(PATIENT);
  assert.equal(await page.locator("dialog[open] textarea").inputValue(), "");
  await page.clean();
});

const ANNOTATED = `[White "Anna"]
[Black "Ben"]
[Result "1-0"]

{Intro} 1. e4! {best by test} e5?? $16 (1... c5 $5 {sharp [%clk 0:01:00]} 2. Nf3 ({or} 2. c3!?)) (1... Ke7) 2. Nf3
{[%csl Ge4] see} Nc6 3. Bb5 a6?! 4. Ba4 1-0`;

test("judgements, comments, clocks and drawings of a game are kept, shown and written again", async () => {
  const page = await open(browser, server.origin, "#play/chess?plyd=none");
  await turn(page, /White to move/);
  await paste(page, ANNOTATED);
  await until(async () => (await played(page)) === 10, "the game, with its variations");
  await page.locator(".warnings summary", { hasText: "1 warning" }).click();
  await page.locator(".warnings p", { hasText: /this variation is left out: "Ke7" cannot be played/ }).waitFor(PATIENT);
  const moves = page.locator(".moves");
  // A comment on White's move stands before Black's reply.
  assert.match(
    (await moves.innerText()).replace(/White:|Black:|\s+/g, ""),
    /^Intro1\.e4!…bestbytest1\.…e5\?\?±1…c5!\?sharp2\.Nf3\(or2\.c3!\?\)2\.Nf3…see2\.…Nc63\.Bb5a6\?!4\.Ba4$/,
  );
  const colour = (selector) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).color);
  assert.equal(await colour(".moves .glyph.blunder"), await colour(".moves .blunder"));
  assert.notEqual(await colour(".moves .glyph.blunder"), await colour(".moves .glyph.inaccuracy"));
  await moves.locator("button", { hasText: "Nf3" }).last().click();
  assert.equal(await page.locator(".board .drawn-ring").count(), 1, "what the record draws is on the board");
  await moves.locator("button", { hasText: "Ba4" }).click();
  assert.equal(await page.locator(".board .drawn-ring").count(), 0);
  // A comment and a judgement of one's own; they stay with the game.
  await button(page, "Annotate").click();
  await page.getByRole("textbox", { name: "Comment on Ba4" }).fill("Solid.");
  await page.getByRole("button", { name: "! a good move" }).click();
  await moves.locator("button", { hasText: "Ba4!" }).waitFor(PATIENT);
  await moves.locator("button", { hasText: "e5" }).click();
  await page.getByRole("button", { name: "?? a blunder" }).click();
  await page.getByRole("textbox", { name: "Comment on e5" }).fill("Why not?");
  await moves.locator("button", { hasText: "Nf3" }).last().click();
  await moves.locator(".comment", { hasText: "Why not?" }).waitFor(PATIENT);
  await page.reload();
  await moves.locator(".comment", { hasText: "Solid." }).waitFor(PATIENT);
  await button(page, "Save").click();
  const text = page.locator("dialog[open] .record-text");
  await until(async () => (await text.innerText()) !== "", "the record");
  assert.equal(
    (await text.innerText()).split("\n\n")[1].replace(/\s+/g, " ").trim(),
    "{Intro} 1. e4 $1 {best by test} 1... e5 $16 {Why not?} (1... c5 $5 {[%clk 0:01:00]} {sharp} 2. Nf3 ({or} 2. c3 $5)) " +
      "2. Nf3 {[%csl Ge4]} {see} 2... Nc6 3. Bb5 a6 $6 4. Ba4 $1 {Solid.} 1-0",
  );
  assert.match(await text.innerText(), /\[White "Anna"\]\n\[Black "Ben"\]\n\[Result "1-0"\]/);
  await page.locator("dialog[open] label", { hasText: /^moves$/ }).click();
  await page.locator("dialog[open] .empty", { hasText: /no room for: .*comments/ }).waitFor(PATIENT);
  await page.clean();
});

test("a game with more moves in its variations than are replayed has its main line, and says so", async () => {
  const page = await open(browser, server.origin, "#play/chess?plyd=none");
  await turn(page, /White to move/);
  await paste(page, `1. e4 {main} ${"(1. d4 d5 2. c4) ".repeat(400)} 1... e5 2. Nf3 *`);
  await until(async () => (await played(page)) === 3, "the main line");
  await page.locator(".moves .comment", { hasText: "main" }).waitFor(PATIENT);
  await page.locator(".warnings summary").click();
  await page.locator(".warnings p", { hasText: "The variations are left out" }).waitFor(PATIENT);
  await page.clean();
});

test("a saved game has its players, level, date, clock and end, whichever move is shown", async () => {
  let page = await open(browser, server.origin, "#play/chess?plyd=none&clock=5%2B3");
  await turn(page, /White to move/);
  await cells(page, "f2", "f3", "e7", "e5", "g2", "g4", "d8", "h4");
  await turn(page, /Black wins/);
  for (let back = 0; back < 3; back++) await page.keyboard.press("ArrowLeft");
  await turn(page, /Black to move/);
  await button(page, "Save").click();
  const text = page.locator("dialog[open] .record-text");
  await until(async () => /2\. g4/.test(await text.innerText()), "the record");
  const mate = await text.innerText();
  for (const tag of [
    'White "Anonymous"',
    'Black "Anonymous"',
    'Result "0-1"',
    'TimeControl "300+3"',
    'Termination "normal"',
  ])
    assert.ok(mate.includes(`[${tag}]`), tag);
  assert.match(mate, /\[Date "20\d\d\.\d\d\.\d\d"\]/);
  assert.match(mate, /Qh4# \{\[%clk 0:0\d:\d\d[^\]]*\]\} 0-1\s*$/);
  await page.clean();
  page = await open(browser, server.origin, "#play/othello?level=1");
  await turn(page, /Your turn/);
  await anyMove(page);
  await until(async () => (await played(page)) === 2, "plyd answers");
  await turn(page, /Your turn/);
  await button(page, "Resign or offer a draw").click();
  await button(page, "Resign").click();
  await turn(page, /White wins/);
  await button(page, "Save").click();
  const othello = page.locator("dialog[open] .record-text");
  await until(async () => /RE\[W\+R/.test(await othello.innerText()), "SGF");
  assert.match(await othello.innerText(), /PB\[Anonymous\]/);
  assert.match(await othello.innerText(), /PW\[plyd level 1\]/);
  await page.locator("dialog[open] label", { hasText: "GGF" }).click();
  await until(async () => /PW\[plyd level 1\].*RE\[-1\.00:r\]/.test(await othello.innerText()), "GGF");
  await page.clean();
});

test("a GGF keeps the names that it came with", async () => {
  const page = await open(browser, server.origin, "#play/othello?plyd=none");
  await turn(page, /to move/);
  const board = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *";
  await paste(page, `(;GM[Othello]PC[GGS/os]PB[alice]PW[bob]RB[2197]RE[+2.00]TY[8]BO[${board}]B[f5]W[f6];)`);
  await until(async () => (await played(page)) === 2, "the game");
  await button(page, "Save").click();
  await page.locator("dialog[open] label", { hasText: "GGF" }).click();
  const text = page.locator("dialog[open] .record-text");
  await until(async () => /PB\[alice\]PW\[bob\]RB\[2197\]RE\[\+2\.00\]/.test(await text.innerText()), "the names");
  await page.clean();
});

test("a file that is no game of anybody's is refused unread, dropped or chosen", async () => {
  const page = await open(browser, server.origin, "#play/chess?plyd=none");
  await turn(page, /White to move/);
  await page.evaluate(() => {
    globalThis.read = 0;
    Blob.prototype.arrayBuffer = async () => {
      globalThis.read++;
      return new ArrayBuffer(0);
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
  await page.locator("dialog[open] input[type=file]").waitFor({ state: "attached" });
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
