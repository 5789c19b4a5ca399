// One request and its answer: timeouts, errors and retries.

import type { Problem } from "./contract.js";
import { ContractError, OverloadedError, PlydError, ProblemError, TimeoutError, UnreachableError } from "./errors.js";

/**
 * Retries while the server is overloaded or about to stop (503), while this client may not ask more (429), and after a connection
 * that failed or broke before the answer, or before a stream's first event. A retry waits for the server's Retry-After if there is one, else 0.2 s
 * and each time twice as long, and up to a fifth more at random. It is safe: no request changes anything.
 */
export interface Retry {
  /** The most attempts, the first one included. 3 if not given. */
  attempts?: number;
  /** Milliseconds from the start of the call in which all waits have to end; a longer wait does not start. 30,000 if not given. */
  withinMs?: number;
}

export interface CallOptions {
  /** Aborting it ends the call, and its work on the server. */
  signal?: AbortSignal;
  /**
   * Milliseconds until an attempt must be answered; for streams and batches, the longest silence. A streamed search sends
   * something every three seconds. 30,000 if not given; `Infinity` for no limit.
   */
  timeoutMs?: number;
  retry?: Retry;
}

export interface Request {
  url: string;
  headers: Headers;
  /** JSON, sent by POST. Without it, the request is a GET. */
  body?: string;
  fetch: typeof globalThis.fetch;
}

/** Every field of `CallOptions`, checked. */
export interface Terms {
  signal?: AbortSignal;
  timeoutMs: number;
  attempts: number;
  withinMs: number;
}

const MAX_TIMER = 2 ** 31 - 1;
/** The wait before the first retry, if the server names none. */
const FIRST_WAIT_MS = 200;
const STANDARD = { timeoutMs: 30_000, attempts: 3, withinMs: 30_000 };

/**
 * The options of a call: its own, else the client's, else the defaults.
 * @throws RangeError for an invalid number.
 */
export function terms(client: Omit<CallOptions, "signal">, call: CallOptions): Terms {
  const merged = {
    timeoutMs: call.timeoutMs ?? client.timeoutMs ?? STANDARD.timeoutMs,
    attempts: call.retry?.attempts ?? client.retry?.attempts ?? STANDARD.attempts,
    withinMs: call.retry?.withinMs ?? client.retry?.withinMs ?? STANDARD.withinMs,
  };
  if (!(merged.timeoutMs > 0)) throw new RangeError("timeoutMs: expected a number above 0");
  if (!(merged.attempts >= 1)) throw new RangeError("retry.attempts: expected a number of at least 1");
  if (!(merged.withinMs >= 0)) throw new RangeError("retry.withinMs: expected a number of at least 0");
  return { ...merged, signal: call.signal };
}

/** An answer that has begun. Its owner reads it to the end, or drops it. */
export class Answer {
  private constructor(
    private readonly response: Response,
    private readonly clock: Clock,
  ) {}

  /** Sends one request. @throws PlydError, or the signal's reason. */
  static async to({ url, headers, body, fetch }: Request, { timeoutMs, signal }: Terms): Promise<Answer> {
    const clock = new Clock(timeoutMs, signal);
    try {
      const method = body === undefined ? "GET" : "POST";
      const response = await clock.time(fetch(url, { method, headers, body, signal: clock.signal })).catch((error) => {
        // Browsers throw this error, also in a page that may not read the answer.
        if (error instanceof UnreachableError && error.cause instanceof TypeError) error.message += crossOrigin(url);
        throw error;
      });
      const answer = new Answer(response, clock);
      if (!response.ok) throw refusal(response, await answer.text());
      return answer;
    } catch (error) {
      clock.end();
      throw error;
    }
  }

  get status(): number {
    return this.response.status;
  }

  /** The whole text, within the attempt's remaining time. */
  text(): Promise<string> {
    return this.clock.time(this.response.text(), this.clock.left()).finally(() => this.clock.end());
  }

  /** Its text in chunks. Leaving the loop drops the rest. */
  async *pieces(): AsyncGenerator<string, void> {
    if (this.response.body === null) return this.clock.end();
    const reader = this.response.body.getReader();
    const decoder = new TextDecoder();
    try {
      for (;;) {
        const { done, value } = await this.clock.time(reader.read());
        if (done) return;
        yield decoder.decode(value, { stream: true });
      }
    } finally {
      this.clock.end();
      await reader.cancel().catch(() => {});
    }
  }
}

