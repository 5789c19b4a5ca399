// Rules of one's own: what they mean, what is wrong with them, and a game by them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { button, cells, open, PATIENT, staged, turn, until } from "./browser.mjs";

const { server, browser } = await staged();

const text = (page) => page.getByLabel("Rules as JSON");
const meaning = (page) => page.getByLabel("What they mean");
const fault = (page) => page.locator("#rules-fault").innerText();

test("the words of rules are explained, and a mistake is shown beside its line", async () => {
  const page = await open(browser, server.origin, "#rules", { expected: [/422/] });
  await meaning(page).getByText("9, 72, 504, 3,024").waitFor(PATIENT);
  await page.getByLabel("Begin with").selectOption("Hexapawn");
  await meaning(page).getByText("may move, but not take, one cell forward").waitFor(PATIENT);
  assert.ok((await meaning(page).locator("svg.thumb .cell").count()) === 9, "the start is drawn");
  const good = await text(page).inputValue();
  await text(page).fill(good.replace('"reach"', '"raech"'));
  await until(async () => /Line 7/.test(await fault(page)), "the line of the end");
  assert.equal(await button(page, "Copy the request").isDisabled(), true);
  await text(page).fill(good.replace('"board": [3, 3],', '"board": [3, 3]'));
  await until(async () => /not JSON/.test(await fault(page)), "a text that is not JSON");
  await text(page).fill(good);
  await until(async () => (await fault(page)) === "", "the mistake is gone");
  assert.match(decodeURIComponent(page.url()), /#rules\?rules=[^]*fmWfcF/);
  await page.reload();
  await meaning(page).getByText("may move, but not take, one cell forward").waitFor(PATIENT);
  assert.equal(await text(page).inputValue(), good, "the link keeps the text");
  await page.clean();
});

test("a game by one's own rules is played as any other", async () => {
  const page = await open(browser, server.origin, "#rules");
  await page.getByLabel("Begin with").selectOption("Hexapawn");
  await meaning(page).getByText("may move, but not take, one cell forward").waitFor(PATIENT);
  await page.getByRole("link", { name: "Play", exact: true }).last().click();
  await turn(page, /to move|Your turn/);
  await cells(page, "a1", "a2");
  await turn(page, /Your turn|wins/);
  assert.match(decodeURIComponent(page.url()), /#play\/rules\?state=\{.*&moves=a1a2/);
  await page.clean();
});

test("a board of hexagons has the cells of its outline", async () => {
  const page = await open(browser, server.origin, "#rules");
  await page.getByLabel("Begin with").selectOption("Yavalath");
  await until(async () => (await page.locator("svg.thumb .cell.hex").count()) === 61, "a hexagon of side 5");
  await page.getByLabel("Begin with").selectOption("Y");
  await until(async () => (await page.locator("svg.thumb .cell.hex").count()) === 45, "a triangle of side 9");
  await page.clean();
});

test("pieces of rules are discs of their side, with a letter for their kind, and blocked cells are blocks", async () => {
  const page = await open(browser, server.origin, "#rules");
  const begin = async (title, selector, count) => {
    await page.getByLabel("Begin with").selectOption(title);
    await until(async () => (await page.locator(`svg.thumb ${selector}`).count()) === count, `${title}: ${selector}`);
  };
  await begin("Brandubh", ".disc.first", 8);
  assert.deepEqual(
    (await page.locator("svg.thumb .kind").allTextContents()).sort().join(""),
    "DDDDDDDDDDDDK",
    "a kind has the same letter on both sides",
  );
  await begin("Amazons", ".disc.second", 4);
  assert.equal(await page.locator("svg.thumb .kind").count(), 0, "the only kind needs no letter");
  await begin("Connect Four", ".well", 42);
  assert.equal(await page.locator("svg.thumb .names text").count(), 13, "files and ranks are named");
  await page.getByLabel("Begin with").selectOption("Isola");
  await meaning(page)
    .getByText(/then blocks/)
    .waitFor(PATIENT);
  const link = await page.getByRole("link", { name: "Play", exact: true }).last().getAttribute("href");
  await page.evaluate((link) => (location.hash = `${link}&plyd=none&moves=d1d2/a1`), link);
  await turn(page, /to move/);
  assert.equal(await page.locator(".board .blocked").count(), 1);
  await page.clean();
});

test("what falls is dropped anywhere in its column", async () => {
  const page = await open(browser, server.origin, "#rules");
  await page.getByLabel("Begin with").selectOption("Connect Four");
  await page.locator("svg.thumb .well").first().waitFor(PATIENT);
  const link = await page.getByRole("link", { name: "Play", exact: true }).last().getAttribute("href");
  await page.evaluate((link) => (location.hash = `${link}&plyd=none`), link);
  await turn(page, /to move/);
  await cells(page, "d5");
  await until(() => /moves=d1&/.test(page.url()), "it falls to d1");
  await page.clean();
});
