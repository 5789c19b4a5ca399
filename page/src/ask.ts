// Requests to the server, and its errors in words.

import { engine, MAY_KEEP } from "./engine";
import type { Position, Progress, SearchAnswer } from "./wire";

/** A problem that the server answered (RFC 9457). */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
    readonly path: string | null,
    /** Seconds until the next attempt, from `Retry-After`. */
    readonly retryAfter: number | null,
  ) {
    super(detail);
  }
}

/** No answer: the server or the network is gone. */
export class Unreachable extends Error {}

/** The reason of a retry, and the seconds until it. */
export interface Waiting {
  words: string;
  seconds: number;
}

/** The reason and the time until the retry as a text. */
export const waits = ({ words, seconds }: Waiting): string => `${words} Asking again in ${seconds} s.`;

const LONGEST_WAIT = 15;

/** A tab plays one game at a time. By this id a proxy sends it to the server that remembers its searches. */
const GAME = [...crypto.getRandomValues(new Uint32Array(2))].map((part) => part.toString(16)).join("");

async function send(path: string, body: unknown, signal?: AbortSignal, accept = "application/json"): Promise<Response> {
  let response: Response;
  try {
    response = await engine.fetch(path, {
      method: body === undefined ? "GET" : "POST",
      headers: body === undefined ? { accept } : { accept, "content-type": "application/json", "x-plyd-game": GAME },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Unreachable("The server does not answer.");
  }
  if (response.ok) return response;
  const refused = await problem(response);
  // A server that shuts down still answers for a while, so the engine can be loaded from it.
  if (refused.code === "shutting_down" && MAY_KEEP) void engine.keep().catch(() => {});
  throw refused;
}

async function problem(response: Response): Promise<Problem> {
  const retry = Number(response.headers.get("retry-after"));
  const after = response.headers.has("retry-after") && Number.isFinite(retry) ? retry : null;
  const told = await response.json().catch(() => null);
  const place = told?.line ? ` (line ${told.line}, column ${told.column})` : "";
  const detail = told?.detail ? told.detail + place : `The server answered ${response.status}.`;
  return new Problem(response.status, told?.code ?? "", detail, told?.path ?? null, after);
}

/** Requests JSON: by POST if there is a body, else by GET. */
export async function ask<T>(path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const response = await send(path, body, signal);
  try {
    return (await response.json()) as T;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Unreachable("The server went away in the middle of its answer.");
  }
}

export function game(id: string, operation: string): string {
  return `/v1/games/${encodeURIComponent(id)}/${operation}`;
}

export function position(id: string, body: unknown, signal?: AbortSignal): Promise<Position> {
  return ask<Position>(game(id, "position"), body, signal);
}

/** Many positions in one request, each named by its game and by what `position` takes; null where one is refused. */
export async function positions(
  items: ({ game: string } & Record<string, unknown>)[],
  signal?: AbortSignal,
): Promise<(Position | null)[]> {
  const { results } = await ask<{ results: { status: number; body: Position }[] }>(
    "/v1/batch",
    { items: items.map((item) => ({ op: "position", ...item })) },
    signal,
  );
  return results.map(({ status, body }) => (status === 200 ? body : null));
}

/** A streamed search. Aborting the signal also stops it on the server. */
export function search(
  id: string,
  body: unknown,
  hear: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<SearchAnswer> {
  const progress = (event: string, data: unknown) => event === "progress" && hear(data as Progress);
  return stream(game(id, "search/stream"), body, "result", progress, signal);
}

/** A streamed answer: hears of each event, and returns the data of the one that is named as the last. */
export async function stream<T>(
  path: string,
  body: unknown,
  last: string,
  hear: (event: string, data: unknown) => void,
  signal: AbortSignal,
): Promise<T> {
  const response = await send(path, body, signal, "text/event-stream");
  const gone = new Unreachable("The server went away in the middle of its answer.");
  try {
    for await (const { event, data } of events(response.body!)) {
      const told = JSON.parse(data);
      if (event === last) return told;
      if (event === "error")
        throw new Problem(told.status, told.code, told.detail, told.path ?? null, told.retry_after ?? 1);
      hear(event, told);
    }
  } catch (error) {
    if (signal.aborted || error instanceof Problem) throw error;
    throw gone;
  }
  throw gone;
}

/** Server-sent events (WHATWG HTML, 9.2) of a body, as far as this server uses them. */
export async function* events(body: ReadableStream<Uint8Array>): AsyncGenerator<{ event: string; data: string }> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value.replace(/\r/g, "");
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const lines = text.slice(0, end).split("\n");
      text = text.slice(end + 2);
      const field = (name: string) =>
        lines
          .filter((line) => line.startsWith(`${name}:`))
          .map((line) => line.slice(name.length + 1).replace(/^ /, ""));
      const data = field("data");
      if (data.length > 0) yield { event: field("event").at(-1) ?? "message", data: data.join("\n") };
    }
  }
}

/**
 * Retries an attempt until it succeeds, fails for good, or is aborted. A busy server is asked after its `Retry-After`, an
 * unreachable one with increasing delays. `wait` is called each second with the reason, and with null at the end.
 */
export async function persist<T>(
  attempt: () => Promise<T>,
  wait: (why: Waiting | null) => void,
  signal?: AbortSignal,
): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      const answer = await attempt();
      if (tries > 0) wait(null);
      return answer;
    } catch (error) {
      const pause = signal?.aborted ? null : patience(error, tries);
      if (pause === null) {
        if (tries > 0) wait(null);
        throw error;
      }
      for (let seconds = Math.max(1, Math.ceil(pause.seconds)); seconds > 0; seconds--) {
        wait({ words: pause.words, seconds });
        await sleep(1000, signal);
      }
    }
  }
}

function patience(error: unknown, tries: number): Waiting | null {
  if (error instanceof Unreachable) {
    return { words: `${error.message} Your game is safe here.`, seconds: Math.min(2 ** tries, LONGEST_WAIT) };
  }
  if (error instanceof Problem && (error.status === 503 || error.status === 429)) {
    const words =
      error.code === "shutting_down" ? "The server is restarting." : "The server is busy with other searches.";
    return { words, seconds: Math.min(error.retryAfter ?? 2 ** tries, 60) };
  }
  return null;
}

export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    const stop = () => {
      clearTimeout(timer);
      reject(signal!.reason);
    };
    signal?.addEventListener("abort", stop, { once: true });
  });
}

/** An error as a sentence for the user. */
export function sentence(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");
}
