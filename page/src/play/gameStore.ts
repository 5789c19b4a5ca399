// The state of the first tab: the game, the search and errors. The server keeps none of it.

import { position as describe, sleep } from "../ask";
import type { LegalMove, Position, Score, SoFar } from "../wire";
import { ended, forFirst, name } from "../words";
import { Opening } from "./opening";
import { asked, type Settings } from "./settings";
import { flipped, type Ply } from "./view";

/** The pause between two moves of plyd. */
const BREATH_MS = 500;

export class GameStore extends Opening {
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
    const { facts, position, plies, at, values } = this.view;
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
      then,
      value: value === null ? null : forFirst(value, side, facts!),
    };
    const turn = then.over ? ended(then.outcome) : `${name(then.to_move)} to move.`;
    // What was found about an earlier position says nothing about this one.
    this.dropReview();
    const stays = by === "plyd" || (!then.over && this.view.settings.plays.includes(then.to_move));
    this.set({
      position: then,
      plies: [...plies.slice(0, at), ply],
      at: at + 1,
      values: null,
      best: null,
      thought: stays ? this.view.thought : null,
      said: `${name(side)} played ${label}. ${turn}`,
    });
    this.remember();
  }

  /** Continues without a person: plyd's moves, and the values if they are shown. */
  protected async goOn(task: AbortSignal): Promise<void> {
    for (;;) {
      const { position, settings, paused, plies, at } = this.view;
      if (!position || position.over) return;
      if (paused || !settings.plays.includes(position.to_move)) return this.help(task);
      if (plies[at - 1]?.by === "plyd") await sleep(BREATH_MS, task);
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
    const answer = await this.choose(task);
    if (answer.move === null) return;
    const { draws } = this.soFar();
    const after: SoFar = { ...(answer.next ?? { state: answer.after!.state, moves: [] }), draws };
    await this.put(task, { move: answer.move }, after, "plyd", answer.score);
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

  async resume(plays = true): Promise<void> {
    const task = this.begin();
    this.set({ paused: !plays });
    await this.guarded(task, () => this.goOn(task));
  }

  /** Plays on through a draw that may be claimed. */
  async playOn(): Promise<void> {
    const task = this.begin();
    await this.guarded(task, async () => {
      const soFar: SoFar = { ...this.soFar(), draws: "automatic" };
      const position = await this.patient(task, () => describe(this.view.facts!.id, asked(soFar), task));
      const { at } = this.view;
      const plies = this.view.plies
        .slice(0, at)
        .map((ply, i) => (i === at - 1 ? { ...ply, after: soFar, then: position } : ply));
      const start = plies.length > 0 ? this.view.start : soFar;
      this.set({ position, plies, start, values: null, best: null, said: `${name(position.to_move)} to move.` });
      await this.goOn(task);
    });
  }

  /** Takes back moves until a person is to move. */
  async undo(): Promise<void> {
    const { plies, at, origin, settings, facts } = this.view;
    if (at === 0) return;
    const left = (to: number): Position => (to > 0 ? plies[to - 1].then : origin!);
    let to = at - 1;
    const shared = settings.plays.length < facts!.players.length;
    while (to > 0 && shared && settings.plays.includes(left(to).to_move)) to--;
    // If plyd has the first move, it waits, or it would play it again at once.
    const { to_move: side } = left(to);
    this.dropReview();
    this.set({ plies: plies.slice(0, to) });
    await this.show(to, settings.plays.includes(side), `Taken back. ${name(side)} to move.`);
  }

  /** Shows the position after so many moves; play goes on from there. plyd waits where it would move. */
  async goTo(ply: number): Promise<void> {
    const { plies, at, origin, settings, position } = this.view;
    const to = Math.max(0, Math.min(plies.length, ply));
    if (to === at || !position) return;
    const { to_move: side, over, outcome } = to > 0 ? plies[to - 1].then : origin!;
    const last = to > 0 ? `${name(plies[to - 1].side)} played ${plies[to - 1].label}. ` : "The start. ";
    const said = `${last}${over ? ended(outcome) : `${name(side)} to move.`}`;
    await this.show(to, to < plies.length && settings.plays.includes(side), said);
  }

  private async show(at: number, paused: boolean, said: string): Promise<void> {
    const task = this.begin();
    const { plies, origin } = this.view;
    const position = at > 0 ? plies[at - 1].then : origin;
    this.set({ at, position, paused, said, values: null, best: null, thought: null });
    this.remember();
    await this.guarded(task, () => this.goOn(task));
  }

  async change(settings: Partial<Settings>): Promise<void> {
    this.set({ settings: { ...this.view.settings, ...settings } });
    this.remember();
    if (settings.plays) await this.resume(this.view.at === this.view.plies.length);
  }

  flip(): void {
    this.set({ turned: !flipped(this.view) });
  }

  async showValues(showValues: boolean): Promise<void> {
    this.set({ showValues, values: showValues ? this.view.values : null });
    await this.helpAnew();
  }

  async showBest(showBest: boolean): Promise<void> {
    this.set({ showBest, best: showBest ? this.view.best : null });
    await this.helpAnew();
  }

  private async helpAnew(): Promise<void> {
    const { thought, position, showValues, showBest } = this.view;
    // A game that is still being opened asks for help itself.
    if ((thought?.running && thought.why === "move") || !position) return;
    const task = this.begin();
    if (showValues || showBest) await this.guarded(task, () => this.goOn(task));
  }
}
