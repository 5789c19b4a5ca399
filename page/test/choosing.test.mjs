// Which game, on which board, from which position, against whom.

import assert from "node:assert/strict";
import { test } from "node:test";
import { button, cell, follow, open, PATIENT, PHONE, played, reads, staged, tab, turn, until } from "./browser.mjs";

const { server, browser } = await staged();

test("games are chosen by a picture of their start, by keyboard too", async () => {
  const { games } = await (await fetch(`${server.origin}/v1/games`)).json();
  const page = await open(browser, server.origin);
  await turn(page, /Your turn/);
  await page.locator(".chosen-game").focus();
  await page.keyboard.press("Enter");
  const cards = page.locator(".picker[open] li");
  await until(async () => (await cards.locator(".thumb .cell, .thumb .sign").count()) > 500, "the pictures");
  assert.equal(await cards.count(), games.length);
  for (let i = 0; i < games.length; i++) assert.equal(await cards.nth(i).locator(".thumb").count(), 1, games[i].id);
  assert.equal(
    await cards
      .filter({ hasText: /^Chess/ })
      .locator(".man")
      .count(),
    32,
  );
  await cards
    .filter({ hasText: /^Othello/ })
    .locator("button")
    .focus();
  await page.keyboard.press("Enter");
  await until(async () => page.url().includes("#play/othello"), "the game is open");
  assert.equal(await page.locator(".picker[open]").count(), 0);
  await page.clean();
});

test("a game is found by a word, and Enter opens it; those that were played last come first", async () => {
  const page = await open(browser, server.origin);
  await turn(page, /Your turn/);
  const atHand = page.getByRole("group", { name: "Other games" });
  assert.deepEqual(await atHand.getByRole("button").allInnerTexts(), ["Connect Four", "Tic-tac-toe"]);
  await page.locator(".chosen-game").click();
  await page.getByRole("searchbox", { name: "Search the games" }).fill("reversi");
  await until(async () => (await page.locator(".picker[open] li").count()) === 1, "one game");
  await page.keyboard.press("Enter");
  await until(async () => page.url().includes("#play/othello"), "the game is open");
  assert.deepEqual(await atHand.getByRole("button").allInnerTexts(), ["Chess", "Connect Four"]);
  await page.locator(".chosen-game").click();
  const first = page.locator(".picker[open] section").first();
  await first.getByRole("heading", { name: "Played last" }).waitFor(PATIENT);
  assert.deepEqual(await first.locator("li b").allInnerTexts(), ["Othello", "Chess"]);
  await page.clean();
});

test("boards have sizes and games have variants where the rules have them", async () => {
  const page = await open(browser, server.origin, "#run");
  for (const [game, fields, cells] of [
    ["gomoku", { Board: "20", "In a row": "5" }, 400],
    ["hex", { Board: "5" }, 25],
    ["dots-and-boxes", { Rows: "2", Columns: "4" }, 8 + 12 + 10],
    ["kalah", { Houses: "3", "Seeds in each": "2" }, 8],
    ["nim", { Heaps: "1, 2" }, 2],
    ["breakthrough", { Files: "5", Ranks: "6" }, 30],
  ]) {
    await follow(page, `#play/${game}?plyd=none`);
    await turn(page, /to move/);
    // It stays open from game to game.
    if (!(await page.locator(".variants[open]").count())) await page.getByText("Board and rules").click();
    for (const [label, value] of Object.entries(fields)) await page.locator(".variants").getByLabel(label).fill(value);
    const rule = page.locator(".variants select");
    if (await rule.count()) await rule.selectOption({ index: 1 });
    await button(page, "Start").click();
    await until(
      async () => (await page.locator(".board [role=gridcell]").count()) === cells,
      `${game}: ${cells} cells`,
    );
    assert.equal(await page.locator("[data-notice]").count(), 0, game);
    if (game === "gomoku") assert.match(page.url(), /exactly/);
  }
  await page.clean();
});

test("a position is set up on every kind of board", async () => {
  const page = await open(browser, server.origin, "#run", { expected: [/status of 4/] });
  for (const [game, tool, at, expected] of [
    ["chess", "white queen", "a2", /white queen/],
    ["draughts", "white king", "square 32", /white king/],
    ["nine-mens-morris", "white man", "a7", /white man/],
    ["othello", "black disc", "a1", /black disc/],
    ["tic-tac-toe", "cross", "b2", /cross/],
    ["connect-four", "red disc", "column 1, row 6", /red disc/],
    ["kalah", "One more", "south’s house 2", /, 5/],
    ["hex", "black stone", "c3", /black stone/],
  ]) {
    await follow(page, `#play/${game}?plyd=none`);
    await turn(page, /to move/);
    await button(page, "Set up").click();
    const desk = page.locator("dialog[open]");
    await desk.getByRole("radio", { name: tool }).check({ force: true });
    await desk.locator(`[role=gridcell][aria-label^="${at},"]`).click();
    await reads(() => desk.locator(`[role=gridcell][aria-label^="${at},"]`).getAttribute("aria-label"), expected);
    if (/tic|hex/.test(game)) await desk.locator(".segments label").nth(1).click();
    const text = await desk.getByRole("textbox", { name: "State" }).inputValue();
    await button(page, "Play from here").click();
    await until(
      async () =>
        (await page.locator("[data-notice]").count()) > 0 ||
        ((await page.locator("dialog[open]").count()) === 0 &&
          expected.test(
            // The board of the dialog that closes is still there for a moment.
            await page.locator(`.stage [role=gridcell][aria-label^="${at},"]`).getAttribute("aria-label"),
          )),
      `${game}: ${text}`,
    );
    // Some of these are no positions of the game; the server says why.
    if (!/connect|kalah/.test(game)) assert.equal(await page.locator("[data-notice]").count(), 0, `${game}: ${text}`);
    assert.equal(await played(page), 0);
    await page.keyboard.press("Escape");
  }
  await page.clean();
});

