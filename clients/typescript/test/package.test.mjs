// The package as users get it: packed and installed into an empty folder, where README's examples run.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";
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
      "dist/commonjs/package.json",
      ...["dist", "dist/commonjs"].flatMap((dist) =>
        modules.flatMap((module) => [`${dist}/${module}.d.ts`, `${dist}/${module}.js`]),
      ),
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
  const tsc = join(here, "node_modules/typescript/bin/tsc");
  run(tsc, ...options, "--lib", "es2022,dom", "--types", "", ...files);
  run(tsc, ...options, "--lib", "es2022", "--types", "node", ...files);
});

// Each kind of project: the compiler, package.json's `type`, tsc's options (none: what `tsc --init` writes), and how its modules import.
const FILES = "--strict --target es2022 --outDir out program.ts".split(" ");
const IMPORT = 'import { Client, ProblemError, type Search } from "plyd";';
const REQUIRE = `import plyd = require("plyd");
const { Client, ProblemError } = plyd;
type Search = plyd.Search;`;
const PROJECTS = [
  ["typescript", "module", null, IMPORT],
  ["typescript", "commonjs", null, REQUIRE],
  ["typescript5", "module", null, IMPORT],
  ["typescript5", "commonjs", null, REQUIRE],
  ["typescript", "module", "--module node16", IMPORT],
  ["typescript", "commonjs", "--module node16", IMPORT],
  ["typescript", "commonjs", "--module nodenext", IMPORT],
  ["typescript", "module", "--module esnext --moduleResolution bundler", IMPORT],
  ["typescript", "commonjs", "--module commonjs --moduleResolution bundler", IMPORT],
  ["typescript5", "module", "--module preserve", IMPORT],
  ["typescript5", "commonjs", "--module node16", IMPORT],
  // TypeScript's default before 5.9, which reads `main` and `types` alone.
  ["typescript5", "commonjs", "--module commonjs", IMPORT],
];

for (const [compiler, type, options, line] of PROJECTS) {
  test(`it compiles and runs in a project: ${compiler}, type ${type}, ${options ?? "tsc --init"}`, () => {
    const project = mkdtempSync(join(folder, "project-"));
    const inside = (...command) => execFileSync("node", command, { cwd: project, encoding: "utf8" });
    const tsc = join(here, "node_modules", compiler, "bin/tsc");
    writeFileSync(join(project, "package.json"), `{ "private": true, "type": "${type}" }`);
    const program = `${line}
async function main(): Promise<void> {
  const answer: Search = await new Client("${server.url}").search("tic-tac-toe", { moves: "b2", depth: 1 });
  const problem = await new Client("${server.url}").search("tic-tac-toe", { moves: "b2 b2" }).catch((error: unknown) => error);
  if (problem instanceof ProblemError) console.log(answer.to_move, problem.candidates.length);
}
void main();
`;
    writeFileSync(join(project, "program.ts"), program);
    if (options === null) inside(tsc, "--init");
    // Its declarations are checked too.
    inside(
      tsc,
      ...(options ?? "-p .").split(" "),
      "--skipLibCheck",
      "false",
      ...(options ? FILES : ["--outDir", "out"]),
    );
    // What a bundler alone resolves does not run by itself.
    if (!/esnext|preserve/.test(options)) assert.equal(inside("out/program.js"), "O 8\n");
  });
}

test("README's examples run from there", () => {
  const [first, game, bot, faults] = examples().map((code, index) => {
    writeFileSync(join(folder, `example-${index}.js`), transformSync(code, { loader: "ts" }).code);
    return run("node", `example-${index}.js`).trimEnd().split("\n");
  });
  assert.match(first.join("\n"), /^[1-7] \{ value: .*outcome: .*plies: .* \}$/);
  assert.equal(game.length, 10);
  assert.match(game.at(-1), /^\{.* reason: 'full board'/);
  assert.match(bot[0], /^white [a-h][1-8]/);
  assert.match(bot.at(-1), /^(claims a draw|the game is over): /);
  assert.match(faults[0], /^1 [a-h][1-8]/);
  assert.match(faults.at(-2), /^plays /);
  assert.equal(faults.at(-1), "invalid_state state row 2 has 4 cells, expected 3");
});

test("an install of the folder, as it stands in the repository, builds it", () => {
  const [copy, project] = [join(folder, "copy"), join(folder, "project")];
  for (const name of ["package.json", "package-lock.json", "tsconfig.json", "build.mjs", "src"])
    cpSync(join(here, name), join(copy, name), { recursive: true });
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), '{ "private": true, "type": "module" }');
  run("npm", "install", copy, "--prefix", project, "--no-audit", "--no-fund", "--silent");
  writeFileSync(join(project, "ask.js"), examples()[0]);
  assert.match(run("node", "project/ask.js"), /^[1-7] \{/);
});
