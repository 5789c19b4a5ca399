// What a person sees when something is wrong: a sentence, and the game is not lost.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browse, cells, open, PATIENT, played, serve, turn, until } from "./browser.mjs";

let browser;
before(async () => {
  browser = await browse();
});
after(() => browser.close());

const REFUSED = [/status of 4/];

test("a wrong state is said where one looks, and the game goes on", async () => {
  const server = await serve();
  const page = await open(browser, server.origin, "#play/tic-tac-toe?plyd=none", { expected: REFUSED });
  await turn(page, /X to move/);
  await cells(page, "b2");
  await turn(page, /O to move/);
  await page.getByRole("button", { name: "Paste" }).click();
  await page.locator("dialog textarea").fill("XOX/OX../..O");
  await page.locator("dialog").getByRole("button", { name: "Open" }).click();
  const told = page.locator("dialog[open] [role=alert]");
  await told.waitFor(PATIENT);
  assert.match(await told.innerText(), /no position of this game: row 2 has 4 cells, expected 3/);
  await page.keyboard.press("Escape");
  const notice = page.locator("[data-notice=trouble]");
  assert.equal(await notice.count(), 0, "it is said in the dialog only");
  assert.equal(await played(page), 1);
  await cells(page, "a1");
  await turn(page, /X to move/);
  assert.equal(await notice.count(), 0);
  await page.clean();
  await server.stop();
});

test("a link to a game that is gone says so and offers one that is there", async () => {
  const server = await serve();
  const page = await open(browser, server.origin, "#play/tic-tac-tow", { expected: REFUSED });
  const notice = page.locator("[data-notice=trouble]");
  await notice.waitFor(PATIENT);
  assert.match(await notice.innerText(), /no such game/);
  await notice.getByRole("button").click();
  await turn(page, /Your turn/);
  await page.clean();
  await server.stop();
});

test("a broken link says so, and opens as far as it goes", async () => {
  const server = await serve();
  const page = await open(browser, server.origin, "#play/chess?plyd=none&moves=e2e4,e7e5,e9e9,g1f3", {
    expected: REFUSED,
  });
  const notice = page.locator("[data-notice=trouble]");
  await notice.waitFor(PATIENT);
  assert.match(await notice.innerText(), /The link is broken.*e9e9.*as far as it can be played/s);
  await until(async () => (await played(page)) === 2, "two moves");
  await page.clean();
  const state = await open(browser, server.origin, "#play/chess?plyd=none&state=nonsense", { expected: REFUSED });
  await state.locator("[data-notice=trouble]", { hasText: /This is the start instead/ }).waitFor(PATIENT);
  await turn(state, /White to move/);
  await state.clean();
  await server.stop();
});

test("where there is no clipboard, texts are copied all the same", async () => {
  const server = await serve();
  const page = await open(browser, server.origin, "#play/tree?plyd=none");
  await turn(page, /Max to move/);
  await page.evaluate(() => {
    Object.defineProperty(navigator, "clipboard", { value: undefined });
    globalThis.copied = [];
    document.addEventListener("copy", () => copied.push(String(document.activeElement.value)));
  });
  // A game without levels is asked by depth, and the address is quoted for the shell.
  assert.match(await page.locator(".what code").innerText(), /^curl 'http:.*\/v1\/games\/tree\/search\?depth=4'$/);
  await page.locator(".what").getByRole("button").click();
  await until(() => page.evaluate(() => copied.length === 1), "copied");
  const [command] = await page.evaluate(() => copied);
  const answer = await fetch(/'(.*)'/.exec(command)[1]);
  assert.equal(answer.status, 200);
  await page.clean();
  await server.stop();
});

test("a server that goes away is waited for, and the game goes on when it is back", async () => {
  const first = await serve();
  const page = await open(browser, first.origin, "#play/connect-four", { expected: [/ERR_|Failed to load/] });
  await turn(page, /Your turn/);
  await first.stop();
  await cells(page, "column 4, row 1");
  const notice = page.locator("[data-notice=waiting]");
  await notice.waitFor(PATIENT);
  assert.match(await notice.innerText(), /The server does not answer\. Your game is safe here\. Asking again in \d+ s/);
  const second = await serve({ port: first.port });
  await until(async () => (await played(page)) === 2, "the move was played, and answered");
  assert.equal(await notice.count(), 0);
  await page.clean();
  await second.stop();
});

test("under load the refusal is said in words, and asked again until it is answered", async () => {
  const server = await serve({ options: ["--workers", "1", "--queue", "1", "--max-time-ms", "600000"] });
  const page = await open(browser, server.origin, "#play/chess?level=10", { expected: [/status of 503/] });
  await turn(page, /Your turn/);
  // One search runs for minutes, another waits: nobody else is let in.
  const over = new AbortController();
  const ask = () =>
    fetch(`${server.origin}/v1/games/chess/search`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ time_ms: 600_000, multi_pv: 2 }),
      signal: over.signal,
    }).catch(() => {});
  const load = [ask()];
  await until(async () => (await server.metric("plyd_pool_busy_workers")) === 1, "one runs");
  load.push(ask());
  const waiting = 'plyd_pool_queue_depth{priority="interactive"}';
  await until(async () => (await server.metric(waiting)) === 1, "another waits");
  await cells(page, "e2", "e4");
  const notice = page.locator("[data-notice=waiting]");
  await notice.waitFor(PATIENT);
  assert.match(await notice.innerText(), /busy with other searches\. Asking again in \d+ s/);
  over.abort();
  await until(async () => (await played(page)) === 2, "level 10 answered after all");
  await Promise.all(load);
  await page.clean();
  await server.stop();
});

test("what could not be copied is not said to be", async () => {
  const server = await serve();
  const page = await open(browser, server.origin, "#run");
  const copy = page.locator(".command").first().getByRole("button");
  // A page without TLS on another host has no clipboard, and this one may not copy a selection either.
  await page.evaluate(() => {
    Object.defineProperty(navigator, "clipboard", { value: undefined });
    document.execCommand = () => false;
  });
  // It says so for a moment, which a busy machine may miss.
  await copy.evaluate((at) => {
    globalThis.heard = [];
    new MutationObserver(() => heard.push(at.textContent)).observe(at, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  await copy.click();
  await until(() => page.evaluate(() => heard.includes("No clipboard")), "it says so");
  await page.clean();
  await server.stop();
});
