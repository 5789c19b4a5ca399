// Games are opened: from links, at their start, from texts, or as they were kept; and the link to what is open.

import { ask, persist, position as describe, positions, Problem } from "../ask";
import { falls, mayFall } from "../board/picking";
import * as link from "../link";
import type { GameFacts, GameSummary, Index, Position, SoFar } from "../wire";
import { count, ended, name, number } from "../words";
import {
  type GameTree,
  kept,
  line as lineOf,
  mainLine,
  nodeAt,
  ROOT,
  orders,
  type Ply,
  planted,
  straight,
  type Twig,
} from "./gameTree";
import { History, type Kept, newId } from "./history";
import { result } from "./records";
import { MOST, replay, type Replayed } from "./replay";
import { Reviewing } from "./reviewing";
import { last, played } from "./last";
import { asked, initial, newSeed, type Settings } from "./settings";
import { counted } from "./tally";
import { keptSpent, spentSince } from "./clock";
import { excuse, finished, UNSPENT } from "./view";

/** What a visitor who has played nothing here yet finds. */
const FIRST = "chess";

/** What is to be opened. */
interface Wanted {
  id?: string;
  game: string;
  start: SoFar;
  settings: Settings;
  /** The sides that plyd plays; null for those it played before, or the second. */
  plays: string[] | null;
  ply?: number;
  twigs?: (Twig | null)[];
  tags?: Record<string, string>;
  warnings?: string[];
  kept?: Kept;
  /** Whether Back leads to what was open before. */
  step: boolean;
}

/** The part of the page that reads texts. */
type Reading = typeof import("./reading");

/** A text with several games. */
export interface Several {
  text: string;
  games: number;
  /** What tells one of them from the others. */
  title: (index: number, signal: AbortSignal) => Promise<string>;
}

export abstract class Opening extends Reviewing {
  private known = new Map<string, GameFacts>();
  /** The positions at which games begin. */
  private starts = new Map<string, Position>();
  /** What the server allows. No board needs it, so it is asked for after the first one. */
  private readonly allowed = once(async () => {
    this.set({
      index: await persist(
        () => ask<Index>("/v1"),
        () => undefined,
      ),
    });
  });
  /** The games that there are: asked for when one is to be chosen, or looked for. */
  private readonly listed = once(async () => {
    const { games } = await persist(
      () => ask<{ games: GameSummary[] }>("/v1/games"),
      () => undefined,
    );
    this.set({ games });
  });
  readonly history = new History();

  /** Continues without a person: plyd's moves, and help where it is asked for. */
  protected abstract goOn(task: AbortSignal): Promise<void>;

  /** Opens a link. One that names no game leads to what was played last. After an error nothing changes. */
  async follow({ game, options }: link.Link): Promise<void> {
    const task = this.begin();
    const before = game === null ? last() : null;
    const kept = before?.goesOn ? await this.history.find(before.id) : null;
    if (task.aborted) return;
    if (kept) return this.sitAgain(task, kept, false);
    const open = async (id: string) => {
      const settings = before?.game === id ? { ...before.settings, seed: newSeed() } : this.anew(id);
      if (options.has("level"))
        [settings.by, settings.level] = ["level", Math.min(10, Math.max(1, Number(options.get("level")) || 4))];
      settings.clock = options.get("clock") ?? settings.clock;
      for (const limit of ["depth", "nodes", "time", "algorithm"] as const) {
        if (options.has(limit)) [settings.by, settings[limit]] = ["limits", options.get(limit)!];
      }
      await this.sit(task, {
        game: id,
        start: link.position(options),
        settings,
        plays: options.get("plyd")?.split(",") ?? (before?.game === id ? settings.plays : null),
        ply: options.has("ply") ? Number(options.get("ply")) : undefined,
        step: false,
      });
    };
    const broken = await this.guarded(task, async () => {
      try {
        await open(game ?? before?.game ?? FIRST);
      } catch (error) {
        await this.listed();
        if (game || !(error instanceof Problem && error.code === "unknown_game")) throw error;
        await open(this.first());
      }
    });
    if (broken && !task.aborted && !this.view.position) await this.salvage(game, options, broken);
  }

  /** What is left of a broken link: its moves up to the wrong one, or the start of its game. */
  private async salvage(game: string | null, options: URLSearchParams, broken: string): Promise<void> {
    if (!this.view.games.some(({ id }) => id === game)) return;
    const { state, moves } = link.position(options);
    const wrong = this.wrongMove;
    const start: SoFar = wrong === null ? { state: undefined, moves: [] } : { state, moves: moves.slice(0, wrong) };
    const task = this.begin();
    const failed = await this.guarded(task, () =>
      this.sit(task, { game: game!, start, settings: this.anew(game!), plays: [], step: false }),
    );
    const left = start.moves.length > 0 ? "This is the game as far as it can be played." : "This is the start instead.";
    if (!failed && !task.aborted) this.set({ trouble: `The link is broken. ${broken} ${left}`, said: broken });
  }

