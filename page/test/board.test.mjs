// What the board shows: positions gone back and forth through, pieces on their way, and all that it points out.

import assert from "node:assert/strict";
import { test } from "node:test";
import { box, button, cell, cells, open, PATIENT, played, reads, staged, turn, until } from "./browser.mjs";

const { server, browser } = await staged();

const SHORT = "moves=e2e4,e7e5,g1f3,b8c6,f1b5,a7a6";

const CLAIM = "state=7k/8/8/8/8/8/r7/1Q5K+w+-+-+0+1&moves=h1g1,h8g8,g1h1,g8h8,h1g1,h8g8,g1h1,g8h8";

test("a game is gone through by clicks, keys and buttons, and branches where one likes", async () => {
  const page = await open(browser, server.origin, `#play/chess?plyd=none&${SHORT}`);
  await turn(page, /White to move/);
  assert.deepEqual(await page.locator(".moves .no").allInnerTexts(), ["1.", "2.", "3."]);
  await page.locator(".moves button", { hasText: "Nf3" }).click();
  await turn(page, /Black to move/);
  assert.match(await cell(page, "f3").getAttribute("aria-label"), /white knight/);
  assert.match(await cell(page, "c6").getAttribute("aria-label"), /empty/);
  await page.keyboard.press("ArrowLeft");
  await turn(page, /White to move/);
  assert.match(await page.locator("[role=status]").first().innerText(), /Black played e5/);
  await page.keyboard.press("Home");
  await reads(() => cell(page, "e2").getAttribute("aria-label"), /white pawn/);
  await page.keyboard.press("End");
  await reads(() => cell(page, "a6").getAttribute("aria-label"), /black pawn/);
  await button(page, "To the start").click();
  await button(page, "One move on").click();
  await button(page, "One move on").click();
  await until(async () => (await page.locator(".moves [aria-current]").innerText()).endsWith("e5"), "e5 is shown");
  assert.equal(await played(page), 6, "the rest of the game stays");
  const link = page.url();
  assert.match(link, /ply=2/);
  await cells(page, "d2", "d4");
  await until(async () => (await played(page)) === 7, "the game goes on from there");
  assert.equal(await page.locator(".variation").count(), 1);
  await page.clean();
  const again = await open(browser, server.origin, link.slice(link.indexOf("#")));
  await turn(again, /White to move/);
  assert.equal(await played(again), 6);
  assert.match(await cell(again, "f3").getAttribute("aria-label"), /empty/);
  await again.clean();
});

test("plyd does not move while one looks back, and moves where one goes on", async () => {
  const page = await open(browser, server.origin, `#play/chess?plyd=black&level=1&${SHORT}`);
  await turn(page, /Your turn/);
  await page.locator(".moves button", { hasText: "Nf3" }).click();
  await turn(page, /plyd waits/);
  await page.waitForTimeout(700);
  assert.equal(await played(page), 6);
  await page.keyboard.press("ArrowLeft");
  await turn(page, /Your turn/);
  await cells(page, "d2", "d4");
  await until(async () => (await played(page)) === 8, "plyd answered in the new branch");
  await page.clean();
});

