// What plyd is asked to search, and what is learnt from it.

import { ask, game, search } from "../ask";
import { dashed } from "../board/naming";
import type { Hint, Progress, SearchAnswer, SoFar } from "../wire";
import { name, spoken } from "../words";
import { clocks } from "./clock";
import { here, told } from "./view";
import { asked, done, forBest, forMove, forValues } from "./settings";
import { Tasks } from "./tasks";
import type { Thought } from "./view";

/** The last stage of a hint. */
export const LAST_STAGE = 3;

/** How long a hint may wait for a free worker, in milliseconds. */
const HINT_WAIT_MS = 5_000;

/** As many lines are shown. */
export const LINES = 3;

export class Searching extends Tasks {
  /** The shown position, as a request gives it. */
  soFar(): SoFar {
    const { plies, at, start } = this.view;
    return at > 0 ? plies[at - 1].after : start;
  }

  /** plyd's move for the side to move; none in a finished game. */
  protected async choose(task: AbortSignal): Promise<SearchAnswer> {
    return this.search(task, "move", this.question());
  }

  /** What plyd is asked for the move of the side to move. */
  question(): Record<string, unknown> {
    const { facts, settings, position } = this.view;
    const clock = clocks(this.view, performance.now());
    return forMove(this.soFar(), settings, facts!, clock, position!.to_move);
  }

  /** Tells more about the best move: first where to look, then the move, then why. */
  async hint(): Promise<void> {
    const facts = this.view.facts!;
    const of = here(this.view);
    const stage = Math.min(LAST_STAGE, (told(this.view)?.stage ?? 0) + 1);
    const body = { ...asked(this.soFar()), wait_ms: HINT_WAIT_MS, stage };
    const path = game(facts.id, "hint");
    const task = this.begin();
    this.set({ exchange: { path, body, answer: null } });
    await this.guarded(task, async () => {
      const hint = await this.patient(task, () => ask<Hint>(path, body, task));
      const text = dashed(hint.text);
      this.set({ hint: { ...hint, text, of }, exchange: { path, body, answer: hint }, said: text });
    });
  }

  /** The value of every move, or the best move alone, as far as they are asked for. */
  protected async help(task: AbortSignal): Promise<void> {
    const { facts, index, showValues, showBest, showBar } = this.view;
    const most = Number(index?.caps.max_time_ms ?? 4000);
    if (showValues) await this.search(task, "values", forValues(this.soFar(), facts!, most));
    else if (showBest || showBar) await this.search(task, "best", forBest(this.soFar(), most, LINES));
  }

  private async search(task: AbortSignal, why: Thought["why"], body: Record<string, unknown>): Promise<SearchAnswer> {
    const facts = this.view.facts!;
    const since = performance.now();
    const path = game(facts.id, "search");
    const position = this.view.position!;
    let thought: Thought = {
      why,
      running: true,
      progress: null,
      mover: position.to_move,
      lines: [],
      done: done(body, facts, 0, null, 0),
      since,
    };
    this.set({ thought, exchange: { path, body, answer: null } });
    const learn = (progress: Progress, running: boolean) => {
      const share = running ? done(body, facts, progress.depth, progress.stats, performance.now() - since) : 1;
      const lines = progress.lines.slice(0, LINES).map(({ pv, pv_labels }) => (pv_labels ?? pv).map(dashed));
      thought = { ...thought, progress, running, lines, done: share };
      this.set({ thought });
      if (why === "values") this.set({ values: new Map(progress.lines.map(({ move, score }) => [move, score])) });
      if (why !== "move") this.set({ best: progress.lines.slice(0, LINES) });
    };
    const answer = await this.patient(task, () => search(facts.id, body, (progress) => learn(progress, true), task));
    learn(answer, false);
    this.set({ exchange: { path, body, answer } });
    if (why !== "move" && answer.move !== null) {
      const worth = spoken(answer.score, name(answer.to_move, facts), facts);
      const best = dashed(answer.label ?? answer.move);
      this.set({ said: `${why === "values" ? "Values found. " : ""}Best: ${best}, ${worth}.` });
    }
    return answer;
  }
}
