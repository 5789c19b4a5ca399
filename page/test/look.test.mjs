// How it is served, how it fits, and whether everybody can use it.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  axe,
  axeFinds,
  box,
  button,
  cell,
  cells,
  DESKTOP,
  follow,
  open,
  PATIENT,
  PHONE,
  played,
  reviewQuickly,
  staged,
  turn,
  until,
  within,
} from "./browser.mjs";

const { server, browser } = await staged();

const NARROW = { width: 360, height: 740 };
const NARROWEST = { width: 320, height: 640 };

const VIEWS = [
  ["play", "#play", ".board"],
  ["chess", "#play/chess?plyd=none&moves=e2e4", ".board"],
  ["bones", "#play/bones", ".board"],
  ["kalah", "#play/kalah?plyd=none&moves=3", ".board"],
  ["a tree to play on", "#play/tree?plyd=none", ".tree-picture"],
  ["pruning", "#pruning", ".drawing"],
  ["a question on the tree", "#pruning/tree?step=12&predict=on", ".callout button"],
  ["rules", "#rules", ".meant"],
  ["run", "#run", ".steps"],
];

/** What is opened by a click. */
const OPENED = [
  ["the games", "#play", ".board", (page) => page.locator(".chosen-game").click()],
  ["setting up", "#play/chess?plyd=none", ".board", (page) => page.getByRole("button", { name: "Set up" }).click()],
  [
    "saving",
    "#play/chess?plyd=none&moves=e2e4",
    ".board",
    (page) => page.getByRole("button", { name: "Save" }).click(),
  ],
  ["pasting", "#play/chess?plyd=none", ".board", (page) => page.getByRole("button", { name: "Paste" }).click()],
  [
    "recent games",
    "#play/chess?plyd=none&moves=e2e4",
    ".board",
    (page) => page.getByRole("button", { name: "Recent" }).click(),
  ],
  [
    "a variation",
    "#play/chess?plyd=none&ply=0&moves=e2e4,e7e5",
    ".board",
    async (page) => {
      await cells(page, "d2", "d4");
      await page.locator(".variation").waitFor(PATIENT);
    },
  ],
  [
    "help",
    "#play/tic-tac-toe?plyd=none",
    ".board",
    (page) => page.getByRole("checkbox", { name: "Best move" }).check(),
  ],
  [
    "a hint beside a clock",
    "#play/chess?plyd=black&clock=5%2B3&moves=e2e4,e7e5",
    ".board",
    async (page) => {
      await page.getByRole("button", { name: "Hint" }).click();
      await page.locator("[data-notice=hint]").waitFor(PATIENT);
    },
  ],
  [
    "mistakes to learn from",
    "#play/chess?plyd=none&moves=e2e4,e7e5,g1f3,b8c6,f1c4,c6d4,f3e5,d8g5,e5f7,g5g2",
    ".board",
    async (page) => {
      await reviewQuickly(page);
      await page.getByRole("button", { name: "Review the game" }).click();
      await page.getByRole("button", { name: /Learn from the mistakes/ }).click();
      await page.locator(".learn[open] .board").waitFor(PATIENT);
    },
  ],
  [
    "a reviewed game, before a fault",
    "#play/chess?plyd=none&moves=e2e4,e7e5,g1f3,b8c6,f1c4,c6d4,f3e5,d8g5,e5f7,g5g2",
    ".board",
    async (page) => {
      await reviewQuickly(page);
      await page.getByRole("button", { name: "Review the game" }).click();
      await page.getByRole("button", { name: "Start review" }).click();
      await page.locator(".better").waitFor(PATIENT);
    },
  ],
  [
    "a diagram",
    "#play/chess?plyd=none&moves=e2e4,e7e5",
    ".board",
    async (page) => {
      await page.getByRole("button", { name: "Save" }).click();
      await page.locator("dialog[open] label", { hasText: "diagram" }).click();
      await page.locator(".diagram").waitFor(PATIENT);
    },
  ],
  [
    "a list",
    "#pruning/tic-tac-toe?depth=2&step=9",
    ".drawing",
    (page) => page.locator(".view-bar label", { hasText: "List" }).click(),
  ],
];