async function drag(page, from, to) {
  const middle = async (name) => {
    const { x, y, width, height } = await cell(page, name).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  await page.mouse.move(...(await middle(from)));
  await page.mouse.down();
  await page.mouse.move(...(await middle(to)), { steps: 5 });
  await page.mouse.up();
}

test("pieces are dragged, slide, and stand still for those who want no motion", async () => {
  for (const [reducedMotion, moving] of [
    ["no-preference", 1],
    ["reduce", 0],
  ]) {
    const page = await open(browser, server.origin, "#play/chess?plyd=none", { reducedMotion });
    await turn(page, /White to move/);
    await drag(page, "e2", "e5");
    assert.equal(await played(page), 0, "no such move");
    await page.keyboard.press("Escape");
    await drag(page, "g1", "f3");
    await turn(page, /Black to move/);
    await page.evaluate(() => {
      globalThis.moved = 0;
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (...given) {
        globalThis.moved++;
        return animate.apply(this, given);
      };
    });
    await cells(page, "e7", "e5");
    await turn(page, /White to move/);
    assert.equal(await page.evaluate(() => globalThis.moved), moving, reducedMotion);
    await page.clean();
  }
});

test("last move, check, mate, the winning line and captured pieces are shown", async () => {
  let page = await open(browser, server.origin, "#play/chess?plyd=none&moves=e2e4,d7d5,e4d5,d8d5,b1c3,d5e5");
  await turn(page, /White to move/);
  assert.match(await page.locator(".cell.checked").getAttribute("aria-label"), /^e1, white king, in check/);
  assert.equal(await page.locator(".cell.last").count(), 2);
  assert.equal(await page.locator(".held").count(), 0, "a pawn for a pawn");
  await page.clean();
  // A queen and a knight for a bishop and a pawn.
  const exchanges = "e2e4,d7d5,e4d5,d8d5,b1c3,d5g2,f1g2,b8c6,g2c6,b7c6";
  page = await open(browser, server.origin, `#play/chess?plyd=none&moves=${exchanges}`);
  await turn(page, /White to move/);
  await page.getByRole("group", { name: "more: 1 queen, 1 knight" }).getByText("+8").waitFor(PATIENT);
  assert.equal(await page.getByRole("group", { name: "more: 1 bishop, 1 pawn" }).getByText("+").count(), 0);
  await page.clean();
  page = await open(browser, server.origin, "#play/chess?plyd=none&moves=f2f3,e7e5,g2g4,d8h4");
  await turn(page, /Black wins: checkmate/);
  assert.match(await page.locator(".cell.checked").getAttribute("aria-label"), /^e1/);
  await page.clean();
  for (const [hash, count] of [
    ["connect-four?moves=4,1,4,1,4,1,4", 4],
    ["hex?state=3/3/3+X&moves=b1,a1,b2,a2,b3", 3],
    ["gomoku?moves=h8,a1,h9,a2,h10,a3,h11,b3,h12", 5],
  ]) {
    page = await open(browser, server.origin, `#play/${hash}&plyd=none`);
    await turn(page, /(Red|Black) wins/);
    assert.equal(await page.locator(".cell.won").count(), count, hash);
    assert.equal(await page.locator(".won-line").count(), 1, hash);
    await page.clean();
  }
});

test("a promotion is chosen at its square, and castling by the king's own square", async () => {
  let page = await open(browser, server.origin, "#play/chess?plyd=none&state=4k3/P7/8/8/8/8/8/R3K2R+w+-+-+0+1");
  await turn(page, /White to move/);
  await cells(page, "a7", "a8");
  const [menu, square] = [await page.locator(".choice").boundingBox(), await cell(page, "a8").boundingBox()];
  assert.ok(menu.x < square.x + square.width && Math.abs(menu.y - square.y - square.height) < 12, JSON.stringify(menu));
  await page.getByRole("button", { name: "a8=N" }).click();
  await until(async () => /white knight/.test(await cell(page, "a8").getAttribute("aria-label")), "a knight");
  await page.clean();
  page = await open(browser, server.origin, "#play/chess?plyd=none&state=4k3/8/8/8/8/8/8/R3K2R+w+HA+-+0+1+chess960");
  await turn(page, /White to move/);
  await cells(page, "e1", "g1");
  await turn(page, /Black to move/);
  assert.match(await cell(page, "f1").getAttribute("aria-label"), /white rook/);
  assert.match(await page.locator(".moves button").innerText(), /O-O$/);
  await page.clean();
});

test("the board turns to the person who plays", async () => {
  const isAbove = async (page, one, other) =>
    (await cell(page, one).boundingBox()).y < (await cell(page, other).boundingBox()).y;
  for (const [hash, turned] of [
    ["#play/chess?plyd=black", false],
    ["#play/chess?plyd=white&level=1", true],
    ["#play/chess?plyd=none", false],
  ]) {
    const page = await open(browser, server.origin, hash);
    await page.locator(".board").waitFor(PATIENT);
    assert.equal(await isAbove(page, "a1", "a8"), turned, hash);
    await button(page, "Flip").click();
    await until(async () => (await isAbove(page, "a1", "a8")) !== turned, `${hash}, turned by hand`);
    await page.clean();
  }
  const falls = await open(browser, server.origin, "#play/connect-four?plyd=X&level=1");
  await turn(falls, /Your turn/);
  assert.ok(await isAbove(falls, "column 1, row 1", "column 1, row 6"), "discs fall down for everybody");
  await falls.clean();
});

test("numbers of squares, star points, the active board, and scores with colours", async () => {
  let page = await open(browser, server.origin, "#play/draughts?plyd=none");
  await turn(page, /White to move/);
  assert.equal(await page.locator(".numbers text").count(), 50);
  await cells(page, "square 32", "square 28");
  await turn(page, /Black to move/);
  assert.match(await page.locator(".moves button").innerText(), /32-28$/);
  await page.clean();
  page = await open(browser, server.origin, "#play/gomoku?plyd=none");
  await turn(page, /Black to move/);
  assert.equal(await page.locator(".board .star").count(), 5);
  await page.clean();
  page = await open(browser, server.origin, "#play/ultimate-tic-tac-toe?plyd=none");
  await turn(page, /X to move/);
  assert.equal(await page.locator(".area.active").count(), 0);
  await cells(page, "e5");
  await turn(page, /O to move/);
  assert.equal(await page.locator(".area.active").count(), 1);
  await page.clean();
  page = await open(browser, server.origin, "#play/tiny-dots-and-boxes?plyd=none");
  await turn(page, /X to move/);
  for (let lines = 0; lines < 7; lines++) {
    await page.locator(".cell.legal").first().click();
    await until(async () => (await played(page)) === lines + 1, "a line");
  }
  const points = await page.locator(".seat .points").allInnerTexts();
  assert.equal(
    points.map(Number).reduce((a, b) => a + b),
    2,
    points.join(),
  );
  assert.equal(await page.locator(".cell.box.owned").count(), 2);
  assert.equal(await page.locator(".cell.across.owned, .cell.upright.owned").count(), 7, "lines are their drawers'");
  assert.equal(await page.locator(".seat .box.first, .seat .box.second").count(), 2);
  await page.clean();
  // A state has no word of who closed which box.
  page = await open(
    browser,
    server.origin,
    "#play/dots-and-boxes?plyd=none&state=011/0110/010/1100/011/1010/100+1,0+B",
  );
  await turn(page, /Blue to move/);
  assert.equal(await page.locator(".seat").count(), 2);
  assert.equal(await page.locator(".seat .points").count(), 0);
  await page.clean();
});

test("sides have the names and colours that people know", async () => {
  for (const [game, words, mark] of [
    ["connect-four", /Red to move/, ".disc.red"],
    ["gomoku", /Black to move/, ".disc.black"],
    ["ataxx", /Red to move/, ".disc.red"],
    ["othello", /Black to move/, ".disc.black"],
    ["kalah", /South to move/, null],
  ]) {
    const page = await open(browser, server.origin, `#play/${game}?plyd=none`);
    await turn(page, words);
    if (mark) assert.equal(await page.locator(`.turn-here ${mark}`).count(), 1, game);
    assert.match(await page.title(), words);
    await page.clean();
  }
});

test("discs fall down on a turned board of Connect Four, and columns go the other way", async () => {
  const page = await open(browser, server.origin, "#play/connect-four?plyd=none&moves=1");
  await turn(page, /Yellow to move/);
  const disc = () => cell(page, "column 1, row 1").boundingBox();
  const before = await disc();
  await button(page, "Flip").click();
  await until(async () => (await disc()).x > before.x + 200, "turned");
  assert.equal((await disc()).y, before.y);
  await page.clean();
});

test("a capture of draughts is its way: in the list, for the fingers and as an arrow", async () => {
  const page = await open(browser, server.origin, "#play/draughts?plyd=none&state=W:W48:B42,31,K5");
  await turn(page, /White to move/);
  await page.getByRole("checkbox", { name: "Best move" }).check();
  await page.locator(".best-arrow").waitFor(PATIENT);
  assert.equal((await page.locator(".best-arrow polyline").getAttribute("points")).split(" ").length, 3);
  await cells(page, "square 48", "square 37");
  await page.locator(".prompt", { hasText: /next square/ }).waitFor(PATIENT);
  assert.match(await cell(page, "square 37").getAttribute("aria-label"), /white man/);
  await cells(page, "square 26");
  await until(async () => (await played(page)) === 1, "played");
  assert.match(await page.locator(".moves button").innerText(), /48x37x26$/);
  await page.clean();
  const russian = await open(browser, server.origin, "#play/russian-draughts?plyd=none&state=W:WKa1:Bb2,d4,f6");
  await turn(russian, /White to move/);
  await cells(russian, "a1", "h8");
  await turn(russian, /wins|Black/);
  assert.match(await russian.locator(".moves button").innerText(), /a1xc3xe5xh8$/);
  await russian.clean();
});

test("many values are colours, with numbers for the best and under the pointer", async () => {
  const page = await open(browser, server.origin, "#play/gomoku?plyd=none&moves=h8,i9,h9");
  await turn(page, /White to move/);
  await page.getByRole("checkbox", { name: "Show values" }).check();
  await until(async () => (await page.locator(".heat").count()) > 200, "the colours");
  await until(async () => !(await page.locator(".stop").count()), "the search is over");
  const numbers = await page.locator(".badge").count();
  assert.ok(numbers >= 3 && numbers < 12, `${numbers} numbers`);
  await cell(page, "a1").hover();
  await until(async () => (await page.locator(".badge").count()) === numbers + 1, "the number under the pointer");
  await page.clean();
});

test("a person draws arrows and rings with the right button, and a click takes them away", async () => {
  const page = await open(browser, server.origin, "#play/chess?plyd=none");
  await turn(page, /White to move/);
  const middle = async (name) => {
    const { x, y, width, height } = await cell(page, name).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  const draw = async (from, to) => {
    await page.mouse.move(...(await middle(from)));
    await page.mouse.down({ button: "right" });
    await page.mouse.move(...(await middle(to)));
    await page.mouse.up({ button: "right" });
  };
  await draw("g1", "f3");
  await draw("e4", "e4");
  await until(async () => (await page.locator(".drawn-arrow, .drawn-ring").count()) === 2, "an arrow and a ring");
  await draw("g1", "f3");
  await until(async () => (await page.locator(".drawn-arrow").count()) === 0, "drawn again it is gone");
  await cells(page, "e5");
  await until(async () => (await page.locator(".drawn-ring").count()) === 0, "a click");
  assert.equal(await played(page), 0);
  await page.clean();
});

test("seeds leave their number free, lines are thinner than what is clicked, and kings are two men high", async () => {
  const boxes = (page, selector) =>
    page.locator(selector).evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()));
  let page = await open(browser, server.origin, "#play/oware?plyd=none&state=4,4,14,0,0,1,12/1,0,0,2,3,4,3+south");
  await turn(page, /South to move/);
  for (const pit of await page.locator(".contents .content").all()) {
    const [number] = await pit.locator(".amount").evaluateAll((all) => all.map((each) => each.getBBox().y + 4));
    const ends = await pit
      .locator(".seed")
      .evaluateAll((all) => all.map((each) => each.cy.baseVal.value + each.r.baseVal.value));
    for (const end of ends) assert.ok(end <= number, `${end} over ${number}`);
  }
  await page.clean();
  page = await open(browser, server.origin, "#play/dots-and-boxes?plyd=none");
  await turn(page, /to move/);
  const [[line], [reach]] = [await boxes(page, ".board .across .field"), await boxes(page, ".board .across .reach")];
  assert.ok(2.5 * line.height < reach.height, `${line.height} in ${reach.height}`);
  await page.mouse.click(reach.x + reach.width / 2, reach.y + 2);
  await until(async () => (await played(page)) === 1, "a click beside the line");
  await page.clean();
  page = await open(browser, server.origin, "#play/checkers?plyd=none&state=B:WK22,30:B1,K4");
  await turn(page, /Black to move/);
  assert.equal(await page.locator(".board .disc .under").count(), 2);
  assert.equal(await page.locator(".board .disc .crown").count(), 2);
  await page.clean();
});

