// Tiles and discs with characters, as shogi and xiangqi have them: drops, promotions, and captures across the river.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  axe,
  axeFinds,
  button,
  cell,
  cells,
  follow,
  middle,
  open,
  PATIENT,
  PHONE,
  played,
  staged,
  turn,
  until,
} from "./browser.mjs";

const { server, browser } = await staged();

/** Black has a gold and two pawns in hand, White a rook; Black's pawn on 5g lets none be dropped on its file. */
const HANDS = "#play/shogi?plyd=none&state=4k4/9/9/9/9/9/4P4/9/4K4+b+G2Pr+1";
/** A bishop that may promote on 2b, and a pawn that must on 9a. */
const PROMOTIONS = "#play/shogi?plyd=none&state=4k4/P8/9/9/9/9/9/1B7/4K4+b+-+1";
/** A red pawn at the river, before a black one. */
const RIVER = "#play/xiangqi?plyd=none&state=3k5/9/9/9/4p4/4P4/9/9/9/4K4+w+-+-+0+1";
const EVERY_KIND = "#play/shogi?plyd=none&state=4k4/9/9/9/9/9/9/9/4K4+b+RB2G2S2N2L9Prb2g2s2n2l9p+1";

const pawn = (page) => button(page, "drop black pawn, 2 in hand");
const named = (page, name) => cell(page, name).getAttribute("aria-label");

/** Whether the piece on a cell is seen upside down. */
function isTurned(page, name) {
  return cell(page, name).evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const within = ({ left, right, top, bottom }) =>
      left < x + width / 2 && x + width / 2 < right && top < y + height / 2 && y + height / 2 < bottom;
    const tile = [...document.querySelectorAll(".board .tile")].find((each) => within(each.getBoundingClientRect()));
    return new DOMMatrix(getComputedStyle(tile).transform).a < 0;
  });
}

test("a tile in hand is dropped by taps, where the rules let it", async () => {
  const page = await open(browser, server.origin, HANDS, { viewport: PHONE, touch: true });
  await turn(page, /Black to move/);
  await pawn(page).tap();
  await page.locator(".prompt", { hasText: "Choose where to drop the pawn." }).waitFor(PATIENT);
  // Eight files of eight ranks: not the last one, and no second pawn on a file.
  assert.equal(await page.locator(".board .hint").count(), 64);
  await cell(page, "7d").tap();
  await turn(page, /White to move/);
  assert.match(await named(page, "7d"), /black pawn/);
  await page.locator(".seat[data-side=black] .hand [aria-label='black pawn, 1 in hand']").waitFor(PATIENT);
  assert.match(page.url(), /moves=P\*7d/);
  await page.clean();
});

test("a tile in hand is dragged to its cell, dropped by keys, and typed", async () => {
  const page = await open(browser, server.origin, HANDS);
  await turn(page, /Black to move/);
  const [from, to] = [await middle(pawn(page)), await middle(cell(page, "3d"))];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let i = 1; i <= 8; i++)
    await page.mouse.move(from.x + ((to.x - from.x) * i) / 8, from.y + ((to.y - from.y) * i) / 8);
  await page.locator(".lifted .tile").waitFor(PATIENT);
  await page.mouse.up();
  await turn(page, /White to move/);
  assert.match(await named(page, "3d"), /black pawn/);
  await button(page, "drop white rook, 1 in hand").focus();
  await page.keyboard.press("Enter");
  await page.locator(".board [role=gridcell]:focus").waitFor(PATIENT);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await turn(page, /Black to move/);
  assert.match(await named(page, "6e"), /white rook/);
  await page.keyboard.type("G*6f");
  await turn(page, /White to move/);
  assert.match(await named(page, "6f"), /black gold/);
  await page.clean();
});

test("a piece that may promote is asked, one that must is not, and a promotion is no check", async () => {
  const page = await open(browser, server.origin, PROMOTIONS);
  await turn(page, /Black to move/);
  await cells(page, "8h", "2b");
  const choices = page.locator(".choice .piece-choice");
  await choices.first().waitFor(PATIENT);
  assert.deepEqual(await choices.locator(".character").allTextContents(), ["馬", "角"], "the promotion comes first");
  await choices.last().click();
  await turn(page, /White to move/);
  assert.match(await named(page, "2b"), /black bishop,/);
  await button(page, "Undo").click();
  await turn(page, /Black to move/);
  await cells(page, "8h", "2b");
  await choices.first().click();
  await turn(page, /White to move/);
  assert.match(await named(page, "2b"), /horse/);
  assert.equal(await page.locator(".board .checked").count(), 0);
  await cells(page, "5a", "4a");
  await turn(page, /Black to move/);
  await cells(page, "9b", "9a");
  await turn(page, /White to move/);
  assert.match(await named(page, "9a"), /tokin/);
  assert.match(page.url(), /moves=8h2b%2B,5a4a,9b9a%2B|moves=8h2b\+,5a4a,9b9a\+/);
  await page.clean();
});