for (const [name, hash, there, prepare] of [...VIEWS, ...OPENED]) {
  test(`axe finds nothing on ${name}, in the light and in the dark`, async () => {
    const page = await open(browser, server.origin, hash);
    await page.locator(there).first().waitFor(PATIENT);
    await prepare?.(page);
    await page.evaluate(axe);
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      // Colours on their way from one to another are nobody's.
      await until(
        () =>
          page.evaluate(
            () => !document.getAnimations().some(({ effect }) => effect.getComputedTiming().endTime < Infinity),
          ),
        "nothing moves",
      );
      const { faults, passes } = await axeFinds(page, colorScheme);
      assert.ok(passes > (colorScheme === "dark" ? 0 : 10));
      assert.deepEqual(faults, [], colorScheme);
    }
    await page.clean();
  });
}

test("nothing scrolls on Play at 1280x800, and nothing is wider than a phone", async () => {
  for (const [hash, there] of [
    ["#play", ".board"],
    ["#play/chess?plyd=none", ".board"],
    ["#play/gomoku", ".board"],
  ]) {
    const page = await open(browser, server.origin, hash, { viewport: DESKTOP });
    await page.locator(there).waitFor(PATIENT);
    const [width, height] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.scrollHeight,
    ]);
    assert.ok(width <= DESKTOP.width && height <= DESKTOP.height, `${hash}: ${width}x${height}`);
    const board = await page.locator(there).boundingBox();
    assert.ok(board.height >= 400 && board.y + board.height <= DESKTOP.height, JSON.stringify(board));
    await page.clean();
  }
  for (const [, hash, there] of VIEWS) {
    const page = await open(browser, server.origin, hash, { viewport: PHONE });
    await page.locator(there).first().waitFor(PATIENT);
    for (const viewport of [PHONE, NARROW, NARROWEST]) {
      await page.setViewportSize(viewport);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= viewport.width, `${hash} is ${width} wide on ${viewport.width}`);
      if (there === ".board" && !hash.includes("bones")) {
        const board = await page.locator(there).boundingBox();
        assert.ok(
          board.width > viewport.width * 0.85 && board.y + board.height < viewport.height,
          `${hash}: ${JSON.stringify(board)}`,
        );
      }
    }
    await page.clean();
  }
});

test("the head fits on the narrowest phone", async () => {
  for (const [hash, there] of [
    ["#play", ".board"],
    ["docs", ".intro"],
  ]) {
    const page = await open(browser, server.origin, hash, { viewport: NARROWEST, touch: true });
    await page.locator(there).first().waitFor(PATIENT);
    const [brand, parts] = [await box(page, ".brand"), await box(page, ".top nav")];
    assert.ok(brand.x + brand.width <= parts.x, `${hash}: ${JSON.stringify([brand, parts])}`);
    assert.ok(parts.x + parts.width <= NARROWEST.width, `${hash}: ${JSON.stringify(parts)}`);
    await page.clean();
  }
});

test("a board of many cells is moved under a finger, to the last move first", async () => {
  const empty = Array(19).fill("19").join("/");
  for (const [moves, seen] of [
    ["", null],
    ["a1,s19", "s19"],
    ["s19,a1", "a1"],
  ]) {
    const page = await open(browser, server.origin, `#play/hex?plyd=none&state=${empty}+X&moves=${moves}`, {
      viewport: PHONE,
    });
    await page.locator(".board").waitFor(PATIENT);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= PHONE.width, `${width} wide`);
    const { width: finger } = await cell(page, "j10").boundingBox();
    assert.ok(finger >= 24, `${finger} px for a finger`);
    if (seen) {
      const box = await cell(page, seen).boundingBox();
      assert.ok(box.x >= 0 && box.x + box.width <= PHONE.width, `${seen}: ${JSON.stringify(box)}`);
    }
    await cell(page, "k2").click();
    await turn(page, /White to move/);
    await page.clean();
  }
});

test("whoever asked for less motion sees none", async () => {
  const page = await open(browser, server.origin, "", { reducedMotion: "reduce" });
  await page.locator(".board").waitFor(PATIENT);
  const moving = await page.evaluate(() => document.getAnimations().length);
  assert.equal(moving, 0);
  await page.clean();
});

test("the page is small, compressed, kept by its content's hash, and allows nothing from elsewhere", async () => {
  const answer = await fetch(`${server.origin}/`);
  assert.equal(answer.status, 200);
  const policy = answer.headers.get("content-security-policy");
  assert.match(policy, /default-src 'none'/);
  assert.doesNotMatch(policy, /unsafe|\*|https?:/);
  const html = await answer.text();
  assert.doesNotMatch(html, /<style|style=|<script(?![^>]* src=)/);
  const assets = [...html.matchAll(/(?:src|href)="(\/[^"]+\?v=[^"]+)"/g)].map(([, path]) => path);
  assert.ok(assets.length >= 4, html);
  let bytes = Number(
    (await fetch(`${server.origin}/`, { headers: { "accept-encoding": "gzip" } })).headers.get("content-length"),
  );
  for (const path of assets) {
    const { headers, status } = await fetch(server.origin + path, { headers: { "accept-encoding": "gzip" } });
    assert.equal(status, 200);
    assert.match(headers.get("cache-control"), /immutable/, path);
    assert.equal(headers.get("content-encoding"), "gzip", path);
    // Whoever installs the page gets its icons.
    if (!/icon-|manifest/.test(path)) bytes += Number(headers.get("content-length"));
  }
  assert.ok(bytes > 0 && bytes <= 80_000, `${bytes} bytes`);
});

