// What plyd is asked to search, and what is learnt from it.

import { game, search } from "../ask";
import type { Progress, SearchAnswer, SoFar } from "../wire";
import { name, spoken } from "../words";
import { written } from "./notation";
import { done, forBest, forMove, forValues } from "./settings";
import { Tasks } from "./tasks";
import type { Thought } from "./view";

export class Searching extends Tasks {
  /** The shown position, as a request gives it. */
  soFar(): SoFar {
    const { plies, at, start } = this.view;
    return at > 0 ? plies[at - 1].after : start;
  }

  /** plyd's move for the side to move; none in a finished game. */
  protected async choose(task: AbortSignal): Promise<SearchAnswer> {
    const { facts, settings } = this.view;
    return this.search(task, "move", forMove(this.soFar(), settings, facts!));
  }

  /** The value of every move, or the best move alone, as far as they are asked for. */
  protected async help(task: AbortSignal): Promise<void> {
    const { facts, index, showValues, showBest } = this.view;
    const most = Number(index?.caps.max_time_ms ?? 4000);
    if (showValues) await this.search(task, "values", forValues(this.soFar(), facts!, most));
    else if (showBest) await this.search(task, "best", forBest(this.soFar(), most));
  }

  private async search(task: AbortSignal, why: Thought["why"], body: Record<string, unknown>): Promise<SearchAnswer> {
    const facts = this.view.facts!;
    const since = performance.now();
    const path = game(facts.id, "search");
    const of = this.soFar();
    const position = this.view.position!;
    let thought: Thought = {
      why,
      running: true,
      progress: null,
      mover: position.to_move,
      line: [],
      done: done(body, facts, 0, null, 0),
      since,
    };
    this.set({ thought, exchange: { path, body, answer: null } });
    const learn = (progress: Progress, running: boolean) => {
      const share = running ? done(body, facts, progress.depth, progress.stats, performance.now() - since) : 1;
      const [first] = progress.lines;
      const named = position.legal_moves.find(({ move }) => move === first?.move);
      // Until the line is written in the list's notation, its first move stands for it.
      const line = named?.label ? [named.label] : (first?.pv ?? []);
      thought = { ...thought, progress, running, line, done: share };
      this.set({ thought });
      if (why === "values") this.set({ values: new Map(progress.lines.map(({ move, score }) => [move, score])) });
      if (why !== "move" && first) this.set({ best: first });
    };
    const answer = await this.patient(task, () => search(facts.id, body, (progress) => learn(progress, true), task));
    learn(answer, false);
    this.set({ exchange: { path, body, answer } });
    if (position.legal_moves.some(({ label }) => label) && answer.lines[0]) {
      const line = await written(facts, of, answer.lines[0].pv, task);
      if (line && this.view.thought === thought) this.set({ thought: { ...thought, line } });
    }
    if (why !== "move" && answer.move !== null) {
      const best = position.legal_moves.find(({ move }) => move === answer.move);
      const worth = spoken(answer.score, name(answer.to_move));
      this.set({ said: `${why === "values" ? "Values found. " : ""}Best: ${best?.label ?? answer.move}, ${worth}.` });
    }
    return answer;
  }
}