test("tiles point away from their owner, also when the board is turned, and letters on them stand upright", async () => {
  const page = await open(browser, server.origin, "#play/shogi?plyd=none");
  await turn(page, /Black to move/);
  assert.deepEqual([await isTurned(page, "7g"), await isTurned(page, "7c")], [false, true]);
  await button(page, "Flip").click();
  await until(() => isTurned(page, "7g"), "the board is turned");
  assert.equal(await isTurned(page, "7c"), false);
  await page.locator(".setup summary", { hasText: "Looks" }).click();
  await page.locator(".looks label", { hasText: "Letters" }).click();
  const letters = page.locator(".board .latin");
  assert.equal(await letters.first().isVisible(), true);
  assert.equal(await page.locator(".board .character").first().isVisible(), false);
  assert.ok(await letters.evaluateAll((all) => all.every((letter) => letter.getScreenCTM().a > 0)));
  await page.reload();
  await turn(page, /Black to move/);
  assert.equal(await letters.first().isVisible(), true, "the choice is kept");
  await page.clean();
});

test("a pawn captures across the river", async () => {
  const page = await open(browser, server.origin, RIVER);
  await turn(page, /Red to move/);
  const river = await page.locator(".board .river").boundingBox();
  const [near, far] = [await middle(cell(page, "e4")), await middle(cell(page, "e5"))];
  assert.ok(Math.abs(river.y - far.y) < 2 && Math.abs(river.y + river.height - near.y) < 2, "between ranks 4 and 5");
  assert.deepEqual(await page.locator(".board .written .character").allTextContents(), ["將", "卒", "兵", "帥"]);
  await cells(page, "e4", "e5");
  await turn(page, /Black to move/);
  assert.match(await named(page, "e5"), /red pawn/);
  assert.match(await named(page, "e4"), /empty/);
  assert.equal(await page.locator(".moves [aria-current]").textContent(), "Red: P5+1");
  assert.match(page.url(), /moves=e4e5/);
  await button(page, "Set up").click();
  const desk = page.locator("dialog[open]");
  await desk.locator("label", { hasText: /^Red$/ }).first().click();
  const state = desk.getByRole("textbox", { name: "State" });
  await until(async () => / [wr] - - /.test(await state.inputValue()), "red is to move");
  await desk.getByRole("button", { name: "Play from here" }).click();
  await turn(page, /Red to move/);
  assert.equal(await played(page), 0);
  await page.clean();
});

test("all seven kinds in hand fit beside the name on a phone", async () => {
  const page = await open(browser, server.origin, EVERY_KIND, { viewport: PHONE, touch: true });
  await turn(page, /Black to move/);
  await button(page, "drop black pawn, 9 in hand").waitFor(PATIENT);
  for (const side of ["black", "white"]) {
    const boxes = await page.locator(`.seat[data-side=${side}] .hand > *`).evaluateAll((all) =>
      all.map((each) => {
        const { left, right, width } = each.getBoundingClientRect();
        return { left, right, width };
      }),
    );
    assert.equal(boxes.length, 7);
    const name = await page.locator(`.seat[data-side=${side}] > b`).boundingBox();
    assert.ok(boxes[0].left >= name.x + name.width, side);
    assert.ok(boxes.at(-1).right <= PHONE.width, side);
    assert.ok(
      boxes.every(({ width }) => width >= 30),
      side,
    );
  }
  await page.clean();
});

test("tiles and discs are accessible in both schemes", async () => {
  const page = await open(browser, server.origin, EVERY_KIND);
  await page.evaluate(axe);
  for (const hash of [EVERY_KIND, PROMOTIONS, RIVER, "#play/minishogi?plyd=none"]) {
    await follow(page, hash);
    await turn(page, /to move/);
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      assert.deepEqual((await axeFinds(page, colorScheme)).faults, [], `${hash}, ${colorScheme}`);
    }
  }
  await page.clean();
});
