// What can go wrong, each by a class of its own: `instanceof` tells a mistake from a server that is gone, overloaded or slow.

import type { Problem, ProblemCode } from "./contract.js";

/** What a call throws, unless its `signal` was aborted: then it throws the signal's reason. */
export class PlydError extends Error {
  override name = "PlydError";
}

/** The server says what is wrong (RFC 9457). */
export class ProblemError extends PlydError {
  override name = "ProblemError";
  readonly status: number;
  readonly code: ProblemCode;
  /** What is wrong, and what was expected. */
  readonly detail: string;
  /** The field to blame, such as `moves[3]`; null where it is none. */
  readonly path: string | null;
  /** Finds the request in the server's log. */
  readonly requestId: string;

  constructor(problem: Problem) {
    super(problem.path ? `${problem.path}: ${problem.detail}` : problem.detail);
    this.status = problem.status;
    this.code = problem.code;
    this.detail = problem.detail;
    this.path = problem.path ?? null;
    this.requestId = problem.request_id;
  }
}

/** The server is overloaded or about to stop (503), and was so at every attempt that was asked for. */
export class OverloadedError extends ProblemError {
  override name = "OverloadedError";
  /** How often it was asked. */
  attempts = 1;

  constructor(
    problem: Problem,
    /** Milliseconds after which a new attempt may succeed. */
    readonly retryAfterMs: number,
  ) {
    super(problem);
  }
}

/**
 * The server is gone: there was no connection, or it ended before the answer did. What had come of it is no result. A browser says
 * the same of a server whose `--cors-origin` does not name the page's origin.
 */
export class UnreachableError extends PlydError {
  override name = "UnreachableError";
}

/** The server is slow: `timeoutMs` passed. */
export class TimeoutError extends PlydError {
  override name = "TimeoutError";
}

/** What answered does not speak plyd's contract: another program, or something on the way. */
export class ContractError extends PlydError {
  override name = "ContractError";

  constructor(
    /** The status of the answer. */
    readonly status: number,
    what: string,
  ) {
    super(`${what} (status ${status}): is this plyd?`);
  }
}
