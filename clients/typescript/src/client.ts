// The client: a method for each operation of the contract, with the contract's types.

import type {
  Game,
  GameId,
  GameRecord,
  GameSummary,
  Grade,
  GradeRequest,
  Hint,
  HintRequest,
  Index,
  Position,
  PositionRequest,
  Problem,
  Progress,
  RecordRequest,
  RecordWriteRequest,
  Review,
  ReviewedPly,
  ReviewRequest,
  ReviewSummary,
  RulesCheck,
  RulesCheckRequest,
  Search,
  SearchRequest,
  Tree,
  TreeRequest,
  WrittenRecord,
  paths,
} from "./contract.js";
import { ContractError, type ProblemError, UnreachableError } from "./errors.js";
import { events, lines } from "./streams.js";
import { Answer, type CallOptions, persist, problemError, type Request, terms } from "./transport.js";

/** A game's id or alias; `games` lists those that the server has. */
export type GameName = GameId;

/** An event of a search: each finished iteration, then the answer. */
export type SearchEvent = { event: "progress"; data: Progress } | { event: "result"; data: Search };

/** An event of a review: each judged ply, the last ply of the game first, then the rest of the answer. */
export type ReviewEvent = { event: "ply"; data: ReviewedPly } | { event: "summary"; data: ReviewSummary };

/** Options of a review. */
export interface ReviewOptions extends CallOptions {
  /** Called for each ply as it is judged, the last ply of the game first. */
  onPly?: (ply: ReviewedPly) => void;
}

/** The requests and answers of items, by their operation. */
interface Operations {
  search: [SearchRequest, Search];
  position: [PositionRequest, Position];
  hint: [HintRequest, Hint];
  grade: [GradeRequest, Grade];
  review: [ReviewRequest, Review];
  record: [RecordRequest, GameRecord];
  "record/write": [RecordWriteRequest, WrittenRecord];
  tree: [TreeRequest, Tree];
}

/** A request of a batch. */
export type BatchItem =
  | { [Op in keyof Operations]: { op: Op; game: GameName } & Operations[Op][0] }[keyof Operations]
  | ({ op: "rules/check" } & RulesCheckRequest);

/** The result of an item: its answer, or the error of the same request alone. */
export type ItemResult<Item extends BatchItem = BatchItem> = {
  /** The index of the item. */
  index: number;
  status: number;
} & ({ answer: AnswerTo<Item>; error: null } | { answer: null; error: ProblemError });

type AnswerTo<Item extends BatchItem> = Item["op"] extends keyof Operations ? Operations[Item["op"]][1] : RulesCheck;

/** An id without `randomUUID`, which pages have over HTTPS only. */
function randomId(): string {
  return [...crypto.getRandomValues(new Uint32Array(2))].map((part) => part.toString(16).padStart(8, "0")).join("");
}

/** Defaults for every call. */
export interface ClientOptions extends Omit<CallOptions, "signal"> {
  /** The key of a server that has keys. It is sent as `authorization: Bearer` and the key. */
  key?: string;
  /** Sent with every request. */
  headers?: Record<string, string>;
  /** Used instead of the global `fetch`. */
  fetch?: typeof globalThis.fetch;
}

/**
 * A client of a plyd server. Client and server are stateless: each call sends the game, and the answer's `next` is the game for the
 * next call.
 *
 * A call throws `ProblemError` if the server refuses the request, and after all attempts of `retry` `OverloadedError` if the server
 * has no room, `UnreachableError` without a connection. It throws `TimeoutError` if the server is slow, and `ContractError` if it is
 * not plyd. If the signal is aborted, it throws the signal's reason.
 *
 * A search with a `level` and no `seed` gets a random seed, so that games differ; a client that `forGame` made sends the same seed
 * throughout its game. The answer's `seed` names it.
 */
export class Client {
  private readonly base: string;
  private readonly options: ClientOptions;

