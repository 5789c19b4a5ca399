// The files of the engine, which are beside this module or in another folder.

/** How much of a file is loaded, in bytes. */
export interface Progress {
  file: string;
  loaded: number;
  total: number;
}

/** Where the files are. */
export interface Files {
  wasm: URL;
  worker: URL;
  data: Record<string, URL>;
}

/** The sizes of the files, from the build. */
declare const SIZES: Record<string, number>;

/** The files in a folder, or as they are in the package. */
export function filesIn(folder?: string | URL): Files {
  if (folder === undefined) {
    // A bundler copies the files that it finds in such expressions, so each is written out.
    return {
      wasm: new URL("./plyd.wasm", import.meta.url),
      worker: new URL("./worker.js", import.meta.url),
      data: {
        checkers: new URL("./checkers.bin", import.meta.url),
        chess: new URL("./chess.bin", import.meta.url),
        "connect-four": new URL("./connect-four.bin", import.meta.url),
        othello: new URL("./othello.bin", import.meta.url),
      },
    };
  }
  const base = new URL(`${String(folder).replace(/\/*$/, "")}/`, globalThis.location?.href);
  const at = (name: string) => new URL(name, base);
  const games = ["checkers", "chess", "connect-four", "othello"];
  const data = Object.fromEntries(games.map((game) => [game, at(`${game}.bin`)]));
  return { wasm: at("plyd.wasm"), worker: at("worker.js"), data };
}

/** Reads a file, over HTTP or from a disk. */
export async function read(url: URL, name: string, onProgress?: (progress: Progress) => void): Promise<ArrayBuffer> {
  if (url.protocol === "file:") {
    // Not written as one literal, because bundlers for browsers would look for the module.
    const fs = await import(/* @vite-ignore */ /* webpackIgnore: true */ ["node:fs", "promises"].join("/"));
    const { buffer, byteOffset, byteLength }: Uint8Array = await fs.readFile(url);
    return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname} is answered with ${response.status}`);
  const total = SIZES[name] ?? 0;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let loaded = 0;
  for (const reader = response.body!.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts).arrayBuffer();
    parts.push(value);
    loaded += value.length;
    onProgress?.({ file: name, loaded, total });
  }
}