  /** Opens a game as it was kept; the link, if it is kept no more. */
  async reopen(id: string, otherwise: link.Link | null): Promise<void> {
    const task = this.begin();
    const kept = await this.history.find(id);
    if (task.aborted) return;
    if (!kept || (otherwise && otherwise.game !== kept.game)) {
      if (otherwise) await this.follow(otherwise);
      return;
    }
    await this.sitAgain(task, kept, otherwise === null);
  }

  private async sitAgain(task: AbortSignal, kept: Kept, step: boolean): Promise<void> {
    await this.guarded(task, async () => {
      const { id, game, start, twigs, tags } = kept;
      // A game that was kept before a setting existed gets its default.
      const settings = { ...initial(), ...kept.settings };
      const plays = settings.plays;
      await this.sit(task, { id, game, start, settings, plays, twigs, tags, kept, step });
    });
  }

  /** Begins a game at its start or at a state; the answer is what was wrong with it. */
  async open(game: string, state?: unknown, plays: string[] | null = null): Promise<string | null> {
    const task = this.begin();
    return this.guarded(task, () =>
      this.sit(task, { game, start: { state, moves: [] }, settings: this.anew(game), plays, step: true }),
    );
  }

  /** The settings for a new game. An algorithm is kept for its own game, since another may not have it. */
  private anew(game: string): Settings {
    const { settings, facts } = this.view;
    return { ...settings, seed: newSeed(), algorithm: facts?.id === game ? settings.algorithm : "" };
  }

  /**
   * Opens a pasted position or game, or one in a file; it may be of another kind than the one that is open. A whole game
   * is looked at: plyd plays no side of it. The answer is what was wrong. Where a text has several games and `chosen` does
   * not say which, `choose` hears of them, and nothing is opened. Who chooses also says what is wrong with a text: then the
   * game that is open goes on.
   */
  async read(
    reading: Reading,
    source: string | File,
    chosen?: number,
    choose?: (several: Several) => void,
  ): Promise<string | null> {
    const { facts } = this.view;
    if (!facts) return null;
    const { titled, understood } = reading;
    const task = this.begin();
    let refused: string | null = null;
    const trouble = await this.guarded(task, async () => {
      let [text, found]: [string, Awaited<ReturnType<typeof understood>> | null] = ["", null];
      const others = async () => {
        await this.listed();
        return Promise.all(this.view.games.map(({ id }) => this.factsOf(id, task)));
      };
      try {
        text = typeof source === "string" ? source : await this.contents(reading, source);
        found = await this.patient(task, () => understood(facts, others, text, chosen ?? 0, task));
      } catch (error) {
        if (!choose || task.aborted) throw error;
        refused = excuse(error);
        void this.guarded(task, () => this.goOn(task));
        return;
      }
      const { game, soFar, twigs, tags, warnings } = found;
      if (choose && chosen === undefined && found.games > 1)
        return choose({ text, games: found.games, title: (one, signal) => titled(game, text, one, signal) });
      const whole = soFar.moves.length > 0;
      await this.sit(task, {
        game: game.id,
        start: soFar,
        settings: this.anew(game.id),
        plays: whole ? [] : null,
        twigs,
        tags,
        warnings,
        step: true,
      });
      if (game !== facts)
        this.set({ said: `This is a game of ${game.title}, so it was opened there. ${this.view.said}` });
    });
    return refused ?? trouble;
  }

  /** The first game: chess if the server has it. */
  first(): string {
    const { games } = this.view;
    return (games.find(({ id }) => id === FIRST) ?? games[0]).id;
  }

  /** The text of a file, unless it is longer than the server reads. */
  async contents({ contents }: Reading, file: File): Promise<string> {
    await this.allowed();
    return contents(file, this.view.index!);
  }

