// A phone and fingers: real touch events, a board that stays in view, and small cells.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  BLACKBURNE,
  box,
  button,
  cell,
  cells,
  DESKTOP,
  holding,
  middle,
  open,
  PATIENT,
  PHONE,
  played,
  reviewQuickly,
  staged,
  tab,
  turn,
  until,
} from "./browser.mjs";

const { server, browser } = await staged();

const phone = (hash, more = {}) => open(browser, server.origin, hash, { viewport: PHONE, touch: true, ...more });

/** Touches the screen at a point, goes to another in some steps, and leaves it. */
async function swipe(page, from, to) {
  const touch = await page.context().newCDPSession(page);
  const send = (type, points) => touch.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await send("touchStart", [from]);
  for (let i = 1; i <= 8; i++) {
    const at = (a, b) => a + ((b - a) * i) / 8;
    await send("touchMove", [{ x: at(from.x, to.x), y: at(from.y, to.y) }]);
  }
  await send("touchEnd", []);
  await touch.detach();
}

async function press(page, at) {
  await swipe(page, at, at);
}

const scrolled = (page) => page.evaluate(() => scrollY);

test("a finger drags a piece, and beside the pieces it scrolls the page", async () => {
  const page = await phone("#play/chess?plyd=none");
  await turn(page, /White to move/);
  await swipe(page, await middle(cell(page, "e2")), await middle(cell(page, "e4")));
  await turn(page, /Black to move/);
  assert.match(await cell(page, "e4").getAttribute("aria-label"), /white pawn/);
  assert.equal(await scrolled(page), 0, "the page stayed where it was");
  // Not a legal move: the piece goes back.
  await swipe(page, await middle(cell(page, "e7")), await middle(cell(page, "e3")));
  assert.equal(await played(page), 1);
  await page.keyboard.press("Escape");
  await swipe(page, await middle(cell(page, "d4")), { ...(await middle(cell(page, "d4"))), y: 60 });
  await until(async () => (await scrolled(page)) > 0, "an empty square scrolls");
  await page.clean();
});

test("the board stays in view while one steps, reviews and stops", async () => {
  const page = await phone(`#play/chess?plyd=none&moves=${BLACKBURNE}`);
  await turn(page, /Black wins/);
  const inView = async (what, selector) => {
    const { y, height } = await box(page, selector);
    assert.ok(y >= 0 && y + height <= PHONE.height, `${what}: ${y} and ${height} high`);
  };
  await tab(page, "Request");
  await page.evaluate(() => scrollTo(0, 1e6));
  assert.ok((await scrolled(page)) > 0, "there is something to scroll");
  await inView("the board", ".board");
  await inView("the steps", ".through");
  await button(page, "One move back").tap();
  await turn(page, /Black to move/);
  await reviewQuickly(page);
  await tab(page, "Review");
  await button(page, "Review the game").tap();
  await page.locator(".review table").waitFor(PATIENT);
  await page.locator(".turning button").first().tap();
  await inView("the board at a turning point", ".board");
  await page.locator(".said", { hasText: /was better/ }).waitFor(PATIENT);
  await page.locator(".best-arrow").waitFor(PATIENT);
  await page.clean();
  const thinking = await open(browser, await holding(server, 4), "#play/chess?time=9000&plyd=black", {
    viewport: PHONE,
    touch: true,
  });
  await turn(thinking, /Your turn/);
  await tab(thinking, "Analysis");
  await thinking.locator(".thinking .fold").tap();
  await thinking.locator('[data-cell="6,4"]').tap();
  await thinking.locator('[data-cell="4,4"]').tap();
  const stop = thinking.locator(".strip .stop");
  await stop.waitFor(PATIENT);
  const { y, height } = await stop.boundingBox();
  const board = await box(thinking, ".board");
  assert.ok(y >= board.y + board.height && y + height <= PHONE.height, `Stop is at ${y}`);
  await thinking.locator(".strip", { hasText: /better|equal/ }).waitFor(PATIENT);
  await stop.tap();
  await until(async () => (await played(thinking)) === 2, "plyd moved");
  await thinking.clean();
});

