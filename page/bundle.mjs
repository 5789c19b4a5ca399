// Bundles the sources of the page into the folder that is given. A style sheet that a source imports becomes a minified text.

import { readFile } from "node:fs/promises";
import { build, transform } from "esbuild";

const sheets = {
  name: "sheets",
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { code } = await transform(await readFile(path, "utf8"), { loader: "css", minify: true });
      return { contents: code, loader: "text" };
    });
  },
};

await build({
  entryPoints: ["src/main.tsx"],
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  splitting: true,
  entryNames: "page",
  chunkNames: "[name]",
  logLevel: "warning",
  outdir: process.argv[2],
  plugins: [sheets],
});
