// A browser and a server for the tests: Debian's Chromium, and the program that SERVER names; if it names none, plyd with
// the small games of its tests, one for each layout that its own games do not have.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, request as send } from "node:http";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { after } from "node:test";
import { chromium } from "playwright-core";

const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell";
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Long enough for a search at the highest level, and for a page, on a machine that compiles beside it; PATIENCE in milliseconds. */
export const PATIENT = { timeout: Number(process.env.PATIENCE ?? 150_000) };

/**
 * Fails where something took longer. The milliseconds are those of a common machine: where a loop that takes 150 of them
 * there takes longer, as on a slow or busy machine, everything may.
 */
export function within(most, milliseconds, what) {
  const started = performance.now();
  for (let i = 0, sum = 1; i < 1e8; i++) sum = Math.imul(sum ^ i, 0x9e3779b1);
  const slowness = Math.max(1, (performance.now() - started) / 150);
  assert.ok(
    milliseconds < most * slowness,
    `${what}: ${milliseconds} ms, at most ${most} times ${slowness.toFixed(1)}`,
  );
}

/** Starts the server, on a port that the system picks; `stop` ends it. SERVER is the program with its arguments before the options. */
export async function serve({ port = 0, options = [] } = {}) {
  const [program, ...first] = (process.env.SERVER ?? "../target/debug/examples/layouts serve").split(" ");
  const child = spawn(program, [...first, "--listen", `127.0.0.1:${port}`, ...options], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  port = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const [, found] = / listening address=127\.0\.0\.1:(\d+)/.exec(line) ?? [];
      if (found) resolve(Number(found));
    });
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${program} does not start: exit code ${code}`)));
  });
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    port,
    ended: once(child, "exit"),
    /** The value of a metric. */
    async metric(name) {
      const lines = (await (await fetch(`${origin}/metrics`)).text()).split("\n");
      return Number(lines.find((line) => line.startsWith(`${name} `))?.split(" ")[1]);
    },
    async stop(signal = "SIGTERM") {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, "exit");
        child.kill(signal);
        await ended;
      }
    },
  };
}

/**
 * The server behind a proxy that lets the first events of each stream through and holds back the rest, until the server or
 * the client ends it: what is done in the middle of a stream is then done in its middle on any machine.
 */
export async function holding(server, events) {
  const proxy = createServer((request, response) => {
    const { method, headers, url } = request;
    const asked = send(server.origin + url, { method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      if (!url.endsWith("/stream")) return answer.pipe(response);
      let passed = 0;
      answer.setEncoding("utf8").on("data", (text) => {
        for (const part of text.split(/(?<=\n\n)/)) {
          if (passed < events) response.write(part);
          if (part.endsWith("\n\n")) passed++;
        }
      });
    });
    asked.on("error", () => response.destroy());
    response.on("close", () => asked.destroy());
    request.pipe(asked);
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  // Where the server ends, its clients hear of it.
  server.ended.then(() => proxy.closeAllConnections());
  after(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return `http://127.0.0.1:${proxy.address().port}`;
}

export function browse() {
  return chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
}

/** A server and a browser for the tests of one file, ended after them. */
export async function staged() {
  const server = await serve();
  after(() => server.stop());
  const browser = await browse();
  after(() => browser.close());
  return { server, browser };
}

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

/**
 * A page of the server's. `clean` fails where anything was written to the console as an error, asked of another host, or
 * thrown; answers that tests provoke are named in `expected`.
 */
export async function open(
  browser,
  origin,
  hash = "",
  { viewport = DESKTOP, colorScheme = "light", reducedMotion = "no-preference", touch = false, expected = [] } = {},
) {
  const context = await browser.newContext({
    viewport,
    colorScheme,
    reducedMotion,
    hasTouch: touch,
    isMobile: touch,
  });
  context.setDefaultTimeout(PATIENT.timeout);
  const page = await context.newPage();
  const faults = [];
  page.on("console", (message) => {
    const text = `${message.text()} ${message.location().url}`;
    if (message.type() === "error" && !expected.some((pattern) => pattern.test(text))) faults.push(`console: ${text}`);
  });
  page.on("pageerror", (error) => faults.push(`thrown: ${error.stack}`));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !url.startsWith("data:") && !url.startsWith("blob:"))
      faults.push(`asked elsewhere: ${url}`);
  });
  await page.goto(`${origin}/${hash}`);
  page.clean = async () => {
    assert.deepEqual(faults, []);
    await context.close();
  };
  return page;
}

