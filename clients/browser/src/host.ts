// The page's side of the worker: a queue of requests, and the game data that the worker asks for.

import { PlydError } from "plyd";
import { type Files, type Progress, read } from "./files.js";

/** The worker has failed or was ended. The next call starts another one. */
export class EngineError extends PlydError {
  override name = "EngineError";
}

/** Messages to the worker. */
export type ToWorker =
  | { module: WebAssembly.Module }
  | { method: string; target: string; body: string }
  | { game: string; data: ArrayBuffer };

/** Messages from the worker: a part of a stream, an answer, the game whose data it needs, or why it has failed. */
export type FromWorker =
  { part: string } | { status: number; type: string; text: string } | { needs: string } | { failed: string };

/** A request, and what its answer goes to. */
interface Job {
  method: string;
  target: string;
  body: string;
  answer: (response: Response) => void;
  fail: (error: unknown) => void;
  /** The stream of an answer that has begun. */
  stream?: ReadableStreamDefaultController<Uint8Array>;
}

/** A worker of a browser or of Node.js. */
interface WorkerLike {
  post(message: ToWorker): void;
  end(): void;
  /** Whether a program of Node.js keeps running for it. */
  busy(isBusy: boolean): void;
}

const encoder = new TextEncoder();

/** Runs a worker, and answers requests like `fetch`. */
export class Host {
  private module: Promise<WebAssembly.Module> | undefined;
  private readonly data = new Map<string, Promise<ArrayBuffer>>();
  private worker: Promise<WorkerLike> | undefined;
  /** The worker whose messages count. Workers that were ended may still have messages under way. */
  private speaker: object | undefined;
  private running: Job | undefined;
  private readonly waiting: Job[] = [];

  constructor(
    private readonly files: Files,
    private readonly onProgress?: (progress: Progress) => void,
  ) {}

  /** Loads the module and starts the worker. */
  async start(): Promise<void> {
    await (this.worker ??= this.begin());
  }

  close(): void {
    const jobs = [...(this.running ? [this.running] : []), ...this.waiting.splice(0)];
    for (const job of jobs) this.fail(job, new EngineError("the engine was closed"));
    this.stop();
  }

  readonly fetch = (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const { pathname, search } = new URL(String(input), "http://engine.invalid");
    const { method = "GET", body, signal } = init;
    return new Promise((answer, fail) => {
      if (signal?.aborted) return fail(signal.reason);
      const job: Job = {
        method,
        target: pathname + search,
        body: String(body ?? ""),
        answer,
        fail,
      };
      signal?.addEventListener("abort", () => this.cancel(job, signal.reason), {
        once: true,
      });
      this.waiting.push(job);
      void this.next();
    });
  };

  private async begin(): Promise<WorkerLike> {
    this.module ??= read(this.files.wasm, "plyd.wasm", this.onProgress).then((bytes) => WebAssembly.compile(bytes));
    try {
      const module = await this.module;
      const speaker = (this.speaker = {});
      const worker = await start(this.files.worker, (message) => {
        if (this.speaker === speaker) void this.hear(message);
      });
      worker.post({ module });
      worker.busy(false);
      return worker;
    } catch (error) {
      this.module = this.worker = undefined;
      throw new EngineError(`the engine cannot be loaded: ${(error as Error).message}`, { cause: error });
    }
  }

  private async next(): Promise<void> {
    if (this.running) return;
    const job = (this.running = this.waiting.shift());
    if (!job) return;
    try {
      const worker = await (this.worker ??= this.begin());
      // It may have been cancelled in the meantime.
      if (this.running !== job) return;
      const { method, target, body } = job;
      worker.busy(true);
      worker.post({ method, target, body });
    } catch (error) {
      this.fail(job, error);
    }
  }