  private async sit(task: AbortSignal, wanted: Wanted): Promise<void> {
    const { start, ply = Infinity, kept, tags = {} } = wanted;
    let { twigs = straight(start.moves), warnings = [] } = wanted;
    if (twigs.length > MOST && start.moves.length < MOST) {
      // The main line comes first.
      twigs = twigs.slice(0, start.moves.length + 1);
      warnings = [...warnings, `The variations are left out: with them the game has more than ${number(MOST)} moves.`];
    }
    const root: SoFar = { ...start, moves: [] };
    if (this.view.facts?.id !== wanted.game) this.set({ opening: wanted.game });
    const told = this.patient(task, () => this.factsOf(wanted.game, task));
    // Requests that need nothing of each other's answers, so that a slow line is waited for once.
    const [facts, end, replayed] = await Promise.all([
      told,
      this.patient(task, () => this.described(task, wanted.game, start)),
      twigs.length > 1 ? this.replay(task, wanted.game, told, root, twigs) : null,
    ]);
    const same = this.view.facts?.id === facts.id;
    const chosen = wanted.plays ?? (same ? this.view.settings.plays : [facts.players[1]]);
    // In a tree of numbers nobody has a clock.
    const clock = facts.score.kind === "given" ? "" : wanted.settings.clock;
    const settings = { ...wanted.settings, clock, plays: chosen.filter((side) => facts.players.includes(side)) };
    let tree: GameTree = replayed?.tree ?? planted();
    if (replayed && kept)
      tree = tree.map((node, id) => ({ ...node, children: sorted(node.children, kept.orders[id]) }));
    const origin = replayed?.origin ?? end;
    const shownLine = kept
      ? lineOf(tree, kept.line.filter((id) => tree[id]?.ply).at(-1) ?? ROOT, kept.line)
      : mainLine(tree);
    const plies = shownLine.map((id) => tree[id].ply!);
    const last = kept?.at ?? ply;
    const at = Math.max(0, Math.min(plies.length, Number.isNaN(last) ? Infinity : Math.floor(last)));
    const position = plies[at - 1]?.then ?? (plies.length > 0 ? origin : end);
    const there = position.over ? origin : position;
    const wells = same && typeof position.state === "string" ? this.view.wells : await this.fall(task, facts, there);
    const step = wanted.step && this.view.facts !== null;
    if (this.view.facts) this.set({ paused: true });
    if (step) this.remember();
    // A clock that ran when the page was left goes on; any other game waits for its person.
    const runs = kept?.spent !== undefined && kept.spent.since !== null;
    this.dropReview();
    this.set({
      opening: null,
      id: wanted.id ?? newId(),
      facts,
      position,
      settings,
      start: plies.length > 0 ? root : start,
      tree,
      line: shownLine,
      plies,
      origin,
      at,
      values: null,
      best: [],
      turned: kept ? kept.turned : same ? this.view.turned : null,
      wells,
      paused: kept ? !runs : at < plies.length && settings.plays.includes(position.to_move),
      spent: kept?.spent ? { node: nodeAt(shownLine, at), ms: spentSince(kept.spent), since: null } : UNSPENT,
      ending: kept?.ending ?? null,
      offer: null,
      remark: null,
      insisted: false,
      thought: null,
      exchange: null,
      tags,
      warnings,
      review: kept?.review ? { found: [], ...kept.review, running: false, trouble: null } : null,
      trouble: null,
      said: `${facts.title}. ${name(position.to_move, facts)} to move.`,
    });
    if (position.over) this.set({ said: `${facts.title}. ${ended(position, facts, counted(this.view))}` });
    this.remember(step);
    // If that fails, the next game asks again.
    void this.allowed().catch(() => undefined);
    await this.goOn(task);
  }

  /** A position; the start of a game is asked for once. */
  private async described(task: AbortSignal, game: string, soFar: SoFar): Promise<Position> {
    const request = asked(soFar);
    const isStart = Object.keys(request).length === 0;
    const position = (isStart && this.starts.get(game)) || (await describe(game, request, task));
    if (isStart) this.starts.set(game, position);
    return position;
  }

  protected replay(
    task: AbortSignal,
    game: string,
    facts: Promise<GameFacts>,
    start: SoFar,
    twigs: (Twig | null)[],
  ): Promise<Replayed | null> {
    return replay(game, facts, start, twigs, (attempt) => this.patient(task, attempt), task);
  }

  protected async factsOf(id: string, task?: AbortSignal): Promise<GameFacts> {
    const facts = this.known.get(id) ?? (await ask<GameFacts>(`/v1/games/${encodeURIComponent(id)}`, undefined, task));
    this.known.set(id, facts);
    return facts;
  }

