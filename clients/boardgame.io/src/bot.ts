// A bot for boardgame.io's `Local`, `Simulate` and `Step`, and how all bots ask plyd.

import type { Ctx, PlayerID, State } from "boardgame.io";
import type { Bot } from "boardgame.io/ai";
import type { Advice, CallOptions, Client, GameName, Search, SearchRequest } from "plyd";

/** The position of a match: where it began, and the moves since. */
export type MatchPosition = Pick<SearchRequest, "state" | "moves" | "draws">;

/** The options of a bot for a game with state `G`. */
export interface PlydBotOptions<G> {
  client: Client;
  /** The game's name at plyd. */
  game: GameName;
  /** The position in plyd's notation: its `state`, the `moves` so far, or both. */
  position(G: G, ctx: Ctx): MatchPosition;
  /** Converts a move of plyd's into a move of the game and its arguments. */
  move(move: string, G: G, ctx: Ctx): { move: string; args?: unknown[] };
  /** Whose move it is, if several players are active at a time. `ctx.currentPlayer`, if not given. */
  toMove?(G: G, ctx: Ctx): PlayerID;
  /** How to play, such as `{ level: 5 }` or `{ nodes: 100_000 }`. Each match gets another `seed`, unless one is given here. */
  search?: Omit<SearchRequest, keyof MatchPosition>;
  /**
   * Called with the advice of each answer: whether the bot would offer, accept or claim a draw, and how long a person would think
   * (`think_ms`). The bot moves when the promise that it returns is fulfilled.
   */
  onAdvice?(advice: Advice, G: G, ctx: Ctx): unknown;
  /** The game's own move by which a player resigns: the bot makes it when it is advised to. Without, it plays on. */
  resign?(G: G, ctx: Ctx): { move: string; args?: unknown[] };
  /** Deadline, retries and abort of each question. */
  call?: CallOptions;
  /**
   * Called with the error when there is no move. If it returns `true` or a promise of it, plyd is asked again; else `play` throws
   * the error. In boardgame.io's `Local` that is an unhandled rejection, and the match waits forever.
   */
  onError?(error: unknown): unknown;
}

/**
 * A bot for `Local({ bots })`, `Simulate` and `Step`. `Base` is boardgame.io's own `Bot`. Score, depth, seed and line of a move are
 * its metadata in boardgame.io's log.
 *
 * A bot that is asked while its seat is not to move does nothing. Otherwise `play` throws plyd's errors, and an Error if plyd and the game disagree: the game is over for plyd, or its `ai.enumerate` does not
 * list the move.
 */
export function plydBot<G>(Base: typeof Bot, options: PlydBotOptions<G>): new (given: BotOptions) => Bot {
  return class PlydBot extends Base {
    private client = options.client.forGame();
    private turn = 0;

    override async play({ G, ctx }: State<G>, playerID: PlayerID) {
      if (!isToMove(options, G, ctx, playerID)) return { action: NOTHING };
      // boardgame.io keeps its bots when a match is reset.
      if (ctx.turn < this.turn) this.client = options.client.forGame();
      this.turn = ctx.turn;
      const answer = await ask({ ...options, client: this.client }, G, ctx);
      const { move, label, score, expected, depth, seed, lines, advice } = answer;
      if (advice) await options.onAdvice?.(advice, G, ctx);
      const payload = { ...converted(options, { move, advice }, G, ctx), playerID };
      const action = { type: "MAKE_MOVE" as const, payload };
      const listed = this.enumerate(G, ctx, playerID).map(({ payload }) => written(payload));
      if (listed.length > 0 && !listed.includes(written(payload)))
        throw new Error(
          `plyd's move ${move} became ${written(payload)}, which the game does not list: ${listed.join(" ")}`,
        );
      const pv = lines[0]?.pv;
      return { action, metadata: { move, label, score, expected, depth, seed, pv, ...(advice && { advice }) } };
    }
  };
}

type BotOptions = ConstructorParameters<typeof Bot>[0];

/**
 * An action without effect. `Local` reads the payload of each action and refuses one that is empty; `Step` and `Simulate` pass it
 * to a reducer that does not know its type.
 */
const NOTHING = { type: "NOTHING", payload: "" } as unknown as Awaited<ReturnType<Bot["play"]>>["action"];

/** Whether a seat has the move. A game may let several players be active in one turn. */
export function isToMove<G>({ toMove }: PlydBotOptions<G>, G: G, ctx: Ctx, playerID: PlayerID): boolean {
  const active = ctx.activePlayers ? Object.keys(ctx.activePlayers) : [ctx.currentPlayer];
  if (active.length > 1) return (toMove?.(G, ctx) ?? ctx.currentPlayer) === playerID;
  return active[0] === playerID;
}

/** plyd's answer, requested again as long as `onError` says so. */
export async function ask<G>(options: PlydBotOptions<G>, G: G, ctx: Ctx): Promise<Search & { move: string }> {
  const { client, game, position, search, call, onError, onAdvice, resign } = options;
  const extras = (onAdvice ?? resign) && { with: [...new Set([...(search?.with ?? []), "advice" as const])] };
  for (;;) {
    try {
      const answer = await client.search(game, { ...position(G, ctx), ...search, ...extras }, call);
      const { move } = answer;
      if (move === null) throw new Error(`plyd has no move in ${JSON.stringify(answer.state)}: to it the game is over`);
      return { ...answer, move };
    } catch (error) {
      if (call?.signal?.aborted || (await onError?.(error)) !== true) throw error;
    }
  }
}

/** What the bot does after plyd's answer: the game's own move, or its resignation if plyd advises that. */
export function converted<G>(
  options: PlydBotOptions<G>,
  { move, advice }: Pick<Search, "advice"> & { move: string },
  G: G,
  ctx: Ctx,
): { type: string; args: unknown[] } {
  const resignation = advice?.resign ? options.resign?.(G, ctx) : undefined;
  const { move: type, args = [] } = resignation ?? options.move(move, G, ctx);
  return { type, args };
}

/** A move of the game as error messages show it, such as `clickCell(4)`. */
export function written({ type, args = [] }: { type: string; args?: unknown }): string {
  return `${type}(${JSON.stringify(args).slice(1, -1)})`;
}
