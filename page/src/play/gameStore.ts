// The state of the first tab: the game, the search and errors. The server keeps none of it.

import { ask, persist, position as describe, search, sleep } from "../ask";
import { falls } from "../board/picking";
import * as link from "../link";
import { Store } from "../store";
import type { GameFacts, GameSummary, Index, LegalMove, Position, Progress, Score, SearchAnswer, SoFar } from "../wire";
import { ended, name, spoken } from "../words";
import { asked, done, forMove, forValues, newSeed, type Settings } from "./settings";
import { empty, excuse, type Ply, type Thought, type View } from "./view";

/** The first game: easy to understand, and solved. */
const FIRST = "connect-four";
/** The pause between two moves of plyd. */
const BREATH_MS = 500;
/** Links with more moves are not replayed. */
const REPLAYED = 200;

export class GameStore extends Store<View> {
  /** Aborts the current search or wait. */
  private task = new AbortController();
  private known = new Map<string, GameFacts>();

  constructor() {
    super(empty());
  }

  /** Opens a link. After an error nothing changes. */
  async follow({ game, options }: link.Link): Promise<void> {
    const task = this.begin();
    await this.guarded(task, async () => {
      await this.lists(task);
      const before = this.view.settings;
      const settings: Settings = { ...before, seed: newSeed() };
      if (options.has("level"))
        [settings.by, settings.level] = ["level", Math.min(10, Math.max(1, Number(options.get("level")) || 4))];
      for (const limit of ["depth", "nodes", "time", "algorithm"] as const) {
        if (options.has(limit)) [settings.by, settings[limit]] = ["limits", options.get(limit)!];
      }
      await this.sit(
        task,
        game ?? this.first(),
        link.position(options),
        settings,
        options.get("plyd")?.split(",") ?? null,
      );
    });
  }

  /** Begins a game at its start or at a pasted state. */
  async open(game: string, state?: unknown): Promise<void> {
    const task = this.begin();
    await this.guarded(task, () =>
      this.sit(task, game, { state, moves: [] }, { ...this.view.settings, seed: newSeed() }, null),
    );
  }

  /** The first game: Connect Four if the server has it. */
  first(): string {
    const { games } = this.view;
    return (games.find(({ id }) => id === FIRST) ?? games[0]).id;
  }

  private async lists(task: AbortSignal): Promise<void> {
    if (this.view.games.length > 0 && this.view.index) return;
    const [{ games }, index] = await this.patient(task, () =>
      Promise.all([ask<{ games: GameSummary[] }>("/v1/games", undefined, task), ask<Index>("/v1", undefined, task)]),
    );
    this.set({ games, index });
  }

  private async sit(
    task: AbortSignal,
    id: string,
    start: SoFar,
    settings: Settings,
    plays: string[] | null,
  ): Promise<void> {
    const facts =
      this.known.get(id) ??
      (await this.patient(task, () => ask<GameFacts>(`/v1/games/${encodeURIComponent(id)}`, undefined, task)));
    this.known.set(id, facts);
    const position = await this.patient(task, () => describe(facts.id, asked(start), task));
    const same = this.view.facts?.id === facts.id;
    const chosen = plays ?? (same ? settings.plays : null) ?? [facts.players[1]];
    settings = {
      ...settings,
      plays: chosen.filter((side) => facts.players.includes(side)),
      algorithm: same ? settings.algorithm : "",
    };
    if (settings.plays.length === 0 && plays === null && !same) settings.plays = [facts.players[1]];
    const plies = await this.replay(task, facts, start);
    const wells = same ? this.view.wells : await this.fall(task, facts, position);
    this.set({
      facts,
      position,
      settings,
      start: { ...start, moves: plies.length > 0 ? [] : start.moves },
      plies,
      values: null,
      flip: same && this.view.flip,
      wells,
      paused: false,
      thought: null,
      exchange: null,
      trouble: null,
      said: `${facts.title}. ${position.over ? ended(position.outcome) : `${name(position.to_move)} to move.`}`,
    });
    this.remember();
    await this.goOn(task);
  }