test("tokens are taken from a heap by a click, and a tree is drawn to play on", async () => {
  const nim = await open(browser, server.origin, "#play/nim?plyd=none");
  await turn(nim, /to move/);
  assert.equal(await nim.locator(".board .bone").count(), 15);
  // The third of five: it and those above it go.
  await nim.locator(".contents .content.heap").nth(1).locator(".bone").nth(2).click();
  await until(async () => (await played(nim)) === 1, "played");
  assert.equal(await nim.locator(".board .bone").count(), 12);
  await nim.clean();
  const tree = await open(browser, server.origin, "#play/tree?plyd=none");
  await turn(tree, /Max to move/);
  assert.equal(await tree.locator(".tree-picture .leaf").count(), 9);
  assert.equal(await tree.locator("pre.state").count(), 0);
  await tree.locator(".tree-picture .own").nth(1).click();
  await turn(tree, /Min to move/);
  assert.deepEqual(await tree.locator(".tree-picture .leaf").allTextContents(), ["2", "4", "6"]);
  await tree.clean();
});

test("the focus stays on the board after a promotion", async () => {
  const page = await open(browser, server.origin, "#play/chess?plyd=none&state=4k3/P7/8/8/8/8/8/4K3+w+-+-+0+1");
  await turn(page, /White to move/);
  await cells(page, "a7", "a8");
  await page.keyboard.press("Enter");
  await turn(page, /Black to move/);
  assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^a8,/);
  await page.clean();
});

