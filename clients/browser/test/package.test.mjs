// The package as users get it: packed and installed into empty projects, and imported in each of the ways that README names.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { launch, site } from "./chromium.mjs";

const here = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "plyd-browser-"));
after(() => rmSync(folder, { recursive: true }));

const run = (command, ...options) => execFileSync(command, options, { cwd: folder, encoding: "utf8" });
const pack = (from) => JSON.parse(run("npm", "pack", from, "--pack-destination", folder, "--json", "--silent"))[0];
const write = (name, text) => {
  mkdirSync(join(folder, name, ".."), { recursive: true });
  writeFileSync(join(folder, name), text);
};
const QUESTION = 'engine.search("tic-tac-toe", { state: "XOX/OX./..O", depth: 9 })';

/** The text of a page's body, when it is there. */
async function shown(root, page) {
  const { url, stop } = await site(root, { page });
  const browser = await launch();
  try {
    const tab = await browser.newPage();
    const errors = [];
    tab.on("pageerror", (error) => errors.push(error.message));
    await tab.goto(url);
    await tab.waitForFunction(() => document.body.textContent.trim() !== "", null, { timeout: 60_000 }).catch(() => {});
    assert.deepEqual(errors, []);
    return (await tab.textContent("body")).trim();
  } finally {
    await browser.close();
    stop();
  }
}

test("what is packed is what is needed, and it installs", () => {
  const { filename, files, size, unpackedSize } = pack(here);
  console.log(`packed: ${size} bytes, ${unpackedSize} unpacked`);
  const data = ["checkers.bin", "chess.bin", "connect-four.bin", "othello.bin", "plyd.wasm"];
  const modules = ["bundle.js", "index.cjs", "index.js", "worker.js"];
  const types = ["files.d.ts", "host.d.ts", "index.d.cts", "index.d.ts"];
  const dist = [...data, ...modules, ...types].map((name) => `dist/${name}`);
  assert.deepEqual(
    files.map(({ path }) => path).sort(),
    ["LICENSE-APACHE", "LICENSE-MIT", "README.md", "package.json", ...dist].sort(),
  );
  write("package.json", '{ "private": true, "type": "module" }');
  run("npm", "install", `./${pack(join(here, "../typescript")).filename}`, `./${filename}`, "--silent");
});

test("README's example runs as a module of Node.js", () => {
  const [, example] = /^```js\n(.*?)^```/ms.exec(readFileSync(join(here, "README.md"), "utf8"));
  assert.ok(example.trimEnd().split("\n").length <= 10);
  write("example.js", example);
  const lines = run("node", "example.js").trimEnd().split("\n");
  assert.match(lines[0], /^[a-h][1-8][a-h][1-8] \{/);
  assert.match(lines.at(-1), /^8 /);
});

test("a CommonJS project requires it, and its types are found", () => {
  write(
    "commonjs/program.cjs",
    `require("@plyd/browser").load().then(async (engine) => console.log((await ${QUESTION}).move));`,
  );
  assert.equal(run("node", "commonjs/program.cjs"), "a1\n");
  const tsc = join(here, "node_modules/typescript/bin/tsc");
  const typed =
    "const answer: Promise<string | null> = load().then(async (engine) => (await engine.search('nim', { depth: 2 })).move);";
  write("typed/package.json", '{ "type": "commonjs" }');
  write(
    "typed/program.ts",
    `import plyd = require("@plyd/browser");\nconst { load } = plyd;\n${typed}\nvoid answer;\n`,
  );
  write("module.ts", `import { load } from "@plyd/browser";\n${typed}\nvoid answer;\n`);
  const options = [
    "--noEmit",
    "--strict",
    "--target",
    "es2022",
    "--module",
    "nodenext",
    "--lib",
    "es2022,dom",
    "--types",
    "",
  ];
  run(process.execPath, tsc, ...options, "typed/program.ts", "module.ts");
});

test("Vite builds a page with it, which works offline from any folder", async () => {
  write("site/index.html", '<!doctype html><body><script type="module" src="./main.js"></script></body>');
  write(
    "site/main.js",
    `import { load } from "@plyd/browser";
const engine = await load();
const [{ move }, { depth }] = [await ${QUESTION}, await engine.search("connect-four", { depth: 6 })];
document.body.textContent = move + depth;`,
  );
  write("site/vite.config.js", "export default { base: './', build: { target: 'es2022', assetsInlineLimit: 0 } };");
  run("npm", "install", "vite@8.3.8", "--no-save", "--silent", "--no-audit", "--no-fund");
  run("node_modules/.bin/vite", "build", "site", "--logLevel", "error");
  const page = readFileSync(join(folder, "site/dist/index.html"), "utf8");
  assert.equal(await shown(join(folder, "site/dist"), page), "a16");
});

test("a page without a bundler imports the bundle", async () => {
  cpSync(join(folder, "node_modules/@plyd/browser/dist"), join(folder, "plain/dist"), { recursive: true });
  const page = `<!doctype html><body><script type="module">
    import { load } from "/dist/bundle.js";
    const engine = await load();
    document.body.textContent = (await ${QUESTION}).move;
  </script></body>`;
  assert.equal(await shown(join(folder, "plain"), page), "a1");
});