  /** Whether pieces fall, seen by the legal moves: those of the start, if this game is over. */
  private async fall(task: AbortSignal, { id, layout }: GameFacts, position: Position): Promise<boolean> {
    if (layout !== "cells") return false;
    const { legal_moves, files } = position.over ? await this.patient(task, () => describe(id, {}, task)) : position;
    return falls(legal_moves, files);
  }

  /** The moves of a link with the positions on the way; none if they are too many or refused. */
  private async replay(task: AbortSignal, { id, players }: GameFacts, { state, moves, draws }: SoFar): Promise<Ply[]> {
    if (moves.length === 0 || moves.length > REPLAYED) return [];
    const items = moves.map((_, i) => ({
      op: "position",
      game: id,
      ...asked({ state, moves: moves.slice(0, i), draws: "automatic" }),
    }));
    const { results } = await this.patient(task, () =>
      ask<{ results: { status: number; body: Position }[] }>("/v1/batch", { items }, task),
    );
    if (results.some(({ status }) => status !== 200)) return [];
    return moves.map((move, i): Ply => {
      const before = results[i].body;
      const played = before.legal_moves.find((legal) => legal.move === move);
      const toMove = results[i + 1]?.body.to_move ?? players.find((side) => side !== before.to_move)!;
      return {
        move,
        label: played?.label ?? move,
        side: before.to_move,
        cells: played?.cells ?? [],
        by: "link",
        toMove,
        after: { state, moves: moves.slice(0, i + 1), draws },
        value: this.firsts(before.evaluation, before.to_move, players),
      };
    });
  }

  private firsts(value: number | null, side: string, players: string[]): number | null {
    return value === null ? null : side === players[0] ? value : -value;
  }

  /** The current position, as a request gives it. */
  soFar(): SoFar {
    return this.view.plies.at(-1)?.after ?? this.view.start;
  }

  isOpen(): boolean {
    const { position, settings, thought, paused } = this.view;
    if (!position || position.over) return false;
    return !(thought?.running && thought.why === "move") && (paused || !settings.plays.includes(position.to_move));
  }

  /** Plays a person's move. */
  async play(move: LegalMove): Promise<void> {
    const task = this.begin();
    await this.guarded(task, async () => {
      const { state, moves, draws } = this.soFar();
      const most = Number(this.view.index?.caps.max_moves ?? 2000);
      const after: SoFar =
        moves.length < most ? { state, moves: [...moves, move.move], draws } : { state: move.state, moves: [], draws };
      await this.put(task, move, after, "you", null);
      this.set({ paused: false });
      await this.goOn(task);
    });
  }

  /** Plays a move, once the server has described the position after it. */
  private async put(
    task: AbortSignal,
    move: Pick<LegalMove, "move">,
    after: SoFar,
    by: Ply["by"],
    found: Score | null,
  ): Promise<void> {
    const { facts, position, plies, values } = this.view;
    const then = await this.patient(task, () => describe(facts!.id, asked(after), task));
    const legal = position!.legal_moves.find((legal) => legal.move === move.move);
    const side = position!.to_move;
    const label = legal?.label ?? move.move;
    const value = found?.value ?? values?.get(move.move)?.value ?? position!.evaluation;
    const ply: Ply = {
      move: move.move,
      label,
      side,
      cells: legal?.cells ?? [],
      by,
      after,
      toMove: then.to_move,
      value: this.firsts(value, side, facts!.players),
    };
    const turn = then.over ? ended(then.outcome) : `${name(then.to_move)} to move.`;
    // What was found about an earlier position says nothing about this one.
    const stays = by === "plyd" || (!then.over && this.view.settings.plays.includes(then.to_move));
    this.set({
      position: then,
      plies: [...plies, ply],
      values: null,
      thought: stays ? this.view.thought : null,
      said: `${name(side)} played ${label}. ${turn}`,
    });
    this.remember();
  }

