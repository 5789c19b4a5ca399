// Chromium, with a folder as a web site.

import { createReadStream, existsSync, statSync } from "node:fs";
import { once } from "node:events";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { chromium } from "playwright-core";

const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"];
const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".wasm": "application/wasm",
  ".css": "text/css",
};

/** Serves a folder. `page` is the answer to `/`, and `headers` are those of every answer. */
export async function site(folder, { page = "<!doctype html>", headers = {} } = {}) {
  const server = createServer(({ url }, answer) => {
    const { pathname } = new URL(url, "http://here");
    const file = join(folder, pathname);
    for (const [name, value] of Object.entries(headers)) answer.setHeader(name, value);
    answer.setHeader(
      "content-type",
      TYPES[extname(file)] ?? (pathname === "/" ? "text/html" : "application/octet-stream"),
    );
    if (pathname === "/") return answer.end(page);
    if (!existsSync(file) || !statSync(file).isFile()) return answer.writeHead(404).end();
    createReadStream(file).pipe(answer);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => (server.closeAllConnections(), server.close()),
  };
}

export const launch = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
    args: FLAGS,
  });

/** Runs a function in a page whose site is the package's `dist`. It is given the bundle's exports, and `given`. */
export async function inChromium(dist, work, given, options) {
  const { url, stop } = await site(dist, options);
  const browser = await launch();
  try {
    const page = await browser.newPage();
    page.on("pageerror", (error) => console.error("in the page:", error.message));
    await page.goto(url);
    return await page.evaluate(`import("/bundle.js").then((bundle) => (${work})(bundle, ${JSON.stringify(given)}))`);
  } finally {
    await browser.close();
    stop();
  }
}
