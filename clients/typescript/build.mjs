// Compiles the package of the working directory twice into dist: as ES modules, and below commonjs for projects that
// `require`. npm runs it in the package's folder. plyd-boardgame.io is built by it too. With `--check`, it only says by its exit
// code whether the compiler is there.

import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";

const { devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
const require = createRequire(resolve("package.json"));

/** The compiler of the version that the package names. It is above the folder if npm has installed the package as a part of a project. */
function compiler() {
  try {
    if (require("typescript/package.json").version !== devDependencies.typescript) return undefined;
    // By its path: `.bin/tsc` may be that of the older compiler, which the tests use.
    return resolve(require.resolve("typescript/package.json"), "../bin/tsc");
  } catch {
    return undefined;
  }
}

const tsc = compiler();
if (process.argv.includes("--check")) process.exit(tsc ? 0 : 1);
if (!tsc) throw new Error(`there is no TypeScript ${devDependencies.typescript} here; run npm ci`);
const options = ["--module", "commonjs", "--moduleResolution", "bundler", "--outDir", "dist/commonjs"];
rmSync("dist", { recursive: true, force: true });
for (const more of [[], options]) execFileSync(process.execPath, [tsc, "-p", ".", ...more], { stdio: "inherit" });
writeFileSync("dist/commonjs/package.json", '{ "type": "commonjs" }\n');