test("a cleared board, the other side to move", async () => {
  const page = await open(browser, server.origin, "#play/chess?plyd=none");
  await turn(page, /White to move/);
  await button(page, "Set up").click();
  const desk = page.locator("dialog[open]");
  await button(page, "Clear").click();
  for (const [piece, at] of [
    ["white king", "e1"],
    ["black king", "e8"],
    ["black pawn", "a7"],
  ]) {
    await desk.getByRole("radio", { name: piece }).check({ force: true });
    await desk.locator(`[role=gridcell][aria-label^="${at},"]`).click();
  }
  await desk.locator(".segments label", { hasText: "Black" }).click();
  await button(page, "Play from here").click();
  await turn(page, /Black to move/);
  assert.equal(await page.locator(".table .contents .man").count(), 3);
  await page.clean();
});

test("castling rights are set up, tools are in the order of the pieces, and the way to play is on a phone's screen", async () => {
  const page = await open(browser, server.origin, "#play/chess?plyd=none", { viewport: PHONE });
  await turn(page, /White to move/);
  await tab(page, "Moves");
  await button(page, "Set up").click();
  const desk = page.locator("dialog[open]");
  await desk.locator(".tools").waitFor(PATIENT);
  const tools = await desk.locator(".tools input").evaluateAll((all) => all.map((at) => at.getAttribute("aria-label")));
  const pieces = ["king", "queen", "rook", "bishop", "knight", "pawn"];
  assert.deepEqual(tools, [
    ...pieces.map((name) => `white ${name}`),
    ...pieces.map((name) => `black ${name}`),
    "Empty",
  ]);
  const { y, height } = await button(page, "Play from here").boundingBox();
  assert.ok(y + height <= PHONE.height, `${y} and ${height} high`);
  const state = desk.getByRole("textbox", { name: "State" });
  assert.match(await state.inputValue(), / w KQkq - 0 1$/);
  await desk.getByRole("checkbox", { name: "White O-O-O" }).uncheck();
  await until(async () => / w Kkq - 0 1$/.test(await state.inputValue()), "the right is gone");
  // A king that left its square has no rights.
  await desk.getByRole("radio", { name: "Empty" }).check({ force: true });
  await desk.locator('[role=gridcell][aria-label^="e8,"]').click();
  await until(async () => (await desk.getByRole("checkbox", { name: /Black/ }).count()) === 0, "its rights are gone");
  await desk.getByRole("radio", { name: "black king" }).check({ force: true });
  await desk.locator('[role=gridcell][aria-label^="e7,"]').click();
  await button(page, "Play from here").click();
  await until(async () => (await page.locator("dialog[open]").count()) === 0, "accepted");
  assert.match(page.url(), /\+w\+K\+-/);
  await page.clean();
});

test("men of nine men's morris are placed from the start, and come from the hand", async () => {
  const page = await open(browser, server.origin, "#play/nine-mens-morris?plyd=none");
  await turn(page, /White to move/);
  await button(page, "Set up").click();
  const desk = page.locator("dialog[open]");
  await desk.getByRole("radio", { name: "white man" }).check({ force: true });
  for (const point of ["a7", "d7"]) await desk.locator(`[role=gridcell][aria-label^="${point},"]`).click();
  await desk.getByRole("radio", { name: "black man" }).check({ force: true });
  await desk.locator('[role=gridcell][aria-label^="d2,"]').click();
  await button(page, "Play from here").click();
  await until(async () => (await page.locator("dialog[open]").count()) === 0, "accepted");
  assert.match(await page.locator(".seat").last().innerText(), /White[^]*7/);
  // A mill shows its man, says what to do, and points at what can be taken.
  await cell(page, "g7").click();
  await page.locator(".prompt", { hasText: "A mill. Choose the man to take." }).waitFor(PATIENT);
  assert.match(await cell(page, "g7").getAttribute("aria-label"), /white man/);
  assert.equal(await page.locator(".contents .ring").count(), 1);
  await cell(page, "d2").click();
  await turn(page, /Black to move/);
  assert.match(await cell(page, "d2").getAttribute("aria-label"), /empty/);
  await page.clean();
});