test("nothing hidden makes the page longer", async () => {
  // Stones that never touch one of their own.
  const on = (files) => [1, 3, 5, 7].flatMap((rank) => [...files].map((file) => `${file}${rank}`));
  const [black, white] = [on("acegikm"), on("bdfhjln")];
  const long = black.flatMap((stone, i) => [stone, white[i]]).join(",");
  for (const viewport of [{ width: 1280, height: 800 }, PHONE]) {
    const page = await open(browser, server.origin, `#play/gomoku?plyd=none&moves=${long}`, {
      viewport,
    });
    await page.locator(".board").waitFor(PATIENT);
    await until(async () => (await played(page)) === 56, "the game");
    if (viewport === PHONE) await tab(page, "Moves");
    const [height, last] = await page.evaluate(() => [
      document.documentElement.scrollHeight,
      Math.max(...[...document.querySelectorAll(".card")].map((card) => card.getBoundingClientRect().bottom)) + scrollY,
    ]);
    assert.ok(height <= Math.max(viewport.height, last + 40), `${height} high, and the last card ends at ${last}`);
    await page.clean();
  }
});

test("on a fine board a tap aims and a second one plays", async () => {
  const page = await phone("#play/gomoku?plyd=none");
  await turn(page, /Black to move/);
  await press(page, await middle(cell(page, "h8")));
  await page.locator(".prompt", { hasText: "Tap h8 again" }).waitFor(PATIENT);
  assert.equal(await played(page), 0);
  await press(page, await middle(cell(page, "i9")));
  await page.locator(".prompt", { hasText: "Tap i9 again" }).waitFor(PATIENT);
  await press(page, await middle(cell(page, "i9")));
  await turn(page, /White to move/);
  assert.match(await cell(page, "i9").getAttribute("aria-label"), /black stone/);
  await page.clean();
  // Where cells are as large as a finger one tap is enough.
  const large = await phone("#play/tic-tac-toe?plyd=none");
  await turn(large, /X to move/);
  await press(large, await middle(cell(large, "b2")));
  await turn(large, /O to move/);
  await large.clean();
});

test("the whole board is seen on a phone held sideways, and at twice the size", async () => {
  for (const viewport of [
    { width: 844, height: 390 },
    { width: 640, height: 400 },
  ]) {
    for (const hash of ["#play/chess?plyd=none", "#play/gomoku?plyd=none", "#play/kalah?plyd=none"]) {
      const page = await open(browser, server.origin, hash, { viewport });
      await page.locator(".board").waitFor(PATIENT);
      const board = await box(page, ".board");
      assert.ok(board.y >= 0 && board.y + board.height <= viewport.height, `${hash}: ${JSON.stringify(board)}`);
      assert.ok(
        board.width > 200 && (await page.evaluate(() => document.documentElement.scrollWidth)) <= viewport.width,
      );
      await page.clean();
    }
  }
});

test("nothing moves while the page opens", async () => {
  for (const [hash, viewport] of ["", "#play/chess", "#play/kalah", "#play/hex", "#play/tree"].flatMap((hash) =>
    [PHONE, { width: 820, height: 1180 }, DESKTOP].map((viewport) => [hash, viewport]),
  )) {
    const page = await open(browser, server.origin, hash, { viewport, touch: viewport.width < 1000 });
    await turn(page, /Your turn/);
    await page.waitForTimeout(500);
    const shift = await page.evaluate(
      () =>
        new Promise((resolve) => {
          let sum = 0;
          new PerformanceObserver((list) => {
            for (const { value, hadRecentInput } of list.getEntries()) sum += hadRecentInput ? 0 : value;
          }).observe({ type: "layout-shift", buffered: true });
          setTimeout(() => resolve(sum), 300);
        }),
    );
    assert.ok(shift <= 0.01, `${hash} at ${viewport.width}: ${shift}`);
    await page.clean();
  }
});

const LONG = `${BLACKBURNE},c2c3,f3e5`.split(",").slice(0, 14).join(",");

test("the moves under the board keep the current one in sight, and lead to theirs", async () => {
  for (const viewport of [PHONE, { width: 820, height: 1180 }]) {
    const page = await phone(`#play/chess?plyd=none&moves=${LONG}`, { viewport });
    await turn(page, /Black wins/);
    const current = page.locator(".ribbon [aria-current]");
    const inSight = async (what) => {
      const [frame, move] = [await box(page, ".ribbon"), await current.boundingBox()];
      assert.ok(
        move.x >= frame.x && move.x + move.width <= frame.x + frame.width + 1,
        `${what}: ${JSON.stringify(move)}`,
      );
    };
    await inSight("the last move");
    for (let i = 0; i < 8; i++) await button(page, "One move back").tap();
    await until(async () => /Bc4$/.test(await current.innerText()) || /d4$/.test(await current.innerText()), "stepped");
    await inSight("a move in the middle");
    await page.locator(".ribbon button", { hasText: "Nf3" }).first().tap();
    await turn(page, /Black to move/);
    await inSight("the move that was tapped");
    await page.clean();
  }
});