/** The bytes of the page and of all that it has asked for. */
function loaded(page) {
  return page.evaluate(() =>
    ["navigation", "resource"]
      .flatMap((kind) => performance.getEntriesByType(kind))
      .reduce((sum, { transferSize }) => sum + transferSize, 0),
  );
}

test("a part of the page loads what it shows, and little else", async (t) => {
  for (const [hash, there, most] of [
    ["#play/chess", ".board .piece path", 90_000],
    ["#pruning", ".drawing", 105_000],
    ["#run", ".run", 95_000],
  ]) {
    const page = await open(browser, server.origin, hash);
    await page.locator(there).first().waitFor(PATIENT);
    await page.waitForLoadState("networkidle");
    const bytes = await loaded(page);
    t.diagnostic(`${hash}: ${bytes} bytes`);
    assert.ok(bytes <= most, `${hash}: ${bytes} bytes`);
    await page.clean();
  }
});

test("the first paint comes soon", async (t) => {
  const page = await open(browser, server.origin);
  await turn(page, /Your turn/);
  // It is told after the frame, which may come after the words.
  const [first] = await page
    .waitForFunction(() => {
      const paint = performance.getEntriesByName("first-contentful-paint")[0];
      return paint && [Math.round(paint.startTime)];
    })
    .then((handle) => handle.jsonValue());
  t.diagnostic(`first contentful paint after ${first} ms; ${await loaded(page)} bytes with the answers of the service`);
  within(5000, first, "the first paint");
  await cells(page, "e2", "e4");
  await page.clean();
});

test("other tabs load little more than the first one", async () => {
  for (const [part, there, most] of [
    ["#pruning", ".drawing", 106_000],
    ["#run", ".steps", 95_000],
  ]) {
    const page = await open(browser, server.origin, part);
    await page.locator(there).waitFor(PATIENT);
    const loaded = await page.evaluate(() =>
      ["navigation", "resource"]
        .flatMap((kind) => performance.getEntriesByType(kind))
        .reduce((sum, { transferSize }) => sum + transferSize, 0),
    );
    assert.ok(loaded > 50_000 && loaded <= most, `${part}: ${loaded} bytes`);
    await page.clean();
  }
});

test("no limit runs into the next one", async () => {
  for (const viewport of [DESKTOP, { width: 390, height: 844 }]) {
    const page = await open(browser, server.origin, "#run", { viewport });
    await page.locator(".run summary").first().waitFor(PATIENT);
    for (const part of await page.locator(".run summary").all()) await part.click();
    await page.locator(".caps dd").first().waitFor(PATIENT);
    const wide = await page
      .locator(".caps div")
      .evaluateAll((rows) => rows.filter((row) => row.scrollWidth > row.clientWidth).map((row) => row.textContent));
    assert.deepEqual(wide, []);
    await page.clean();
  }
});

