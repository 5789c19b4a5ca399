// A bot that takes seats in matches of a boardgame.io server as a player does: it joins through the lobby's API and connects.

import type { Game, PlayerID } from "boardgame.io";
import type { Client, LobbyClient } from "boardgame.io/client";
import type { SocketIO } from "boardgame.io/multiplayer";
import type { Advice } from "plyd";
import { ask, converted, isToMove, type PlydBotOptions, written } from "./bot.js";

/** The parts of boardgame.io that the bot uses. The caller passes them in. */
export interface Boardgame {
  Client: typeof Client;
  LobbyClient: typeof LobbyClient;
  SocketIO: typeof SocketIO;
}

/** The options of a bot for a server. `onAdvice` replaces the wait: without it, the bot moves after as long as a person would think. */
export interface PlydServerBotOptions<G> extends PlydBotOptions<G> {
  /** The URL of the boardgame.io server, such as `http://localhost:8000`. */
  server: string;
  /** The game that the server has, with its `name`. */
  rules: Game<G>;
  /** The name that the lobby shows. */
  playerName?: string;
  /** Leaves a match in which the others have not moved for this long. If it is not given, the bot waits forever. */
  idleMs?: number;
  /** How long the server may take to show a match, or to confirm a move. Ten seconds, if not given. */
  answerMs?: number;
}

/** A seat in a match. Kept somewhere, it lets the bot return to the match after a restart. */
export interface Place {
  matchID: string;
  playerID: PlayerID;
  credentials: string;
}

/** Why the bot stopped playing: the match is over, nobody moved, or `leave` or `stop` was called. */
export type End = "over" | "idle" | "left" | "stopped";

/** A bot in a match. */
export interface Seat extends Place {
  /** Resolves when the bot stops playing. Rejects with the error of a move that could not be found or made. */
  readonly ended: Promise<End>;
  /** Gives the seat back to the lobby, and disconnects. */
  leave(): Promise<void>;
  /** Disconnects, and keeps the seat: `join` with this place returns to it. */
  stop(): void;
}

/** A bot that may sit in any number of matches. */
export interface ServerBot {
  /** Takes a free seat, or returns to one that it has already. */
  join(matchID: string, seat?: Partial<Omit<Place, "matchID">>): Promise<Seat>;
}

/** A bot for the matches of a boardgame.io server. */
export function plydServerBot<G>(
  { Client, LobbyClient, SocketIO }: Boardgame,
  options: PlydServerBotOptions<G>,
): ServerBot {
  const { server, rules, playerName = "plyd" } = options;
  const { name } = rules;
  if (name === undefined) throw new TypeError("rules has no name, by which the server knows the game");
  const lobby = new LobbyClient({ server });

  async function place(matchID: string, { playerID, credentials }: Partial<Place>): Promise<Place> {
    if (playerID !== undefined && credentials !== undefined) return { matchID, playerID, credentials };
    const joined = await lobby.joinMatch(name!, matchID, { playerName, ...(playerID !== undefined && { playerID }) });
    return { matchID, playerID: joined.playerID, credentials: joined.playerCredentials };
  }

  return {
    async join(matchID, seat = {}) {
      const own = await place(matchID, seat);
      const { playerID, credentials } = own;
      const leave = () => lobby.leaveMatch(name, matchID, { playerID, credentials });
      const sitting = new Sitting({ ...options, client: options.client.forGame(matchID) }, playerID, leave);
      const transport = SocketIO({ server });
      const multiplayer: typeof transport = (given) =>
        transport({
          ...given,
          transportDataCallback(data) {
            given.transportDataCallback(data);
            if (data.type === "sync" || data.type === "update" || data.type === "patch") sitting.hear(data.type);
          },
        });
      await sitting.begin(Client<G>({ game: rules, multiplayer, debug: false, ...own }));
      const { ended } = sitting;
      return { ...own, ended, leave: () => sitting.close("left"), stop: () => void sitting.close("stopped") };
    },
  };
}

type Table<G> = ReturnType<typeof Client<G>>;
type View<G> = NonNullable<ReturnType<Table<G>["getState"]>>;

