// Errors: `instanceof` tells an invalid request from a server that is unreachable, overloaded or slow.

import type { Problem, ProblemCode } from "./contract.js";

/** The base class of all errors of a call. If its `signal` is aborted, a call throws the signal's reason instead. */
export class PlydError extends Error {
  override name = "PlydError";
  /** The number of attempts that the call made. */
  attempts = 1;
}

/** The server refused the request with a problem (RFC 9457). */
export class ProblemError extends PlydError {
  override name = "ProblemError";
  readonly status: number;
  readonly code: ProblemCode;
  /** The error and the expected value, in a sentence. */
  readonly detail: string;
  /** The invalid field, such as `moves[3]`; null if no field is invalid. */
  readonly path: string | null;
  /** The moves that an ambiguous move can mean, or the legal moves nearest to an illegal one; empty for other problems. */
  readonly candidates: readonly string[];
  /** In a record: the line and column of the fault, from 1; else null. */
  readonly line: number | null;
  readonly column: number | null;
  /** In a record: the number of moves before the fault, if it is among the moves; else null. */
  readonly ply: number | null;
  /** Finds the request in the server's log. */
  readonly requestId: string;

  constructor(problem: Problem) {
    // Some details begin with the name of the field.
    const named = !problem.path || problem.detail.startsWith(`${problem.path} `);
    super(named ? problem.detail : `${problem.path}: ${problem.detail}`);
    this.status = problem.status;
    this.code = problem.code;
    this.detail = problem.detail;
    this.path = problem.path ?? null;
    this.candidates = problem.candidates ?? [];
    this.line = problem.line ?? null;
    this.column = problem.column ?? null;
    this.ply = problem.ply ?? null;
    this.requestId = problem.request_id;
  }
}

/**
 * The server had no room at every attempt: it is overloaded or about to stop (503), or this client or its key has asked for as much
 * as it may (429). `code` tells these apart.
 */
export class OverloadedError extends ProblemError {
  override name = "OverloadedError";

  constructor(
    problem: Problem,
    /** Milliseconds after which a new attempt may succeed, by the server's Retry-After; null if the server did not say. */
    readonly retryAfterMs: number | null,
  ) {
    super(problem);
  }
}

/**
 * At every attempt there was no connection, or it ended before the answer did. A browser reports the same for a server whose `--cors-origin` does not
 * name the page's origin, so the message of a page of another origin names that option.
 */
export class UnreachableError extends PlydError {
  override name = "UnreachableError";
}

/** `timeoutMs` passed without an answer. */
export class TimeoutError extends PlydError {
  override name = "TimeoutError";
}

/** The answer does not follow plyd's contract: it came from another program or a proxy. */
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