/** How far two colours are apart (WCAG 2.2, contrast ratio). */
const contrast = (page, one, other) =>
  page.evaluate(
    ([one, other]) => {
      const shine = ([selector, property]) => {
        const given = getComputedStyle(document.querySelector(selector)).getPropertyValue(property);
        const [r, g, b] = given.match(/[\d.]+/g).map((part) => {
          const share = Number(part) / 255;
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const [dark, light] = [shine(one), shine(other)].sort((a, b) => a - b);
      return (light + 0.05) / (dark + 0.05);
    },
    [one, other],
  );

test("in the dark, what is chosen is seen, and so are black pieces, seeds and empty lines", async () => {
  const dark = (hash) => open(browser, server.origin, hash, { colorScheme: "dark" });
  let page = await dark("#play/kalah?plyd=none");
  await page.locator(".seed").first().waitFor(PATIENT);
  const chosen = ".segments input:checked + span";
  assert.ok((await contrast(page, [chosen, "background-color"], [".segments", "background-color"])) > 3);
  assert.ok((await contrast(page, [chosen, "color"], [chosen, "background-color"])) > 4.5);
  assert.ok((await contrast(page, [".seed", "fill"], [".pit .field", "fill"])) > 4.5, "seeds in pits");
  assert.ok((await contrast(page, [".amount", "fill"], [".pit .field", "fill"])) > 4.5, "their number");
  await page.clean();
  for (const [hash, mark] of [
    ["#play/chess?plyd=none&moves=e2e4", ".side-mark .man.black path"],
    ["#play/gomoku?plyd=none", ".side-mark .disc.black circle"],
  ]) {
    page = await dark(hash);
    await page.locator(".side-mark").first().waitFor(PATIENT);
    assert.ok((await contrast(page, [mark, "stroke"], ["body", "background-color"])) > 4.5, hash);
    await page.clean();
  }
  page = await open(browser, server.origin, "#play/dots-and-boxes?plyd=none");
  await page.locator(".cell.across").first().waitFor(PATIENT);
  assert.ok((await contrast(page, [".cell.across .field", "fill"], ["body", "background-color"])) > 1.35);
  await page.clean();
});

/** How far a mark is apart from its ground, as it looks with what shines through it. */
const seen = (page, mark, ground) =>
  page.evaluate(
    ([mark, ground]) => {
      const colour = ([selector, property]) => {
        const [r, g, b, a = 1] = getComputedStyle(document.querySelector(selector))
          .getPropertyValue(property)
          .match(/[\d.]+/g)
          .map(Number);
        return [r, g, b, a];
      };
      const [above, below] = [colour(mark), colour(ground)];
      const mixed = above.slice(0, 3).map((part, i) => part * above[3] + below[i] * (1 - above[3]));
      const shine = (parts) =>
        parts
          .slice(0, 3)
          .map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4))
          .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
      const [dark, light] = [shine(mixed), shine(below)].sort((a, b) => a - b);
      return (light + 0.05) / (dark + 0.05);
    },
    [mark, ground],
  );

test("where one can move is seen on every ground, and so are the edges of Hex", async () => {
  const page = await open(browser, server.origin, "#run");
  for (const [hash, touched, mark, ground] of [
    ["#play/chess?plyd=none", "g1", [".hint", "fill"], ["[data-cell='5,5'] .field", "fill"]],
    ["#play/chess?plyd=none&level=3", "b1", [".hint", "fill"], ["[data-cell='5,2'] .field", "fill"]],
    ["#play/othello?plyd=none", null, [".hint", "fill"], ["[data-cell='2,3'] .field", "fill"]],
    ["#play/gomoku?plyd=none", null, [".hint", "fill"], [".lines rect", "fill"]],
    ["#play/hex?plyd=none", null, [".hint", "fill"], ["[data-cell='5,5'] .field", "fill"]],
    ["#play/hex?plyd=none", null, [".borders .rim", "stroke"], ["body", "background-color"]],
    ["#play/checkers?plyd=none&state=B:W15,24,32:B10", null, [".ring", "stroke"], [".cell.dark .field", "fill"]],
  ]) {
    await follow(page, hash);
    await page.locator(".hint, .ring, .movable").first().waitFor(PATIENT);
    if (touched) await cells(page, touched);
    await page
      .locator(mark[0])
      .first()
      .waitFor({ state: "attached", ...PATIENT });
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      const ratio = await seen(page, mark, ground);
      assert.ok(ratio >= 3, `${hash}, ${mark}, ${colorScheme}: ${ratio.toFixed(2)}`);
    }
  }
  await page.clean();
});

test("the ring of focus has four sides on a cell, and bars fill their track", async () => {
  const page = await open(browser, server.origin, "#play/tic-tac-toe?plyd=O&level=10");
  await turn(page, /Your turn/);
  await button(page, "Analysis").click();
  await cell(page, "b2").focus();
  await page.keyboard.press("ArrowUp");
  assert.ok(await page.locator(".focus-ring").isVisible());
  const last = await page.evaluate(() => {
    const all = [...document.querySelectorAll(".board .field")];
    return all.at(-1).closest(".focus-ring") !== null;
  });
  assert.ok(last, "nothing is drawn over the ring");
  await page.keyboard.press("Enter");
  await until(async () => (await played(page)) === 2, "plyd answered");
  await until(async () => {
    const [track, filled] = [await box(page, ".thinking .bar"), await box(page, ".thinking .bar span")];
    return track.height === filled.height && Math.abs(track.width - filled.width) < 1;
  }, "the bar is full");
  await page.clean();
});