  private async hear(message: FromWorker): Promise<void> {
    const job = this.running;
    if ("failed" in message) {
      this.stop();
      if (job) this.fail(job, new EngineError(`the engine has failed: ${message.failed}`));
    } else if (!job) {
      return;
    } else if ("needs" in message) {
      await this.give(message.needs, job);
    } else if ("part" in message) {
      const type = job.target.startsWith("/v1/batch") ? "application/x-ndjson" : "text/event-stream";
      this.write(job, 200, type, message.part);
    } else {
      this.write(job, message.status, message.type, message.text);
      job.stream?.close();
      this.done();
    }
  }

  /** Gives the worker the data of a game, for which its request waits. */
  private async give(game: string, job: Job): Promise<void> {
    let data = this.data.get(game);
    if (!data) this.data.set(game, (data = read(this.files.data[game]!, `${game}.bin`, this.onProgress)));
    try {
      const message = { game, data: await data };
      const worker = await this.worker;
      if (this.running === job) worker?.post(message);
    } catch (error) {
      this.data.delete(game);
      if (this.running !== job) return;
      this.stop();
      const why = (error as Error).message;
      this.fail(
        job,
        new EngineError(`the data of ${game} cannot be loaded: ${why}`, {
          cause: error,
        }),
      );
    }
  }

  /** Adds text to an answer, and begins it if it has not begun. */
  private write(job: Job, status: number, type: string, text: string): void {
    if (!job.stream) {
      const body = new ReadableStream<Uint8Array>({
        start: (stream) => void (job.stream = stream),
        cancel: () => this.cancel(job, undefined),
      });
      job.answer(new Response(body, { status, headers: { "content-type": type } }));
    }
    job.stream!.enqueue(encoder.encode(text));
  }

  /** Ends a request. A worker cannot be interrupted, so it ends with its request. */
  private cancel(job: Job, reason: unknown): void {
    const place = this.waiting.indexOf(job);
    if (place >= 0) this.waiting.splice(place, 1);
    else if (this.running === job) this.stop();
    else return;
    this.fail(job, reason);
  }

  private fail(job: Job, error: unknown): void {
    try {
      job.stream?.error(error);
    } catch {
      // The reader has cancelled it.
    }
    job.fail(error);
    if (this.running === job) this.done();
  }

  private done(): void {
    this.running = undefined;
    if (this.waiting.length > 0) return void this.next();
    void this.worker?.then(
      (worker) => worker.busy(false),
      () => {},
    );
  }

  private stop(): void {
    this.speaker = undefined;
    void this.worker?.then(
      (worker) => worker.end(),
      () => {},
    );
    this.worker = undefined;
  }
}

/** Starts a worker. */
async function start(url: URL, hear: (message: FromWorker) => void): Promise<WorkerLike> {
  const failed = (error: { message?: string }) => hear({ failed: error.message || "the worker cannot be started" });
  if (typeof Worker !== "undefined") {
    const beside = new URL("./worker.js", import.meta.url);
    // The first form is the one that bundlers understand.
    const worker =
      url.href === beside.href && beside.origin === globalThis.location?.origin
        ? new Worker(new URL("./worker.js", import.meta.url), { type: "module" })
        : new Worker(ofThisOrigin(url), { type: "module" });
    worker.onmessage = ({ data }) => hear(data);
    worker.onerror = failed;
    return {
      post: (message) => worker.postMessage(message),
      end: () => worker.terminate(),
      busy: () => {},
    };
  }
  const threads = await import(/* @vite-ignore */ /* webpackIgnore: true */ ["node:worker", "threads"].join("_"));
  const worker = new threads.Worker(url);
  worker.on("message", hear);
  worker.on("error", failed);
  return {
    post: (message) => worker.postMessage(message),
    end: () => void worker.terminate(),
    busy: (isBusy) => void (isBusy ? worker.ref() : worker.unref()),
  };
}

/** A worker's script has to have the page's origin, so one from elsewhere is imported by a script that has. */
function ofThisOrigin(url: URL): URL | string {
  if (url.origin === globalThis.location?.origin) return url;
  return URL.createObjectURL(new Blob([`import ${JSON.stringify(url.href)};`], { type: "text/javascript" }));
}
