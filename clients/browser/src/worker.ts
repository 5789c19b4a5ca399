// The worker: it has the engine, and answers one request at a time.

import { Engine, initSync } from "../pkg/plyd.js";
import type { FromWorker, ToWorker } from "./host.js";

/** Where messages come from and go to: the global object of a Web Worker, or the port of a thread of Node.js. */
async function port(): Promise<{
  post: (message: FromWorker) => void;
  listen: (hear: (message: ToWorker) => void) => void;
}> {
  const scope = globalThis as unknown as {
    postMessage?: (message: FromWorker) => void;
    onmessage: (event: { data: ToWorker }) => void;
  };
  if (scope.postMessage) {
    const post = scope.postMessage.bind(scope);
    return {
      post,
      listen: (hear) => (scope.onmessage = ({ data }) => hear(data)),
    };
  }
  const threads = await import(/* @vite-ignore */ /* webpackIgnore: true */ ["node:worker", "threads"].join("_"));
  const { parentPort } = threads;
  return {
    post: (message) => parentPort.postMessage(message),
    listen: (hear) => parentPort.on("message", hear),
  };
}

async function main(): Promise<void> {
  const { post, listen } = await port();
  let engine: Engine | undefined;
  // The request that waits for a game's data.
  let asked: { method: string; target: string; body: string } | undefined;

  function answer(): void {
    const { method, target, body } = asked!;
    const reply = engine!.answer(method, target, body, (part: string) => post({ part }));
    const { status, media_type: type, text } = reply;
    reply.free();
    post(status === 0 ? { needs: text } : { status, type, text });
  }

  listen((message) => {
    try {
      if ("module" in message) {
        initSync({ module: message.module });
        engine = new Engine();
      } else if ("game" in message) {
        engine!.give(message.game, new Uint8Array(message.data));
        answer();
      } else {
        asked = message;
        answer();
      }
    } catch (error) {
      post({ failed: (error as Error).message ?? String(error) });
    }
  });
}

void main();