  /** Continues without a person: plyd's moves, and the values if they are shown. */
  private async goOn(task: AbortSignal): Promise<void> {
    for (;;) {
      const { position, settings, paused, showValues, plies } = this.view;
      if (!position || position.over) return;
      if (paused || !settings.plays.includes(position.to_move)) {
        if (showValues) await this.value(task);
        return;
      }
      if (plies.at(-1)?.by === "plyd") await sleep(BREATH_MS, task);
      await this.think(task);
    }
  }

  /** plyd moves for the side to move. */
  async advise(): Promise<void> {
    const task = this.begin();
    await this.guarded(task, async () => {
      await this.think(task);
      this.set({ paused: false });
      await this.goOn(task);
    });
  }

  private async think(task: AbortSignal): Promise<void> {
    const { facts, settings } = this.view;
    const body = forMove(this.soFar(), settings, facts!);
    const answer = await this.search(task, "move", body);
    if (answer.move === null) return;
    const { draws } = this.soFar();
    const after: SoFar = { ...(answer.next ?? { state: answer.after!.state, moves: [] }), draws };
    await this.put(task, { move: answer.move }, after, "plyd", answer.score);
  }

  private async value(task: AbortSignal): Promise<void> {
    const { facts, index } = this.view;
    const most = Number(index?.caps.max_time_ms ?? 4000);
    await this.search(task, "values", forValues(this.soFar(), facts!, most));
  }

  private async search(task: AbortSignal, why: Thought["why"], body: Record<string, unknown>): Promise<SearchAnswer> {
    const facts = this.view.facts!;
    const since = performance.now();
    let thought: Thought = { why, running: true, progress: null, done: done(body, facts, 0, null, 0), since };
    this.set({ thought, exchange: { path: `/v1/games/${facts.id}/search`, body, answer: null } });
    const learn = (progress: Progress, running: boolean) => {
      const share = running ? done(body, facts, progress.depth, progress.stats, performance.now() - since) : 1;
      thought = { ...thought, progress, running, done: share };
      this.set({ thought });
      if (why === "values") this.set({ values: new Map(progress.lines.map(({ move, score }) => [move, score])) });
    };
    const answer = await this.patient(task, () => search(facts.id, body, (progress) => learn(progress, true), task));
    learn(answer, false);
    this.set({ exchange: { path: `/v1/games/${facts.id}/search`, body, answer } });
    if (why === "values" && answer.move !== null) {
      const best = this.view.position!.legal_moves.find(({ move }) => move === answer.move);
      const worth = spoken(answer.score, name(answer.to_move));
      this.set({ said: `Values found. Best: ${best?.label ?? answer.move}, ${worth}.` });
    }
    return answer;
  }

  /** Stops the search, or the wait for one. plyd then plays the best move found so far, if any. */
  async stop(): Promise<void> {
    const { thought, settings } = this.view;
    const turn = thought?.why === "move" && thought.running;
    const best = turn ? thought.progress?.lines[0] : undefined;
    const task = this.begin();
    if (turn) this.set({ paused: true });
    if (!best) return this.set({ said: "Stopped." });
    await this.guarded(task, async () => {
      const { state, moves, draws } = this.soFar();
      await this.put(task, { move: best.move }, { state, moves: [...moves, best.move], draws }, "plyd", best.score);
      // If plyd plays both sides, it stops playing altogether.
      if (settings.plays.length > 1) return;
      this.set({ paused: false });
      await this.goOn(task);
    });
  }

  async resume(): Promise<void> {
    const task = this.begin();
    this.set({ paused: false });
    await this.guarded(task, () => this.goOn(task));
  }