/** The controls that are too small for a finger, or touch another one; cells of boards are not among them. */
const clumsy = (page) =>
  page.evaluate(() => {
    const CONTROLS = "button, a[href], select, textarea, summary, label:has(input), input";
    const open = document.querySelector("dialog[open]");
    /** What of an element can be seen, after what scrolls has cut it. */
    const seen = (at) => {
      let { left, right, top, bottom } = at.getBoundingClientRect();
      for (let out = at.parentElement; out; out = out.parentElement) {
        if (getComputedStyle(out).overflow === "visible") continue;
        const frame = out.getBoundingClientRect();
        [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)];
        [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
      }
      return { left, right, top, bottom };
    };
    const all = [...(open ?? document).querySelectorAll(CONTROLS)]
      .filter((at) => at.checkVisibility({ visibilityProperty: true }) && !(at.matches("input") && at.closest("label")))
      .map((at) => ({ at, named: (at.ariaLabel || at.textContent).trim().slice(0, 30), box: seen(at) }))
      .filter(({ box }) => box.right > box.left && box.bottom > box.top)
      // What goes by under the board that stays is covered by it.
      .filter(({ at, box }) => {
        const over = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
        return !over || at.contains(over) || over.contains(at);
      });
    const small = all
      .map(({ at, named }) => ({ named, box: at.getBoundingClientRect() }))
      .filter(({ box }) => box.width < 43.9 || box.height < 43.9)
      .map(({ named, box }) => `${named}: ${box.width.toFixed()} by ${box.height.toFixed()}`);
    const close = all.flatMap(({ at, named, box }, i) =>
      all
        .slice(i + 1)
        .filter((other) => !at.contains(other.at) && !other.at.contains(at))
        .filter(
          (other) =>
            box.right + 1 > other.box.left &&
            other.box.right + 1 > box.left &&
            box.bottom + 1 > other.box.top &&
            other.box.bottom + 1 > box.top,
        )
        .map((other) => `${named} touches ${other.named}`),
    );
    return [...small, ...close];
  });

test("every control is large enough for a finger and touches no other", async () => {
  for (const viewport of [
    PHONE,
    { width: 320, height: 640 },
    { width: 820, height: 1180 },
    { width: 844, height: 390 },
  ]) {
    const page = await phone(`#play/chess?plyd=white&level=1&clock=5%2B3&moves=${LONG}`, { viewport });
    await turn(page, /Black wins/);
    const fits = async (what) => {
      assert.deepEqual(await clumsy(page), [], `${what} at ${viewport.width}`);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= viewport.width, `${what} is ${width} wide on ${viewport.width}`);
    };
    for (const panel of ["Moves", "Review", "Analysis", "Request", "Game"]) {
      await tab(page, panel);
      await fits(panel);
    }
    await page.evaluate(() => document.querySelectorAll("details").forEach((each) => (each.open = true)));
    await fits("all of Game");
    await page.locator(".chosen-game").tap();
    await page.locator(".picker").waitFor(PATIENT);
    await fits("the games");
    await page.keyboard.press("Escape");
    await tab(page, "Moves");
    for (const dialog of ["Recent", "Set up", "Paste", "Save"]) {
      await button(page, dialog).tap();
      await page.locator("dialog[open]").waitFor(PATIENT);
      await fits(dialog);
      await page.keyboard.press("Escape");
    }
    for (let i = 0; i < 2; i++) await button(page, "One move back").tap();
    await button(page, "Hint").tap();
    await page.locator("[data-notice=hint]").waitFor(PATIENT);
    await fits("a hint");
    await page.clean();
  }
});

test("seeds are large enough for a finger", async () => {
  const page = await phone("#play/kalah?plyd=none");
  await turn(page, /South to move/);
  const { width, height } = await cell(page, "south’s house 4").boundingBox();
  assert.ok(Math.min(width, height) >= 48, `${width} by ${height}`);
  await press(page, await middle(cell(page, "south’s house 4")));
  await turn(page, /North to move/);
  await page.clean();
});

test("a move is played by two taps as by a click", async () => {
  const page = await phone("#play/chess?plyd=none");
  await turn(page, /White to move/);
  await press(page, await middle(cell(page, "g1")));
  await press(page, await middle(cell(page, "f3")));
  await turn(page, /Black to move/);
  await cells(page, "g8", "f6");
  await turn(page, /White to move/);
  await page.clean();
});
