// The state of the first tab: the game, the search and errors. The server keeps none of it.

import { position as describe, sleep } from "../ask";
import { foreseen, sketched } from "../board/encode";
import { labelled, wayOf } from "../board/naming";
import type { LegalMove, Position, Score, SearchAnswer, SoFar } from "../wire";
import { ended, expected, expectedOf, forFirstShare, name } from "../words";
import {
  changed,
  grown,
  line as lineOf,
  nodeAt,
  path,
  type Ply,
  promoted,
  type Remarks,
  straight,
  without,
} from "./gameTree";
import { clockAfter } from "./clock";
import { Manners } from "./manners";
import { today } from "./records";
import { asked, type Settings } from "./settings";
import { click } from "./sound";
import { counted } from "./tally";
import { finished, flipped, isOver } from "./view";

export class GameStore extends Manners {
  isOpen(): boolean {
    const { position, pending, settings, thought, paused } = this.view;
    if (!position || isOver(this.view) || pending) return false;
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
      const then = sketched(this.view.position!, move, this.view.facts!);
      // plyd's answer to it tells the rest, so that a move and its answer are one request.
      const answered = then && this.view.settings.plays.includes(then.to_move);
      await this.put(task, move, after, "you", null, answered ? then : null);
      // A move answers an offer of plyd; the person's own goes with it.
      this.set({ paused: false, ...(this.view.offer === "you" ? {} : { offer: null, remark: null }) });
      await this.goOn(task);
    });
  }

  /**
   * Plays a move, and adds it to the tree. If the position after it is not known, shows the move until the server has
   * described it.
   */
  private async put(
    task: AbortSignal,
    move: Pick<LegalMove, "move"> & Partial<LegalMove>,
    after: SoFar,
    by: Ply["by"],
    found: Score | null,
    known: Position | null,
  ): Promise<void> {
    const { facts, position, tree, line, at, values, tags } = this.view;
    const legal =
      position!.legal_moves.find((legal) => legal.move === move.move) ?? (move.cells && (move as LegalMove));
    const side = position!.to_move;
    const label = legal ? labelled(legal, position!, facts!) : move.move;
    const cells = legal ? wayOf(legal, position!, facts!) : [];
    const clock = clockAfter(this.view, side, performance.now());
    if (legal && !known) this.set({ pending: { side, label, cells, board: foreseen(position!, legal, facts!) } });
    click();
    const then = known ?? (await this.patient(task, () => describe(facts!.id, asked(after), task)));
    const score = found ?? values?.get(move.move);
    const share = score
      ? forFirstShare(expected(score, facts!), side, facts!)
      : position!.evaluation === null
        ? null
        : expectedOf(position!.evaluation, side, facts!);
    const ply: Ply = { move: move.move, label, side, cells, by, after, then, expected: share, clock };
    const stays = by === "plyd" || (!then.over && this.view.settings.plays.includes(then.to_move));
    const next = grown(tree, nodeAt(line, at), ply);
    const now = { position: then, tree: next.tree, ...this.lined(next.tree, next.id), at: at + 1 };
    const turn = then.over
      ? ended(then, facts!, counted({ ...this.view, ...now }))
      : `${name(then.to_move, facts!)} to move.`;
    this.set({
      ...now,
      pending: null,
      values: null,
      best: [],
      thought: stays ? this.view.thought : null,
      said: `${name(side, facts!)} played ${label}. ${turn}`,
      tags: at === 0 && Object.keys(tags).length === 0 ? { Date: today() } : tags,
    });
    this.remember();
  }

  /** The line through a node, and its plies. */
  private lined(tree = this.view.tree, id: number) {
    const line = lineOf(tree, id, this.view.line);
    return { line, plies: line.map((node) => tree[node].ply!) };
  }

  /** Continues without a person: plyd's moves, and the values if they are shown. */
  protected async goOn(task: AbortSignal): Promise<void> {
    for (;;) {
      const { position, settings, paused, plies, at } = this.view;
      if (!position || isOver(this.view)) return;
      if (position.sketch && (paused || !settings.plays.includes(position.to_move))) {
        await this.complete(task);
        continue;
      }
      if (paused || !settings.plays.includes(position.to_move)) return this.help(task);
      if (plies[at - 1]?.by === "plyd") await sleep(settings.pace, task);
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
    // The game is over, or another side is to move than a sketch told.
    if (answer.move === null || answer.to_move !== this.view.position!.to_move) return this.complete(task);
    const { advice } = answer;
    if (advice && (await this.heed(task, advice))) return;
    const { draws } = this.soFar();
    const after: SoFar = { ...(answer.next ?? { state: answer.after!.state, moves: [] }), draws };
    await this.put(task, chosen(answer), after, "plyd", answer.score, described(answer));
    if (advice?.offer_draw && this.view.settings.draws && !this.view.position!.over)
      this.set({ offer: "plyd", remark: null, said: `${this.view.said} plyd offers a draw.` });
  }

  /** Asks for what is not known of the shown position. */
  private async complete(task: AbortSignal): Promise<void> {
    const { facts, tree, line, at, said } = this.view;
    if (!this.view.position?.sketch) return;
    const then = await this.patient(task, () => describe(facts!.id, asked(this.soFar()), task));
    const next = changed(tree, nodeAt(line, at), { then });
    this.set({ position: then, tree: next, plies: line.map((node) => next[node].ply!) });
    if (!then.over) return;
    this.set({ said: `${said} ${ended(then, facts!, counted(this.view))}`, thought: null });
    this.remember();
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
      await this.complete(task);
      const { state, moves, draws } = this.soFar();
      const after: SoFar = { state, moves: [...moves, best.move], draws };
      await this.put(task, { move: best.move }, after, "plyd", best.score, null);
      // If plyd plays both sides, it stops playing altogether.
      if (settings.plays.length > 1) return;
      this.set({ paused: false });
      await this.goOn(task);
    });
  }

  /** plyd waits, in the middle of a search too. */
  pause(): void {
    this.begin();
    this.set({ paused: true, thought: null, said: "plyd waits." });
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
      const { at, facts, line } = this.view;
      const id = line[at - 1];
      const tree = id === undefined ? this.view.tree : changed(this.view.tree, id, { after: soFar, then: position });
      const start = id === undefined ? soFar : this.view.start;
      const plies = line.map((node) => tree[node].ply!);
      const said = `${name(position.to_move, facts!)} to move.`;
      this.set({ position, tree, plies, start, values: null, best: [], said });
      this.remember();
      await this.goOn(task);
    });
  }

  /** Goes back until a person is to move. What is taken back stays as the rest of the line. */
  async undo(): Promise<void> {
    const { plies, at, origin, settings, facts } = this.view;
    if (at === 0) return;
    const left = (to: number): Position => (to > 0 ? plies[to - 1].then : origin!);
    let to = at - 1;
    const shared = settings.plays.length < facts!.players.length;
    while (to > 0 && shared && settings.plays.includes(left(to).to_move)) to--;
    // If plyd has the first move, it waits, or it would play it again at once.
    const { to_move: side } = left(to);
    await this.show(to, settings.plays.includes(side), `Taken back. ${name(side, facts!)} to move.`);
  }

  /** Shows the position after so many moves; play goes on from there. plyd waits where it would move. */
  async goTo(ply: number): Promise<void> {
    const { plies, at, origin, settings, position, facts } = this.view;
    const to = Math.max(0, Math.min(plies.length, ply));
    if (to === at || !position) return;
    const then = to > 0 ? plies[to - 1].then : origin!;
    const { to_move: side, over } = then;
    const last = to > 0 ? `${name(plies[to - 1].side, facts!)} played ${plies[to - 1].label}. ` : "The start. ";
    const shown = { ...this.view, at: to, position: then };
    const end = finished(shown) ?? (over ? ended(then, facts!, counted(shown)) : null);
    const said = `${last}${end ?? `${name(side, facts!)} to move.`}`;
    await this.show(to, to < plies.length && settings.plays.includes(side), said);
  }

  /** Shows a node of the tree, and from now on the line that leads through it. */
  async goToNode(id: number): Promise<void> {
    const { tree, line } = this.view;
    const to = path(tree, id).length;
    if (line[to - 1] !== id) this.set({ ...this.lined(tree, id), at: -1 });
    await this.goTo(to);
  }

  /** Makes the line through a node the main one. */
  promote(id: number): void {
    const tree = promoted(this.view.tree, id);
    this.set({ tree, ...this.lined(tree, id), said: "This is the main line now." });
    this.remember();
  }

  /** Changes what is said about a move. */
  annotate(id: number, part: Pick<Remarks, "comment" | "nags">): void {
    const tree = changed(this.view.tree, id, part);
    this.set({ tree, plies: this.view.line.map((node) => tree[node].ply!) });
    this.remember();
  }

  /** Takes a variation away. */
  async remove(id: number): Promise<void> {
    const { parent } = this.view.tree[id];
    const to = path(this.view.tree, parent).length;
    const tree = without(this.view.tree, id);
    const inside = this.view.line.includes(id);
    const at = inside && this.view.at > to ? -1 : this.view.at;
    this.set({ tree, ...(inside ? this.lined(tree, parent) : {}), at, said: "The variation is gone." });
    if (at < 0) await this.goTo(to);
    else this.remember();
  }

  /** Adds the first moves of a line that plyd found, and shows the position after them. */
  async explore(moves: string[]): Promise<void> {
    const { facts, line, at } = this.view;
    const start = this.soFar();
    const task = this.begin();
    await this.guarded(task, async () => {
      const found = await this.replay(task, facts!.id, Promise.resolve(facts!), start, straight(moves));
      if (!found) return;
      let [tree, id] = [this.view.tree, nodeAt(line, at)];
      for (const { ply } of found.tree.slice(1)) ({ tree, id } = grown(tree, id, ply!));
      this.set({ tree, ...this.lined(tree, id) });
      const { side, label, then } = tree[id].ply!;
      const waits = this.view.settings.plays.includes(then.to_move);
      await this.show(path(tree, id).length, waits, `${name(side, facts!)} played ${label}.`);
    });
  }

  private async show(at: number, paused: boolean, said: string): Promise<void> {
    const task = this.begin();
    const { plies, origin } = this.view;
    const position = at > 0 ? plies[at - 1].then : origin;
    this.set({ at, position, paused, said, values: null, best: [], thought: null, offer: null, remark: null });
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
    this.remember();
  }

  async showValues(showValues: boolean): Promise<void> {
    this.set({ showValues, values: showValues ? this.view.values : null });
    await this.helpAnew();
  }

  async showBest(showBest: boolean): Promise<void> {
    this.set({ showBest });
    await this.helpAnew();
  }

  async showBar(showBar: boolean): Promise<void> {
    this.set({ showBar });
    await this.helpAnew();
  }

  private async helpAnew(): Promise<void> {
    const { thought, position, showValues, showBest, showBar } = this.view;
    // A game that is still being opened asks for help itself.
    if ((thought?.running && thought.why === "move") || !position) return;
    const task = this.begin();
    const wanted = showValues || showBest || showBar;
    if (!wanted) this.set({ best: [], thought: null });
    else await this.guarded(task, () => this.goOn(task));
  }
}

/** The move of an answer. */
const chosen = ({ move, label, cells, after }: SearchAnswer): LegalMove => ({
  move: move!,
  label: label === move ? null : label,
  cells,
  state: after!.state,
});

/** The position after the move of an answer; null if the search's time left none to describe it. */
const described = ({ after }: SearchAnswer): Position | null => (after && "legal_moves" in after ? after : null);
