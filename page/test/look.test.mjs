// How it is served, how it fits, and whether everybody can use it.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";
import { cell, cells, DESKTOP, open, PATIENT, PHONE, staged, turn, within } from "./browser.mjs";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const { server, browser } = await staged();

const NARROW = { width: 360, height: 740 };

const VIEWS = [
  ["play", "#play", ".board"],
  ["chess", "#play/chess?plyd=none&moves=e2e4", ".board"],
  ["bones", "#play/bones", ".board"],
  ["pruning", "#pruning", ".drawing"],
  ["run", "#run", ".caps"],
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
  [
    "help",
    "#play/tic-tac-toe?plyd=none",
    ".board",
    (page) => page.getByRole("checkbox", { name: "Best move" }).check(),
  ],
  [
    "a list",
    "#pruning/tic-tac-toe?depth=2&step=9",
    ".drawing",
    (page) => page.locator(".view-bar label", { hasText: "List" }).click(),
  ],
];

for (const colorScheme of ["light", "dark"]) {
  for (const [name, hash, there, prepare] of [...VIEWS, ...OPENED]) {
    test(`axe finds nothing on ${name}, ${colorScheme}`, async () => {
      const page = await open(browser, server.origin, hash, { colorScheme });
      await page.locator(there).first().waitFor(PATIENT);
      await prepare?.(page);
      await page.waitForTimeout(300);
      await page.evaluate(axe);
      const { violations, passes } = await page.evaluate(() =>
        globalThis.axe.run(document, { resultTypes: ["violations"] }),
      );
      assert.ok(passes.length > 10);
      assert.deepEqual(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`),
        [],
      );
      await page.clean();
    });
  }
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
  for (const viewport of [PHONE, NARROW]) {
    for (const [, hash, there] of VIEWS) {
      const page = await open(browser, server.origin, hash, { viewport });
      await page.locator(there).first().waitFor(PATIENT);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= viewport.width, `${hash} is ${width} wide on ${viewport.width}`);
      if (there === ".board" && !hash.includes("bones")) {
        const board = await page.locator(there).boundingBox();
        assert.ok(
          board.width > viewport.width * 0.85 && board.y + board.height < viewport.height,
          `${hash}: ${JSON.stringify(board)}`,
        );
      }
      await page.clean();
    }
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
    await turn(page, /O to move/);
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
  const assets = [...html.matchAll(/(?:src|href)="(\/page[^"]+)"/g)].map(([, path]) => path);
  assert.ok(assets.length >= 3, html);
  let bytes = 0;
  for (const path of assets) {
    const { headers, status } = await fetch(server.origin + path, { headers: { "accept-encoding": "gzip" } });
    assert.equal(status, 200);
    assert.match(headers.get("cache-control"), /immutable/, path);
    assert.equal(headers.get("content-encoding"), "gzip", path);
    bytes += Number(headers.get("content-length"));
  }
  assert.ok(bytes > 0 && bytes <= 60 * 1024, `${bytes} bytes`);
});

test("the first paint comes soon", async (t) => {
  const page = await open(browser, server.origin);
  await turn(page, /Your turn/);
  const paints = await page.evaluate(() =>
    performance.getEntriesByType("paint").map(({ name, startTime }) => [name, Math.round(startTime)]),
  );
  const [, first] = paints.find(([name]) => name === "first-contentful-paint");
  const asked = await page.evaluate(() =>
    performance.getEntriesByType("resource").reduce((sum, { transferSize }) => sum + transferSize, 0),
  );
  t.diagnostic(`first contentful paint after ${first} ms; ${asked} bytes with the answers of the service`);
  within(5000, first, "the first paint");
  await cells(page, "column 4, row 1");
  await page.clean();
});