  /**
   * @param url The server's URL; in a page, it may be relative. If not given, PLYD_URL of the environment, else
   *   http://127.0.0.1:8080.
   * @throws TypeError, RangeError for an invalid URL or option.
   */
  constructor(url: string | URL = defaultUrl(), options: ClientOptions = {}) {
    const { origin, pathname } = new URL(url, globalThis.location?.href);
    this.base = origin + pathname.replace(/\/+$/, "");
    this.options = options;
    this.headers();
    terms(options, {});
  }

  /**
   * The same client for the calls of one game, under an id that is random if none is given. It goes out as `X-Plyd-Game`: a proxy
   * in front of several servers may send the game to the one that remembers its earlier searches. It also gives the `seed` of
   * searches with a level that have none.
   */
  forGame(id: string = randomId()): Client {
    const headers = { ...this.options.headers, "x-plyd-game": id };
    return new Client(this.base, { ...this.options, headers });
  }

  /** The version and the limits in force. */
  index(options?: CallOptions): Promise<Index> {
    return this.json(this.request("/v1"), options);
  }

  /** The list of games. */
  async games(options?: CallOptions): Promise<GameSummary[]> {
    const { games } = await this.json<Of<"/v1/games", "get">>(this.request("/v1/games"), options);
    return games;
  }

  /** A game's rules, notation, scores and limits. */
  game(game: GameName, options?: CallOptions): Promise<Game> {
    return this.json(this.request("/v1/games/{game}", { game }), options);
  }

  /** A position: its board, legal moves with their successors, outcome and static value. */
  position(game: GameName, position: PositionRequest = {}, options?: CallOptions): Promise<Position> {
    return this.json(this.request("/v1/games/{game}/position", { game, body: position }), options);
  }

  /** The best move, with its score, lines and statistics. */
  search(game: GameName, search: SearchRequest = {}, options?: CallOptions): Promise<Search> {
    return this.json(this.request("/v1/games/{game}/search", { game, body: this.seeded(search) }), options);
  }

  /** What to look for in a position: with `stage` 1 where, with 2 the move, with 3 its line. */
  hint(game: GameName, hint: HintRequest = {}, options?: CallOptions): Promise<Hint> {
    return this.json(this.request("/v1/games/{game}/hint", { game, body: hint }), options);
  }

  /** Judges `candidates` of a position against its best move. */
  grade(game: GameName, grade: GradeRequest, options?: CallOptions): Promise<Grade> {
    return this.json(this.request("/v1/games/{game}/grade", { game, body: grade }), options);
  }

  /** What the words of rules mean, and what came of trying them. */
  checkRules(check: RulesCheckRequest, options?: CallOptions): Promise<RulesCheck> {
    return this.json(this.request("/v1/rules/check", { body: check }), options);
  }

  /**
   * A search as a stream of iterations. Leaving the loop stops it. A stream that ends before its result throws
   * `UnreachableError`. Failures before the first event are retried.
   */
  async *searchStream(
    game: GameName,
    search: SearchRequest = {},
    options?: CallOptions,
  ): AsyncGenerator<SearchEvent, void> {
    const request = this.request("/v1/games/{game}/search/stream", {
      game,
      body: this.seeded(search),
      accept: "text/event-stream",
    });
    yield* this.stream(request, (answer) => told<SearchEvent>(answer, "progress", "result"), options);
  }

  /** Every move of a game, judged. `timeoutMs` is the longest silence, not the time of the whole review. */
  async review(game: GameName, review: ReviewRequest, options: ReviewOptions = {}): Promise<Review> {
    const { onPly, ...call } = options;
    const plies: ReviewedPly[] = [];
    for await (const { event, data } of this.reviewStream(game, review, call)) {
      if (event === "summary") return { plies: plies.reverse(), ...data };
      plies.push(data);
      onPly?.(data);
    }
    throw new UnreachableError("the server is gone: the stream ended before its summary");
  }