test("a finished game of sowing tells its score", async () => {
  const page = await open(
    browser,
    server.origin,
    "#play/kalah?plyd=none&state=0,0,0,0,0,1,24/1,0,0,0,0,2,20+south&moves=6",
  );
  await turn(page, /^South wins, 25 to 23\.$/);
  assert.deepEqual(await page.locator(".seat .points").allInnerTexts(), ["23", "25"]);
  await page.clean();
});

test("a finished game of falling discs keeps its board when it is opened by link", async () => {
  for (const hash of [
    "#play/connect-four?moves=4,1,4,1,4,1,4&plyd=none",
    "#play/connect-four?state=7/7/7/7/OOO4/XXXX3+O&plyd=none",
  ]) {
    const page = await open(browser, server.origin, hash);
    await turn(page, /Red wins/);
    assert.equal(await page.locator(".board.wells .well").count(), 42, hash);
    await page.clean();
  }
});

test("boards fit between the players, and are never cut", async () => {
  for (const hash of ["#play/nine-mens-morris?plyd=none", `#play/chess?plyd=none&${CLAIM}`, "#play/hex?plyd=none"]) {
    const page = await open(browser, server.origin, hash);
    await page.locator(".board").waitFor(PATIENT);
    for (const [width, height] of [
      [1280, 800],
      [1440, 900],
      [1920, 1080],
      [1280, 600],
      [1024, 768],
      [820, 1180],
    ]) {
      await page.setViewportSize({ width, height });
      const [board, strip, stage, controls] = [
        await box(page, ".board"),
        await box(page, ".strip"),
        await box(page, ".stage"),
        await box(page, ".controls"),
      ];
      const where = `${hash} at ${width}x${height}: ${JSON.stringify([board, strip, stage, controls])}`;
      assert.ok(board.y >= stage.y - 1 && board.y + board.height <= stage.y + stage.height + 1, where);
      assert.ok(board.y + board.height <= strip.y && strip.y + strip.height <= height && controls.y >= 0, where);
      assert.ok(Math.min(board.width, board.height) > 200, where);
    }
    await page.clean();
  }
});
