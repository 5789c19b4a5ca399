// The package as users get it: packed and installed into an empty folder, where README's examples run.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { serve } from "./server.mjs";

const here = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "plyd-"));
let server;
before(async () => {
  server = await serve();
});
after(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

function run(command, ...options) {
  return execFileSync(command, options, {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, PLYD_URL: server.url },
  });
}

/** README's examples, changed to use this server. */
function examples() {
  const readme = readFileSync(join(here, "README.md"), "utf8");
  return [...readme.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code]) =>
    code.replace("http://127.0.0.1:8080", server.url),
  );
}

test("what is packed is what is needed", () => {
  const [{ filename, files, size, unpackedSize }] = JSON.parse(
    run("npm", "pack", here, "--pack-destination", folder, "--json", "--silent"),
  );
  console.log(`packed: ${size} bytes, ${unpackedSize} unpacked`);
  const modules = ["client", "contract", "errors", "index", "streams", "transport"];
  assert.deepEqual(
    files.map(({ path }) => path).sort(),
    [
      ...["LICENSE-APACHE", "LICENSE-MIT", "README.md", "package.json"],
      ...modules.flatMap((module) => [`dist/${module}.d.ts`, `dist/${module}.js`]),
    ].sort(),
  );
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  run("npm", "install", `./${filename}`, "--silent");
  assert.deepEqual(JSON.parse(run("npm", "ls", "--all", "--json")).dependencies.plyd.dependencies, undefined);
});

test("README's examples compile as they stand, for browsers and for Node.js alone", () => {
  for (const [index, code] of examples().entries()) writeFileSync(join(folder, `example-${index}.ts`), code);
  const options = [
    "--noEmit",
    "--strict",
    "--target",
    "es2022",
    "--module",
    "nodenext",
    "--typeRoots",
    `${here}node_modules/@types`,
  ];
  const files = examples().map((_, index) => `example-${index}.ts`);
  const tsc = join(here, "node_modules/.bin/tsc");
  run(tsc, ...options, "--lib", "es2022,dom", "--types", "", ...files);
  run(tsc, ...options, "--lib", "es2022", "--types", "node", ...files);
});

test("README's examples run from there", () => {
  const [first, game, faults] = examples().map((code, index) => {
    writeFileSync(join(folder, `example-${index}.js`), code);
    return run("node", `example-${index}.js`).trimEnd().split("\n");
  });
  assert.match(first.join("\n"), /^[1-7] \{ value: .*outcome: .*plies: .* \}$/);
  assert.equal(game.length, 10);
  assert.match(game.at(-1), /^\{.* reason: 'full board'/);
  assert.match(faults[0], /^1 [a-h][1-8]/);
  assert.match(faults.at(-2), /^plays /);
  assert.equal(faults.at(-1), "invalid_state state row 2 has 4 cells, expected 3");
});

test("an install of the folder, as it stands in the repository, builds it", () => {
  const [copy, project] = [join(folder, "copy"), join(folder, "project")];
  for (const name of ["package.json", "package-lock.json", "tsconfig.json", "src"])
    cpSync(join(here, name), join(copy, name), { recursive: true });
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), '{ "private": true, "type": "module" }');
  run("npm", "install", copy, "--prefix", project, "--no-audit", "--no-fund", "--silent");
  writeFileSync(join(project, "ask.js"), examples()[0]);
  assert.match(run("node", "project/ask.js"), /^[1-7] \{/);
});
