// Chess's variants: pieces in hand, counters, cells that win, and records that name their game.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  axe,
  axeFinds,
  button,
  cell,
  cells,
  middle,
  open,
  paste,
  PATIENT,
  PHONE,
  played,
  staged,
  turn,
  until,
} from "./browser.mjs";

const { server, browser } = await staged();

/** White has two knights and a pawn in hand, Black a queen. */
const HANDS = "#play/crazyhouse?plyd=none&state=4k3/8/8/8/8/8/4P3/4K3[NNPq]+w+-+-+0+1";

const hand = (page, side) => page.locator(`.seat[data-side=${side}] .hand`);
const knight = (page) => button(page, "drop white knight, 2 in hand");

/** Waits until Black is to move, and asks for the move that was played, the piece on a cell, and what White has left. */
async function dropped(page, { label, at, piece, left }) {
  await turn(page, /Black to move/);
  assert.equal(await page.locator(".moves [aria-current]").textContent(), `White: ${label}`);
  assert.match(await cell(page, at).getAttribute("aria-label"), piece);
  await until(async () => (await hand(page, "white").getByRole("img").count()) > 0, "the hand waits");
  assert.deepEqual(
    await hand(page, "white")
      .getByRole("img")
      .evaluateAll((all) => all.map((each) => each.getAttribute("aria-label"))),
    left,
  );
}

test("a piece in hand is tapped, then a square: it is dropped there, and the other side's waits", async () => {
  const page = await open(browser, server.origin, HANDS, { viewport: PHONE, touch: true });
  await turn(page, /White to move/);
  assert.deepEqual(
    await hand(page, "black")
      .getByRole("img")
      .evaluateAll((all) => all.map((each) => each.getAttribute("aria-label"))),
    ["black queen, 1 in hand"],
  );
  assert.equal(await page.locator(".board .hint").count(), 0, "nothing is pointed out before");
  await button(page, "drop white pawn, 1 in hand").tap();
  await page.locator(".prompt", { hasText: "Choose where to drop the pawn." }).waitFor(PATIENT);
  // No pawns on the first and last row, and none where a piece stands.
  assert.equal(await page.locator(".board .hint").count(), 47);
  await knight(page).tap();
  await until(async () => (await page.locator(".board .hint").count()) === 61, "a knight goes anywhere");
  // A square where it cannot go lets it go; so does the piece itself.
  await cell(page, "e2").tap();
  assert.equal(await knight(page).getAttribute("aria-pressed"), "false");
  assert.match(await cell(page, "e2").getAttribute("aria-label"), /chosen/);
  await knight(page).tap();
  await knight(page).tap();
  assert.equal(await knight(page).getAttribute("aria-pressed"), "false");
  assert.equal(await played(page), 0);
  await knight(page).tap();
  await cell(page, "f6").tap();
  await dropped(page, {
    label: "N@f6+",
    at: "f6",
    piece: /white knight/,
    left: ["white knight, 1 in hand", "white pawn, 1 in hand"],
  });
  await page.clean();
});

test("a piece in hand is dragged to a square, by a mouse and by a finger", async () => {
  for (const touch of [false, true]) {
    const page = await open(browser, server.origin, HANDS, touch ? { viewport: PHONE, touch } : {});
    await turn(page, /White to move/);
    const [from, off, to] = [
      await middle(knight(page)),
      await middle(cell(page, "e8")),
      await middle(cell(page, "c3")),
    ];
    const touches = await page.context().newCDPSession(page);
    const finger = (type, ...points) => touches.send("Input.dispatchTouchEvent", { type, touchPoints: points });
    const drag = async (end) => {
      if (touch) await finger("touchStart", from);
      else {
        await page.mouse.move(from.x, from.y);
        await page.mouse.down();
      }
      for (let i = 1; i <= 8; i++) {
        const at = { x: from.x + ((end.x - from.x) * i) / 8, y: from.y + ((end.y - from.y) * i) / 8 };
        if (touch) await finger("touchMove", at);
        else await page.mouse.move(at.x, at.y);
      }
      await page.locator(".lifted .man").waitFor(PATIENT);
      assert.equal(await page.locator(".board .under").count(), 1);
      if (touch) await finger("touchEnd");
      else await page.mouse.up();
      await until(async () => (await page.locator(".lifted").count()) === 0, "it was let go");
    };
    if (!touch) {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x + 8, from.y);
      await page.mouse.up();
      assert.equal(await knight(page).getAttribute("aria-pressed"), "true", "a press that shook");
    }
    // Where it cannot be dropped it goes back.
    await drag(off);
    assert.equal(await played(page), 0);
    assert.equal(await knight(page).getAttribute("aria-pressed"), "false");
    await drag(to);
    await dropped(page, {
      label: "N@c3",
      at: "c3",
      piece: /white knight/,
      left: ["white knight, 1 in hand", "white pawn, 1 in hand"],
    });
    assert.equal(await page.evaluate(() => scrollY), 0);
    await page.clean();
  }
});