  /** The same review as a stream of judged plies. Leaving the loop stops it. Failures before the first event are retried. */
  async *reviewStream(game: GameName, review: ReviewRequest, options?: CallOptions): AsyncGenerator<ReviewEvent, void> {
    const request = this.request("/v1/games/{game}/review/stream", { game, body: review, accept: "text/event-stream" });
    yield* this.stream(request, (answer) => told<ReviewEvent>(answer, "ply", "summary"), options);
  }

  /** A whole game from a text such as PGN. Its `state` and `moves` can be sent to the other calls. */
  record(game: GameName, record: RecordRequest, options?: CallOptions): Promise<GameRecord> {
    return this.json(this.request("/v1/games/{game}/record", { game, body: record }), options);
  }

  /** A game as a text for other programs, such as PGN. */
  async writeRecord(game: GameName, record: RecordWriteRequest = {}, options?: CallOptions): Promise<string> {
    const request = this.request("/v1/games/{game}/record/write", { game, body: record });
    const { record: text } = await this.json<Of<"/v1/games/{game}/record/write", "post">>(request, options);
    return text;
  }

  /** The tree of a search. */
  tree(game: GameName, tree: TreeRequest = {}, options?: CallOptions): Promise<Tree> {
    return this.json(this.request("/v1/games/{game}/tree", { game, body: tree }), options);
  }

  /** The tree's picture, an SVG document. */
  treeSvg(game: GameName, tree: TreeRequest = {}, options?: CallOptions): Promise<string> {
    return this.text(this.request("/v1/games/{game}/tree.svg", { game, body: tree, accept: "image/svg+xml" }), options);
  }

  /** The tree in DOT, for Graphviz. */
  treeDot(game: GameName, tree: TreeRequest = {}, options?: CallOptions): Promise<string> {
    return this.text(
      this.request("/v1/games/{game}/tree.dot", { game, body: tree, accept: "text/vnd.graphviz" }),
      options,
    );
  }

  /** Many requests in one call, with results in the order of the items. An invalid item delays no other. */
  async batch<const Items extends readonly BatchItem[]>(
    items: Items,
    options?: CallOptions,
  ): Promise<{ -readonly [Place in keyof Items]: ItemResult<Items[Place]> }> {
    const request = this.request("/v1/batch", { body: { items: items.map((item) => this.seeded(item)) } });
    const under = terms(this.options, options ?? {});
    const { results } = await persist(async () => {
      const answer = await Answer.to(request, under);
      let text = "";
      for await (const piece of answer.pieces()) text += piece;
      return parsed<Of<"/v1/batch", "post">>(text, answer.status);
    }, under);
    if (results?.length !== items.length) throw new ContractError(200, "as many results as items were expected");
    return results.map((result, index) => item({ ...result, index })) as never;
  }

  /**
   * Many requests in one call, with results in order of completion. Leaving the loop stops the rest. A stream that ends before
   * every item is answered throws `UnreachableError`.
   */
  async *batchStream<const Items extends readonly BatchItem[]>(
    items: Items,
    options?: CallOptions,
  ): AsyncGenerator<ItemResult<Items[number]>, void> {
    const body = { items: items.map((item) => this.seeded(item)) };
    const request = this.request("/v1/batch/stream", { body, accept: "application/x-ndjson" });
    yield* this.stream(request, (answer) => answered<Items[number]>(answer, items.length), options);
  }

  private request<Path extends keyof paths>(
    path: Path,
    { game = "", body, accept = "application/json" }: { game?: string; body?: Body<Path>; accept?: string } = {},
  ): Request {
    const headers = this.headers();
    headers.set("accept", accept);
    if (body !== undefined) headers.set("content-type", "application/json");
    return {
      url: this.base + path.replace("{game}", encodeURIComponent(game)),
      headers,
      body: JSON.stringify(body),
      fetch: this.options.fetch ?? globalThis.fetch,
    };
  }

