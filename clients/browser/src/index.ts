// plyd without a server: the client of the server, whose requests a worker answers.

import { Client, type CallOptions } from "plyd";
import { filesIn, type Progress } from "./files.js";
import { Host } from "./host.js";

export * from "plyd";
export { EngineError } from "./host.js";
export type { Progress } from "./files.js";

/** Options of `load`. */
export interface LoadOptions {
  /** The URL of the folder with the package's `dist`, if a page serves it elsewhere than its own modules. */
  files?: string | URL;
  /** Called while the engine, or a game's data, is loaded. */
  onProgress?: (progress: Progress) => void;
  /** The default of every call. If it is not given, a call may take any time. */
  timeoutMs?: number;
}

/**
 * An engine: a client whose calls a Web Worker answers (in Node.js, a worker thread), one after the other. A call may be ended by
 * its `signal`. The worker is then ended and started again, which takes some milliseconds.
 *
 * Bad requests throw `ProblemError`, as from a server. If the worker fails, for example because there is no memory, its call throws
 * `EngineError`, and the next call starts another worker.
 */
export class Engine extends Client {
  /** Use `load`. */
  constructor(
    private readonly host: Host,
    { timeoutMs = Infinity }: Pick<CallOptions, "timeoutMs"> = {},
  ) {
    super("http://engine.invalid", {
      fetch: host.fetch,
      timeoutMs,
      retry: { attempts: 1 },
    });
  }

  /** Answers the paths of the server, such as `/v1/games`, for programs that use another client. */
  get fetch(): typeof globalThis.fetch {
    return this.host.fetch;
  }

  /** Ends the worker. Calls that are under way throw `EngineError`. A later call starts the worker again. */
  close(): void {
    this.host.close();
  }
}

/** Loads the engine. The data of some games is loaded when the game is first asked about. */
export async function load({ files, onProgress, ...defaults }: LoadOptions = {}): Promise<Engine> {
  const host = new Host(filesIn(files), onProgress);
  await host.start();
  return new Engine(host, defaults);
}