test("a piece in hand is dropped by keys, and typed", async () => {
  const page = await open(browser, server.origin, HANDS);
  await turn(page, /White to move/);
  await knight(page).focus();
  await page.keyboard.press("Enter");
  await page.locator(".board [role=gridcell]:focus").waitFor(PATIENT);
  await page.keyboard.press("Escape");
  assert.equal(await knight(page).getAttribute("aria-pressed"), "false");
  await knight(page).focus();
  await page.keyboard.press("Space");
  const begun = await page.locator(".board [role=gridcell]:focus").getAttribute("data-cell");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowUp");
  const [row, column] = begun.split(",").map(Number);
  assert.equal(
    await page.locator(".board [role=gridcell]:focus").getAttribute("data-cell"),
    `${row - 1},${column - 1}`,
    "arrows go from cell to cell",
  );
  await page.keyboard.press("Enter");
  await turn(page, /Black to move/);
  await page.keyboard.type("Q@a5");
  await turn(page, /White to move/);
  await page.keyboard.type("@b4");
  await turn(page, /Black to move/);
  assert.match(await cell(page, "b4").getAttribute("aria-label"), /white pawn/);
  assert.match(page.url(), /moves=N@\w\d,Q@a5,P@b4/);
  await page.clean();
});

test("the best move of a hand is pointed out in it", async () => {
  // The queen mates on g7, which the pawn protects.
  const page = await open(
    browser,
    server.origin,
    "#play/crazyhouse?plyd=none&state=6k1/8/7P/8/8/8/8/4K3[NQ]+w+-+-+0+1",
  );
  await turn(page, /White to move/);
  await page.getByRole("checkbox", { name: "Best move" }).check();
  await page.locator(".hand .best").waitFor(PATIENT);
  assert.equal(await page.locator(".hand .best").getAttribute("aria-label"), "drop white queen, 1 in hand");
  await page.locator(".best-cell").waitFor(PATIENT);
  await page.clean();
});

test("captured pieces go to the hand, promoted ones as pawns", async () => {
  const page = await open(
    browser,
    server.origin,
    "#play/crazyhouse?plyd=none&state=Q~n2k3/8/8/8/8/8/8/rN2K3[]+w+-+-+0+1",
  );
  await turn(page, /White to move/);
  await cells(page, "a8", "b8");
  await turn(page, /Black to move/);
  await cells(page, "e8", "e7");
  await turn(page, /White to move/);
  await button(page, "drop white knight, 1 in hand").waitFor(PATIENT);
  await cells(page, "b8", "a8");
  await turn(page, /Black to move/);
  await cells(page, "a1", "a8");
  await button(page, "drop white knight, 1 in hand").waitFor(PATIENT);
  assert.equal(await hand(page, "black").getByRole("img").getAttribute("aria-label"), "black pawn, 1 in hand");
  // The hands stay in a position that is set up.
  await button(page, "Set up").click();
  const desk = page.locator("dialog[open]");
  await desk.getByRole("radio", { name: "white pawn" }).check({ force: true });
  await desk.locator('[role=gridcell][aria-label^="h4,"]').click();
  await until(async () => /\[Np\]/.test(await desk.getByRole("textbox", { name: "State" }).inputValue()), "the hands");
  await button(page, "Play from here").click();
  await until(async () => (await page.locator("dialog[open]").count()) === 0, "accepted");
  await button(page, "drop white knight, 1 in hand").waitFor(PATIENT);
  await page.clean();
});

test("who plays against plyd drops only their own pieces", async () => {
  const page = await open(browser, server.origin, HANDS.replace("none", "black&level=1"));
  await turn(page, /Your turn/);
  await knight(page).click();
  await cell(page, "d3").click();
  await until(async () => (await played(page)) === 2, "plyd answered");
  await turn(page, /Your turn/);
  assert.equal(await hand(page, "black").getByRole("button").count(), 0);
  await page.clean();
});