  /** Plays on through a draw that may be claimed. */
  async playOn(): Promise<void> {
    const task = this.begin();
    await this.guarded(task, async () => {
      const soFar: SoFar = { ...this.soFar(), draws: "automatic" };
      const position = await this.patient(task, () => describe(this.view.facts!.id, asked(soFar), task));
      const plies = this.view.plies.map((ply, i, all) => (i === all.length - 1 ? { ...ply, after: soFar } : ply));
      const start = plies.length > 0 ? this.view.start : soFar;
      this.set({ position, plies, start, values: null, said: `${name(position.to_move)} to move.` });
      await this.goOn(task);
    });
  }

  /** Takes back moves until a person is to move. */
  async undo(): Promise<void> {
    const { plies, settings, facts } = this.view;
    if (plies.length === 0) return;
    const toMove = (at: number) => (at > 0 ? plies[at - 1].toMove : plies[0].side);
    let left = plies.length - 1;
    while (left > 0 && settings.plays.includes(toMove(left)) && settings.plays.length < facts!.players.length) left--;
    const task = this.begin();
    await this.guarded(task, async () => {
      const soFar = left > 0 ? plies[left - 1].after : this.view.start;
      const position = await this.patient(task, () => describe(facts!.id, asked(soFar), task));
      // If plyd has the first move, it waits, or it would play it again at once.
      const paused = settings.plays.includes(position.to_move);
      this.set({
        plies: plies.slice(0, left),
        position,
        values: null,
        thought: null,
        paused,
        said: `Taken back. ${name(position.to_move)} to move.`,
      });
      this.remember();
      if (!paused) await this.goOn(task);
    });
  }

  async change(settings: Partial<Settings>): Promise<void> {
    this.set({ settings: { ...this.view.settings, ...settings } });
    this.remember();
    if (settings.plays) await this.resume();
  }

  flip(): void {
    this.set({ flip: !this.view.flip });
  }

  async showValues(showValues: boolean): Promise<void> {
    const thinking = this.view.thought?.running && this.view.thought.why === "move";
    this.set({ showValues, values: showValues ? this.view.values : null });
    // A game that is still being opened asks for them itself.
    if (thinking || !this.view.position) return;
    const task = this.begin();
    if (showValues) await this.guarded(task, () => this.goOn(task));
  }

  /** The link to the current position. */
  link(): string {
    const { facts, settings, start } = this.view;
    if (!facts) return "#play";
    const { state, moves, draws } = this.soFar();
    const limits =
      settings.by === "level"
        ? { level: String(settings.level) }
        : { depth: settings.depth, nodes: settings.nodes, time: settings.time, algorithm: settings.algorithm };
    const text = link.text(state ?? start.state);
    return link.write("play", facts.id, {
      state: text,
      moves: moves.join(","),
      draws,
      plyd: settings.plays.join(",") || "none",
      ...limits,
    });
  }

  private remember(): void {
    if (link.read(location.hash).tab === "play") history.replaceState(null, "", this.link());
  }

  private begin(): AbortSignal {
    this.task.abort(new Error("something else began"));
    this.task = new AbortController();
    const { thought } = this.view;
    this.set({ waiting: null, thought: thought?.running ? { ...thought, running: false } : thought });
    return this.task.signal;
  }

  private patient<T>(task: AbortSignal, attempt: () => Promise<T>): Promise<T> {
    return persist(
      attempt,
      (waiting) => !task.aborted && this.set({ waiting, ...(waiting ? { said: waiting.words } : {}) }),
      task,
    );
  }

  /** Runs a task. If it fails, shows the error and changes nothing else. */
  private async guarded(task: AbortSignal, work: () => Promise<void>): Promise<void> {
    this.set({ trouble: null });
    try {
      await work();
    } catch (error) {
      if (task.aborted) return;
      const { thought } = this.view;
      const trouble = excuse(error);
      this.set({ trouble, said: trouble, waiting: null, thought: thought && { ...thought, running: false } });
    }
  }
}
