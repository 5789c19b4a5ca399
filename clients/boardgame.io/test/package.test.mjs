// The package as users get it: packed and installed beside the client in an empty folder. README's examples compile there, and play.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { serve } from "../../typescript/test/server.mjs";

const here = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "plyd-boardgame.io-"));
let server;
before(async () => {
  server = await serve();
});
after(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

function run(command, ...options) {
  return execFileSync(command, options, { cwd: folder, encoding: "utf8" });
}

function pack(from) {
  const packed = run("npm", "pack", from, "--pack-destination", folder, "--json", "--silent");
  return JSON.parse(packed)[0];
}

test("what is packed is what is needed, and it installs", () => {
  const { filename, files, size, unpackedSize } = pack(here);
  console.log(`packed: ${size} bytes, ${unpackedSize} unpacked`);
  assert.deepEqual(
    files.map(({ path }) => path).sort(),
    [
      "LICENSE-APACHE",
      "LICENSE-MIT",
      "README.md",
      ...["dist/bot", "dist/commonjs/bot"].flatMap((name) => [`${name}.d.ts`, `${name}.js`]),
      ...["index", "server"].flatMap((name) => [`dist/commonjs/${name}.d.ts`, `dist/commonjs/${name}.js`]),
      "dist/commonjs/package.json",
      ...["index", "server"].flatMap((name) => [`dist/${name}.d.ts`, `dist/${name}.js`]),
      "package.json",
    ].sort(),
  );
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  // boardgame.io itself is large and old, so the copy of the tests is used.
  run(
    "npm",
    "install",
    `./${filename}`,
    `./${pack(join(here, "../typescript")).filename}`,
    "--legacy-peer-deps",
    "--silent",
  );
  symlinkSync(join(here, "node_modules/boardgame.io"), join(folder, "node_modules/boardgame.io"));
});

test("README's examples compile, and play a match in one bundle", async () => {
  const readme = readFileSync(join(here, "README.md"), "utf8");
  const [bot, match, , room] = [...readme.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code]) =>
    code.replace("http://127.0.0.1:8080", server.url),
  );
  writeFileSync(join(folder, "bot.ts"), bot);
  const game = `import { TicTacToe } from "./games.mjs";\nimport { PlydBot } from "./bot";\n`;
  const told = `match.subscribe((state) => {
    if (state && state.G.cells.filter(Boolean).length === 2) console.log(JSON.stringify(state.G.cells));
  });`;
  writeFileSync(join(folder, "match.ts"), `${game}${match}${told}`);
  writeFileSync(join(folder, "games.mjs"), readFileSync(join(here, "test/games.mjs")));
  writeFileSync(join(folder, "games.d.mts"), 'export declare const TicTacToe: import("boardgame.io").Game;');
  const options = ["--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler", "--lib", "es2022,dom"];
  run(
    join(here, "node_modules/.bin/tsc"),
    "--noEmit",
    "--strict",
    "--skipLibCheck",
    ...options,
    "--types",
    "",
    "match.ts",
  );

  writeFileSync(join(folder, "room.ts"), `${game.split("\n")[0]}\ndeclare const matchID: string;\n${room}`);
  run(
    join(here, "node_modules/.bin/tsc"),
    ...["--noEmit", "--strict", "--skipLibCheck", ...options, "--types", "", "room.ts"],
  );

  // boardgame.io's own dependencies load Node.js's modules with `require`.
  const banner = 'import { createRequire as load } from "node:module"; const require = load(import.meta.url);';
  await build({
    entryPoints: [join(folder, "match.ts")],
    bundle: true,
    platform: "node",
    mainFields: ["module", "main"],
    format: "esm",
    banner: { js: banner },
    outfile: join(folder, "match.mjs"),
    logLevel: "error",
  });
  const cells = JSON.parse(run("node", "match.mjs").trimEnd().split("\n").at(-1));
  assert.equal(cells[4], "0");
  assert.equal(cells.filter((player) => player === "1").length, 1, "plyd has answered");
});

test("both kinds of projects load it", () => {
  const program = "console.log(typeof plydBot, typeof plydServerBot);";
  writeFileSync(
    join(folder, "required.cjs"),
    `const { plydBot, plydServerBot } = require("plyd-boardgame.io");\n${program}`,
  );
  writeFileSync(
    join(folder, "imported.mjs"),
    `import { plydBot, plydServerBot } from "plyd-boardgame.io";\n${program}`,
  );
  for (const name of ["required.cjs", "imported.mjs"]) assert.equal(run("node", name), "function function\n");
});