/**
 * A bot at a table. It only looks at states that the server sends. boardgame.io's client also shows states of its own: it makes a
 * move, and ends the turn, before the server has accepted the move.
 */
class Sitting<G> {
  private readonly end = deferred<End>();
  private readonly shown = deferred<void>();
  readonly ended = this.end.promise;
  private table!: Table<G>;
  private isOpen = true;
  /** The number of the last state of the server. */
  private seen = -1;
  /** The bot's own turn in that state. */
  private turn: AbortController | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly answerMs: number;

  constructor(
    private readonly options: PlydServerBotOptions<G>,
    private readonly playerID: PlayerID,
    private readonly leave: () => Promise<void>,
  ) {
    this.answerMs = options.answerMs ?? 10_000;
  }

  /** Returns when the server has shown the match. */
  async begin(table: Table<G>): Promise<void> {
    this.table = table;
    this.within(this.answerMs, () => this.shown.reject(new Error("the server does not show the match")));
    table.start();
    try {
      await this.shown.promise;
    } catch (error) {
      void this.close("stopped");
      throw error;
    }
  }

  /** Looks at a new state of the server. After a `sync`, a move that was under way may be lost, so it is made again. */
  hear(kind: "sync" | "update" | "patch"): void {
    const state = this.table.getState();
    if (state === null || !this.isOpen) return;
    this.shown.resolve();
    if (state.ctx.gameover !== undefined) return void this.close("over");
    if (state._stateID === this.seen && kind !== "sync") return;
    this.seen = state._stateID;
    this.turn?.abort();
    this.within(this.options.idleMs, () => void this.close("idle").catch(this.end.reject));
    if (!state.isActive || !isToMove(this.options, state.G, state.ctx, this.playerID)) return;
    clearTimeout(this.timer);
    const { signal } = (this.turn = new AbortController());
    this.play(state, signal).catch((error: unknown) => {
      if (!signal.aborted) void this.close("stopped", error);
    });
  }

  async close(end: End, error?: unknown): Promise<void> {
    if (!this.isOpen) return;
    this.isOpen = false;
    clearTimeout(this.timer);
    this.turn?.abort();
    this.table.stop();
    if (error !== undefined) return this.end.reject(error);
    if (end !== "idle") this.end.resolve(end);
    if (end === "left" || end === "idle") await this.leave();
    this.end.resolve(end);
  }

  private async play({ G, ctx, _stateID }: View<G>, signal: AbortSignal): Promise<void> {
    const { options, table } = this;
    const began = Date.now();
    const think = ({ think_ms }: Advice) => delay(began + think_ms - Date.now(), signal);
    const onAdvice = options.onAdvice ?? think;
    const signals = [signal, ...(options.call?.signal ? [options.call.signal] : [])];
    const call = { ...options.call, signal: AbortSignal.any(signals) };
    const { move, advice } = await ask({ ...options, onAdvice, call }, G, ctx);
    if (advice) await onAdvice(advice, G, ctx);
    if (signal.aborted) return;
    const made = converted(options, { move, advice }, G, ctx);
    const confirm = () => {
      if (this.seen !== _stateID) return;
      // Without a connection, the state comes again with the next one.
      if (!table.getState()?.isConnected) return this.within(this.answerMs, confirm);
      const told = `${move}, which became ${written(made)}`;
      void this.close("stopped", new Error(`the match does not take plyd's move ${told}`));
    };
    this.within(this.answerMs, confirm);
    table.moves[made.type]!(...made.args);
  }

  private within(ms: number | undefined, then: () => void): void {
    clearTimeout(this.timer);
    this.timer = ms === undefined ? undefined : setTimeout(then, ms);
  }
}

function deferred<T>(): { promise: Promise<T>; resolve(value: T): void; reject(error: unknown): void } {
  let [resolve, reject]: [(value: T) => void, (error: unknown) => void] = [() => {}, () => {}];
  const promise = new Promise<T>((yes, no) => ([resolve, reject] = [yes, no]));
  return { promise, resolve, reject };
}

function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.max(0, ms));
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });
}