  /** Fetches the games, and what their pictures are drawn from. Without an answer there are no pictures. */
  async fillGallery(): Promise<void> {
    if (this.view.gallery.size > 0) return;
    try {
      await this.listed();
      const { games } = this.view;
      const starts = await positions(games.map(({ id }) => ({ game: id })));
      const facts = await Promise.all(games.map(({ id }) => this.factsOf(id)));
      const pictures = games.flatMap(({ id }, i) => {
        const position = starts[i];
        if (position) this.starts.set(id, position);
        return position ? [[id, { facts: facts[i], position }] as const] : [];
      });
      this.set({ gallery: new Map(pictures) });
    } catch {
      // A busy server: the titles are there, and the next look asks again.
    }
  }

  /** Whether pieces fall, seen by the legal moves: those of the start, if this game is over. */
  private async fall(task: AbortSignal, { id, layout }: GameFacts, position: Position): Promise<boolean> {
    if (layout !== "cells") return false;
    const start: SoFar = { state: undefined, moves: [] };
    const { legal_moves, files } = position.over
      ? await this.patient(task, () => this.described(task, id, start))
      : position;
    return falls(legal_moves, files) || mayFall(position.state);
  }

  /** The link to the current position. */
  link(): string {
    const { facts, settings, start, plies, at } = this.view;
    if (!facts) return "#play";
    const { state, moves, draws } = plies.at(-1)?.after ?? start;
    const limits =
      settings.by === "level"
        ? { level: String(settings.level) }
        : { depth: settings.depth, nodes: settings.nodes, time: settings.time, algorithm: settings.algorithm };
    const text = link.text(state ?? start.state);
    return link.write("play", facts.id, {
      state: text,
      moves: moves.join(","),
      ply: at < plies.length && moves.length === plies.length ? String(at) : undefined,
      draws,
      plyd: settings.plays.join(",") || "none",
      clock: settings.clock,
      ...limits,
    });
  }

  /** Keeps the game as it is, and its link in the address; `step` makes it one that Back leads away from. */
  remember(step = false): void {
    const { id, facts } = this.view;
    if (!facts) return;
    if (link.read(location.hash).tab === "play") {
      if (step) history.pushState({ game: id }, "", this.link());
      else history.replaceState({ game: id }, "", this.link());
    }
    this.keep();
    const { plies, settings } = this.view;
    // A game that was only looked at is not what was played last.
    if (plies.length === 0 || plies.some(({ by }) => by !== "link"))
      played({ id, game: facts.id, settings, goesOn: plies.length > 0 && !this.isDecided() }, facts.title);
  }

  /** Whether the main line has come to an end, by the rules or otherwise. */
  private isDecided(): boolean {
    const { tree, facts, tags } = this.view;
    const line = mainLine(tree);
    const end = finished({ ...this.view, line, at: line.length }) ?? result(tags, facts!);
    return end !== null || (tree[line.at(-1) ?? ROOT].ply?.then.over ?? false);
  }

  /** Keeps the game as it is, if it has moves. */
  protected keep(): void {
    if (this.view.plies.length > 0) this.history.keep(this.snapshot());
  }

  private snapshot(): Kept {
    const { id, facts, start, tree, line, at, settings, tags, turned, review, origin, ending, spent } = this.view;
    const main = mainLine(tree);
    const last = tree[main.at(-1) ?? 0].ply?.then ?? origin!;
    const shown = { ...this.view, line: main, at: main.length, position: last, plies: main.map((i) => tree[i].ply!) };
    const end = last.over ? ended(last, facts!, counted(shown)) : (finished(shown) ?? result(tags, facts!));
    return {
      id,
      time: Date.now(),
      game: facts!.id,
      title: facts!.title,
      start,
      twigs: kept(tree),
      orders: orders(tree),
      line,
      at,
      settings,
      tags,
      turned,
      ending,
      spent: keptSpent(spent, performance.now()),
      review: review && { line: review.line, plies: review.plies, summary: review.summary, found: review.found },
      last: { ...last, legal_moves: [] },
      words: `${end ?? "Not finished."} ${count(moveNumber(shown.plies, facts!), "move")}.`,
    };
  }
}

/** Does what is to be done once; what has failed is done again. */
function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null;
  const again = (error: unknown) => {
    done = null;
    throw error;
  };
  return () => (done ??= work().catch(again));
}

/** As many moves as the list numbers: a move of both sides counts once. */
export function moveNumber(plies: Ply[], { players }: GameFacts): number {
  let moves = 0;
  plies.forEach(({ side }, i) => {
    if (i === 0 || (side === players[0] && plies[i - 1].side !== players[0])) moves++;
  });
  return moves;
}

/** Children in a kept order, as far as they are there. */
function sorted(children: readonly number[], order: number[] = []): number[] {
  const place = (id: number) => (order.includes(id) ? order.indexOf(id) : order.length);
  return [...children].sort((a, b) => place(a) - place(b));
}