test("plyd against plyd is paused, slowed and goes on", async () => {
  const page = await open(browser, server.origin, "#play/connect-four?plyd=X,O&level=1");
  await page.getByRole("slider", { name: "Pause between moves" }).fill("3000");
  await button(page, "Pause").click();
  const moves = await played(page);
  await turn(page, /plyd waits/);
  await page.waitForTimeout(800);
  assert.equal(await played(page), moves);
  await button(page, "Go on").click();
  await until(async () => (await played(page)) > moves, "it goes on");
  await page.clean();
});

test("Escape closes the table of a set-up position, its board too", async () => {
  const page = await open(browser, server.origin, "#play/chess?plyd=none");
  await turn(page, /White to move/);
  await button(page, "Set up").focus();
  await page.keyboard.press("Enter");
  await page.locator("dialog[open] [role=gridcell][tabindex='0']").focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Escape");
  await until(async () => (await page.locator("dialog[open]").count()) === 0, "the dialog is closed");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Set up");
  await page.clean();
});

test("levels say who they are, and scores are said in words", async () => {
  const page = await open(
    browser,
    server.origin,
    "#play/chess?plyd=none&level=4&state=4k3/pppp4/8/8/8/8/PPPP4/4K2R+w+-+-+0+1",
  );
  await turn(page, /White to move/);
  assert.match(await page.locator(".slider small").innerText(), /[A-Za-z]{4,}/);
  await page.getByRole("checkbox", { name: "Best move" }).check();
  await page
    .locator(".verdict", {
      hasText: /White (is (slightly |much )?(better|winning) \(\+\d+\.\d\)|wins within \d+ moves)/,
    })
    .waitFor(PATIENT);
  await page.clean();
});

test("nobody is told to move where plyd plays both sides", async () => {
  const page = await open(browser, server.origin, "#play/tic-tac-toe?plyd=none");
  await turn(page, /X to move/);
  await page.evaluate(() => {
    globalThis.heard = [];
    new MutationObserver(() => heard.push(document.querySelector(".turn")?.textContent)).observe(
      document.querySelector(".table"),
      { subtree: true, childList: true, characterData: true },
    );
  });
  for (const side of ["X", "O"])
    await page
      .getByRole("radiogroup", { name: `Who plays ${side}` })
      .locator("label", { hasText: "plyd" })
      .click();
  await turn(page, /wins|draw/i);
  const heard = await page.evaluate(() => heard.filter((words) => /Your turn: you play X/.test(words)));
  assert.deepEqual(heard, []);
  await page.clean();
});

test("a link's algorithm is the one that is asked for", async () => {
  const hash = "#play/chess?plyd=none&depth=2&algorithm=minimax";
  const page = await open(browser, server.origin, hash);
  await turn(page, /White to move/);
  assert.equal(await page.getByLabel("Algorithm").inputValue(), "minimax");
  assert.match(page.url(), /algorithm=minimax/);
  // Another game may not have it.
  await page.evaluate(() => (location.hash = "#play/tic-tac-toe?plyd=none"));
  await until(async () => /tic-tac-toe/.test(await page.locator(".exchanged .source").innerText()), "another game");
  assert.doesNotMatch(page.url(), /algorithm=/);
  await page.clean();
});

test("pictures of games that one busy moment left out are asked for again", async () => {
  const page = await open(browser, server.origin, "#play/tic-tac-toe?plyd=none", { expected: [/status of 503/] });
  await turn(page, /X to move/);
  let busy = true;
  await page.route("**/v1/games/chess", (route) =>
    busy ? route.fulfill({ status: 503, body: "{}" }) : route.continue(),
  );
  const chess = page.locator(".picker li", { hasText: /^Chess/ });
  await page.locator(".chosen-game").click();
  await page.waitForTimeout(1000);
  assert.equal(await chess.locator(".man").count(), 0);
  await page.keyboard.press("Escape");
  busy = false;
  await page.locator(".chosen-game").click();
  await until(async () => (await chess.locator(".man").count()) === 32, "the picture of chess");
  await page.clean();
});

test("a scheme and a board's colours are chosen and stay, in the reader of the contract too", async () => {
  const page = await open(browser, server.origin, "#play/chess?plyd=none");
  await turn(page, /White to move/);
  const colour = (selector, property) =>
    page.evaluate(
      ([selector, property]) => getComputedStyle(document.querySelector(selector)).getPropertyValue(property),
      [selector, property],
    );
  const [paper, square] = [await colour("body", "background-color"), await colour(".cell.dark .field", "fill")];
  await page.getByText("Looks and sounds").click();
  await page.locator(".looks label", { hasText: "Wood" }).click();
  await until(async () => (await colour(".cell.dark .field", "fill")) !== square, "wooden squares");
  assert.equal(await colour("body", "background-color"), paper);
  await page.locator(".looks label", { hasText: "Dark" }).click();
  await until(async () => (await colour("body", "background-color")) !== paper, "a dark page");
  const dark = await colour("body", "background-color");
  await page.reload();
  await turn(page, /White to move/);
  assert.equal(await colour("body", "background-color"), dark);
  await page.goto(`${server.origin}/docs`);
  await page.locator(".opblock").first().waitFor(PATIENT);
  assert.equal(await colour("body", "background-color"), dark);
  await page.clean();
});
