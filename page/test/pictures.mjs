// The pictures of README and docs, each tab at the sizes of a desk and of a phone: node test/pictures.mjs FOLDER [NAME…]

import { mkdir } from "node:fs/promises";
import {
  BLACKBURNE,
  browse,
  cells,
  DESKTOP,
  open,
  PATIENT,
  PHONE,
  played,
  reviewQuickly,
  serve,
  tab,
  turn,
  until,
} from "./browser.mjs";

const folder = process.argv[2] ?? "../docs/pictures";
await mkdir(folder, { recursive: true });
// The port of the documents, which the header shows.
const server = await serve({ port: 8080 });
const browser = await browse();

/** A game under way, with the value of every move on the board. */
async function playing(page) {
  await turn(page, /to move|Your turn/);
  if (await page.locator(".panels").isVisible()) await tab(page, "Analysis");
  await page.getByRole("checkbox", { name: "Show values" }).check();
  await until(
    async () => (await page.locator(".badge").count()) > 3 && !(await page.locator(".stop").count()),
    "values are on the board",
  );
}

async function moved(page) {
  await turn(page, /Your turn/);
  await cells(page, "e2", "e4");
  await until(async () => (await played(page)) === 6, "plyd answered");
}

/** A reviewed game, before its worst move. */
async function reviewed(page) {
  await turn(page, /Black wins/);
  await reviewQuickly(page);
  if (await page.locator(".panels").isVisible()) await tab(page, "Review");
  await page.getByRole("button", { name: "Review the game" }).click();
  await page.locator(".turning button", { hasText: "Nxf7" }).click();
  await page.locator(".said", { hasText: "was better" }).waitFor(PATIENT);
}

async function cut(page) {
  await page.locator(".drawing").waitFor(PATIENT);
  await until(async () => !(await page.locator(".counts").innerText()).includes("…"), "counts");
}

/** An operation that was tried. */
async function read(page) {
  const search = page.locator('[id$="-searchPosition"].opblock');
  await search.locator(".opblock-summary").click();
  await search.locator("textarea").fill('{"moves": ["b2", "b1"], "depth": 9}');
  await search.locator(".execute").click();
  await search.locator(".live-responses-table tbody .response-col_status").waitFor(PATIENT);
  await page.locator("#operations-tag-Play").evaluate((tag) => tag.scrollIntoView());
}

const PICTURES = [
  ["play", "#play/connect-four?moves=4,3,4,4,5&plyd=none", DESKTOP, "light", playing],
  ["play-dark", "#play/connect-four?moves=4,3,4,4,5&plyd=none", DESKTOP, "dark", playing],
  ["play-phone", "#play/connect-four?moves=4,3,4,4,5&plyd=none", PHONE, "light", playing],
  ["chess", "#play/chess?moves=g1f3,b8c6,g2g3,e7e5&plyd=black&level=6", DESKTOP, "light", moved],
  ["review", `#play/chess?plyd=none&moves=${BLACKBURNE}`, DESKTOP, "light", reviewed],
  ["review-phone", `#play/chess?plyd=none&moves=${BLACKBURNE}`, PHONE, "dark", reviewed],
  ["pruning", "#pruning/tree?step=13", DESKTOP, "light", cut],
  ["pruning-phone", "#pruning/tree?step=13", PHONE, "dark", cut],
  ["docs", "docs", { width: 1280, height: 1400 }, "light", read],
  ["docs-phone", "docs", PHONE, "dark", read],
];

const wanted = process.argv.slice(3);
for (const [name, hash, viewport, colorScheme, prepare] of PICTURES) {
  if (wanted.length && !wanted.includes(name)) continue;
  const page = await open(browser, server.origin, hash, { viewport, colorScheme });
  await prepare(page);
  await page.mouse.move(0, 0);
  await page.waitForTimeout(300);
  await page.screenshot({ path: `${folder}/${name}.png` });
  await page.clean();
}
await browser.close();
await server.stop();