  /** Without a seed, a level or an Elo rating plays the same game each time. So it gets one, which a game keeps. */
  private seeded<Question extends SearchRequest | BatchItem>(question: Question): Question {
    const { level, elo, seed } = question as SearchRequest;
    if ((level == null && elo == null) || seed != null) return question;
    return { ...question, seed: seedOf(this.headers().get("x-plyd-game") ?? randomId()) };
  }

  private headers(): Headers {
    const headers = new Headers(this.options.headers);
    if (this.options.key !== undefined) headers.set("authorization", `Bearer ${this.options.key}`);
    return headers;
  }

  private text(request: Request, options: CallOptions = {}): Promise<string> {
    const under = terms(this.options, options);
    return persist(async () => (await Answer.to(request, under)).text(), under);
  }

  private json<T>(request: Request, options: CallOptions = {}): Promise<T> {
    const under = terms(this.options, options);
    return persist(async () => {
      const answer = await Answer.to(request, under);
      return parsed<T>(await answer.text(), answer.status);
    }, under);
  }

  /** The values that `read` yields from the answer. Errors before the first value are retried. */
  private async *stream<T>(
    request: Request,
    read: (answer: Answer) => AsyncGenerator<T, void>,
    options: CallOptions = {},
  ): AsyncGenerator<T, void> {
    const under = terms(this.options, options);
    const { values, first } = await persist(async () => {
      const values = read(await Answer.to(request, under));
      return { values, first: await values.next() };
    }, under);
    try {
      if (!first.done) yield first.value;
      yield* values;
    } finally {
      await values.return();
    }
  }
}

/** The seed of the game with this id: FNV-1a, by Fowler, Noll and Vo. */
function seedOf(id: string): number {
  const bytes = new TextEncoder().encode(id);
  return bytes.reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193), 0x811c9dc5) >>> 0;
}

/** The environment is Node.js's; browsers have none. */
function defaultUrl(): string {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.PLYD_URL ?? "http://127.0.0.1:8080";
}

/** The JSON that a path answers with. */
type Of<Path extends keyof paths, Method extends "get" | "post"> = paths[Path][Method] extends {
  responses: { 200: { content: { "application/json": infer Answer } } };
}
  ? Answer
  : never;

/** The JSON body of a path. The items of a batch have a type of our own, because the contract leaves them open. */
type Body<Path extends keyof paths> = paths[Path]["post"] extends {
  requestBody: { content: { "application/json": infer Body } };
}
  ? Body extends { items: unknown[] }
    ? { items: readonly BatchItem[] }
    : Body
  : undefined;

function parsed<T>(text: string, status: number): T {
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new ContractError(status, "what should be JSON is none");
  }
}

/** The events named `each`, then the one named `last`, which ends the stream. */
async function* told<Event extends SearchEvent | ReviewEvent>(
  answer: Answer,
  each: Event["event"],
  last: Event["event"],
): AsyncGenerator<Event, void> {
  for await (const { event, data } of events(answer.pieces())) {
    if (event === "error") throw problemError(parsed<Problem>(data, answer.status));
    if (event === each || event === last) yield { event, data: parsed(data, answer.status) } as Event;
    if (event === last) return;
  }
  throw new UnreachableError(`the server is gone: the stream ended before its ${last}`);
}

async function* answered<Item extends BatchItem>(
  answer: Answer,
  items: number,
): AsyncGenerator<ItemResult<Item>, void> {
  let left = items;
  for await (const line of lines(answer.pieces())) {
    yield item<Item>(parsed(line, answer.status));
    left -= 1;
  }
  if (left > 0) throw new UnreachableError(`the server is gone: the stream ended before ${left} of ${items} results`);
}

function item<Item extends BatchItem>(result: { index?: number; status: number; body: unknown }): ItemResult<Item> {
  const { index = 0, status, body } = result;
  if (status === 200) return { index, status, answer: body as AnswerTo<Item>, error: null };
  return { index, status, answer: null, error: problemError(body as Problem) };
}