/** Follows a link to another game in an open page, which is much faster than opening one. */
export async function follow(page, hash) {
  await page.evaluate((hash) => (location.hash = hash), hash);
  const [, game] = /^#play\/([^?]*)/.exec(hash);
  await page.locator(`.play[data-game="${game}"] .turn`).waitFor(PATIENT);
}

/** The games of a test that looks at all of them: some, of which each is of another kind, but for the nightly run. */
export async function sample(origin) {
  const { games } = await (await fetch(`${origin}/v1/games`)).json();
  const some = ["tree", "nim", "bones", "kalah", "hex", "chess", "connect-four", "dots-and-boxes", "gomoku"];
  return process.env.NIGHTLY ? games : games.filter(({ id }) => some.includes(id));
}

/** A game of chess in which each side misses something. */
export const BLACKBURNE = "e2e4,e7e5,g1f3,b8c6,f1c4,c6d4,f3e5,d8g5,e5f7,g5g2,h1f1,g2e4,c4e2,d4f3";

/** Opens a text from elsewhere. */
export async function paste(page, text) {
  await button(page, "Paste").click();
  await page.locator("dialog[open] textarea").fill(text);
  await page.locator("dialog[open]").getByRole("button", { name: "Open" }).click();
}

/** The text of axe, for a page to run. */
export const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * What axe, which the page has to contain, finds wrong, and how many of its rules hold. In the dark nothing is different
 * but the colours.
 */
export async function axeFinds(page, colorScheme) {
  const { violations, passes } = await page.evaluate(
    (rules) => globalThis.axe.run(document, { resultTypes: ["violations"], ...(rules && { runOnly: rules }) }),
    colorScheme === "dark" ? ["color-contrast"] : null,
  );
  const faults = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
  return { faults, passes: passes.length };
}

/** Has reviews, and what is asked about their moves, search fewer nodes than they would: enough for plain mistakes. */
export async function reviewQuickly(page, nodes = 3000) {
  await page.route(/\/(review\/stream|grade|hint)$/, (route) =>
    route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), nodes }) }),
  );
}

/** Waits until the sentence over the board says so. */
export async function turn(page, pattern) {
  await page.locator(".turn", { hasText: pattern }).waitFor(PATIENT);
}

/** The cell of a name, such as `e4` or `column 3, row 1`. */
export function cell(page, name) {
  return page.locator(`[role=gridcell][aria-label^="${name},"]`);
}

/** Shows a panel under the board, on screens that show one at a time. */
export async function tab(page, name) {
  await page.locator(".panels").getByRole("button", { name, exact: true }).click();
}

export function button(page, name) {
  return page.getByRole("button", { name, exact: true });
}

/** The middle of an element on the screen. */
export async function middle(locator) {
  const { x, y, width, height } = await locator.boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
}

export async function cells(page, ...names) {
  for (const name of names) await cell(page, name).click();
}

/** How many moves the record shows. */
export function played(page) {
  return page.locator(".moves button").count();
}

/** Where the first of some elements is. */
export function box(page, selector) {
  return page.locator(selector).first().boundingBox();
}

/** Waits until a text, such as that of an element, is as it should be. */
export async function reads(text, pattern) {
  let last = "";
  await until(async () => pattern.test((last = (await text()) ?? "")), { toString: () => `${pattern}, but ${last}` });
}

export async function until(condition, what, { timeout } = PATIENT) {
  for (const end = Date.now() + timeout; !(await condition());) {
    assert.ok(Date.now() < end, `never: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * Plays some legal move by clicking: cells in order, an object of a heap that takes it and those above, a label where
 * cells do not tell moves apart, or a button where there are none. `choose` picks one of several.
 */
export async function anyMove(page, choose = (all) => Math.floor(all / 2)) {
  const before = await played(page);
  const done = async () => (await played(page)) > before;
  const listed = page.locator(".listed button:enabled");
  if (await listed.count()) await listed.nth(choose(await listed.count())).click();
  for (let clicks = 0; clicks < 12; clicks++) {
    await page.waitForTimeout(60);
    if (await done()) return;
    const labels = page.locator(".choice button.primary");
    if (await labels.count()) {
      await labels.first().click();
    } else {
      const objects = page.locator(".bone.takes");
      // Where pieces can only be dropped, one is chosen first.
      if (!(await page.locator(".cell.legal").count()) && (await page.locator(".hand button").count()))
        await page.locator(".hand button").first().click();
      const legal = (await objects.count()) ? objects : page.locator(".cell.legal");
      const all = await legal.count();
      if (all > 0) await legal.nth(choose(all)).click();
    }
    await page.waitForTimeout(60);
  }
  await until(done, "the move was played");
}