/** The timeout of an attempt, and the reason of its failure. Ending it ends the request. */
class Clock {
  private readonly controller = new AbortController();
  private readonly heed = () => this.controller.abort();
  private readonly began = performance.now();
  private slow = false;

  constructor(
    private readonly timeoutMs: number,
    private readonly caller?: AbortSignal,
  ) {
    if (caller?.aborted) this.heed();
    caller?.addEventListener("abort", this.heed, { once: true });
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  left(): number {
    return this.timeoutMs - (performance.now() - this.began);
  }

  async time<T>(waiting: Promise<T>, withinMs = this.timeoutMs): Promise<T> {
    const ring = () => {
      this.slow = true;
      this.controller.abort();
    };
    const timer = withinMs <= MAX_TIMER ? setTimeout(ring, withinMs) : undefined;
    try {
      return await waiting;
    } catch (error) {
      this.caller?.throwIfAborted();
      // The caller may have passed a `fetch` that throws such errors itself, as `@plyd/browser` does.
      if (error instanceof PlydError) throw error;
      if (this.slow) throw new TimeoutError(`the server is slow: it took longer than ${this.timeoutMs} ms`);
      throw new UnreachableError(`the server is gone: ${reason(error)}`, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  end(): void {
    this.caller?.removeEventListener("abort", this.heed);
    this.controller.abort();
  }
}

/** What to do if this is a page of another origin than the server, which the browser reports as if the server were gone. */
function crossOrigin(url: string): string {
  // Only browsers have a location.
  const page = globalThis.location?.origin;
  if (page === undefined || page === new URL(url).origin) return "";
  const named = page === "null" ? "*" : page;
  return `; or it allows no pages of ${page}: does it run with --cors-origin ${named}?`;
}

/** The cause of an error of `fetch`, whose own message only says that it failed. */
function reason(error: unknown): string {
  const { cause, message } = error as Error;
  if (!(cause instanceof Error)) return message;
  return cause.message || ((cause as { code?: string }).code ?? message);
}

function refusal(response: Response, text: string): PlydError {
  const problem = problemIn(text);
  const { status } = response;
  // Sent by a gateway.
  if (status === 502) return new UnreachableError("the server is gone: a gateway does not reach it (502)");
  if (status === 504) return new TimeoutError("the server is slow: a gateway has given up waiting (504)");
  if (status === 503 || status === 429) {
    const code = status === 503 ? "overloaded" : "quota_exceeded";
    const detail = response.statusText || `${status} without a reason`;
    const silent = { code, detail, status, title: code, type: `urn:plyd:problem:${code}`, request_id: "" } as const;
    return new OverloadedError(problem ?? silent, retryAfter(response.headers.get("retry-after")));
  }
  if (problem) return new ProblemError(problem);
  return new ContractError(status, "an error without a problem");
}

/** Milliseconds of `Retry-After` (RFC 9110, 10.2.3), which has seconds or a date; null if it is missing or invalid. */
function retryAfter(header: string | null): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}

function problemIn(text: string): Problem | null {
  try {
    const told = JSON.parse(text);
    return typeof told?.code === "string" && typeof told.detail === "string" ? told : null;
  } catch {
    return null;
  }
}

/** The error for a problem inside an answer, where overload has no Retry-After. */
export function problemError(problem: Problem): ProblemError {
  const isOverload = problem.status === 503 || problem.status === 429;
  return isOverload ? new OverloadedError(problem, null) : new ProblemError(problem);
}

/** Whether the same request may succeed later. 408 says that its body arrived too slowly. */
function mayPass(error: unknown): error is PlydError {
  if (error instanceof ProblemError) return error instanceof OverloadedError || error.status === 408;
  return error instanceof UnreachableError;
}

/** Makes attempts until one succeeds or fails for good, within the limits of the options. */
export async function persist<T>(attempt: () => Promise<T>, { attempts, withinMs, signal }: Terms): Promise<T> {
  const began = performance.now();
  for (let made = 1; ; made++) {
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof PlydError) error.attempts = made;
      if (!mayPass(error) || made >= attempts) throw error;
      const named = error instanceof OverloadedError ? error.retryAfterMs : null;
      // With jitter, so that clients that were refused together do not return together.
      const wait = (named ?? FIRST_WAIT_MS * 2 ** (made - 1)) * (1 + Math.random() / 5);
      if (performance.now() - began + wait > withinMs || wait > MAX_TIMER) throw error;
      await sleep(wait, signal);
    }
  }
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
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