test("checks that are still to be given stand beside the players", async () => {
  const page = await open(browser, server.origin, "#play/three-check?plyd=none&moves=e2e4,e7e5");
  await turn(page, /White to move/);
  const counters = () => page.locator(".seat .counter").allInnerTexts();
  assert.deepEqual(await counters(), ["3 checks to go", "3 checks to go"]);
  await cells(page, "f1", "c4");
  await turn(page, /Black to move/);
  await cells(page, "g8", "f6");
  await turn(page, /White to move/);
  await cells(page, "c4", "f7");
  await turn(page, /Black to move/);
  assert.deepEqual(await counters(), ["3 checks to go", "2 checks to go"]);
  await button(page, "One move back").click();
  await until(async () => (await counters())[1] === "3 checks to go", "the check is taken back");
  await page.clean();
});

test("cells that win are framed on the board, and a king that arrives is not in check", async () => {
  const page = await open(
    browser,
    server.origin,
    "#play/king-of-the-hill?plyd=none&state=4k3/8/8/8/8/4K3/8/8+w+-+-+0+1",
  );
  await turn(page, /White to move/);
  for (const name of ["d4", "e4", "d5", "e5"])
    assert.match(await cell(page, name).getAttribute("aria-label"), /, goal/, name);
  assert.doesNotMatch(await cell(page, "d6").getAttribute("aria-label"), /goal/);
  const { width } = await page.locator(".board .marks").boundingBox();
  const { width: square } = await cell(page, "d4").boundingBox();
  assert.ok(Math.abs(width - 2 * square) < 0.3 * square, `${width} around two squares of ${square}`);
  await cells(page, "e3", "e4");
  await turn(page, /White wins: a king on the hill/);
  assert.equal(await page.locator(".board .checked").count(), 0);
  await page.clean();
});

test("both sides race to the far end, so the board is not turned for the second", async () => {
  const page = await open(browser, server.origin, "#play/racing-kings?plyd=white&level=1");
  await turn(page, /Your turn: you play Black/);
  const [last, first] = [await cell(page, "a8").boundingBox(), await cell(page, "a1").boundingBox()];
  assert.ok(last.y < first.y);
  await page.clean();
});

test("a pawn of antichess becomes a king too", async () => {
  const page = await open(browser, server.origin, "#play/antichess?plyd=none&state=8/6P1/8/8/8/2k5/8/8+w+-+-+0+1");
  await turn(page, /White to move/);
  await cells(page, "g7", "g8");
  assert.equal(await page.locator(".choice .piece-choice").count(), 5);
  await page.getByRole("button", { name: "g8=K" }).click();
  await turn(page, /Black to move/);
  assert.match(await cell(page, "g8").getAttribute("aria-label"), /white king/);
  await page.clean();
});

test("a record is saved with its variant, and is opened in its game", async () => {
  const page = await open(browser, server.origin, "#play/chess?plyd=none", { expected: [/status of 422/] });
  await turn(page, /White to move/);
  await paste(page, '[Variant "Atomic"]\n\n1. e4 d5 2. exd5 Nf6 *');
  await until(() => page.url().includes("#play/atomic?"), "the game of the record");
  await turn(page, /White to move/);
  assert.equal(await played(page), 4);
  assert.match(await cell(page, "d5").getAttribute("aria-label"), /empty/, "the capture exploded");
  await button(page, "Save").click();
  await page.locator(".record-text", { hasText: '[Variant "Atomic"]' }).waitFor(PATIENT);
  await page.keyboard.press("Escape");
  await paste(page, '[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@d6 *');
  await until(() => page.url().includes("#play/crazyhouse?"), "the other game");
  assert.equal(await played(page), 5);
  await page.clean();
});

test("chess and its variants stand on a shelf of their own", async () => {
  const page = await open(browser, server.origin, "#play/hex?plyd=none");
  await turn(page, /to move/);
  await page.locator(".chosen-game").click();
  const shelf = page.locator(".picker[open] section", { hasText: "Chess and its variants" });
  await until(async () => (await shelf.locator(".thumb .man").count()) > 200, "the pictures");
  assert.deepEqual(await shelf.locator("li b").allInnerTexts(), [
    "Chess",
    "Crazyhouse",
    "Antichess",
    "Atomic chess",
    "Three-check",
    "King of the hill",
    "Horde",
    "Racing kings",
  ]);
  assert.equal(await shelf.locator(".marks").count(), 2, "the hill, and the last row");
  await page.clean();
});

test("a hand is accessible in both schemes", async () => {
  const page = await open(browser, server.origin, HANDS);
  await turn(page, /White to move/);
  await page.evaluate(axe);
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    await knight(page).click();
    assert.deepEqual((await axeFinds(page, colorScheme)).faults, [], colorScheme);
  }
  await page.clean();
});
