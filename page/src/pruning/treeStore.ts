// The state of the second tab: the tree, its search, and the current step.

import { ask, game as at, persist, Problem, sentence, type Waiting } from "../ask";
import * as link from "../link";
import { Store } from "../store";
import type { GameFacts, GameSummary, State, Stats, TreeAnswer } from "../wire";
import { label } from "./labels";
import { height, parse, TEXTBOOK, write, type Branch } from "./explicit";
import { distances, drawnTree, plain, steps, type Step, type DrawnNode, type Write } from "./walk";

export const ALGORITHMS = ["minimax", "textbook", "alpha-beta"] as const;
export type Algorithm = (typeof ALGORITHMS)[number];

export interface View {
  games: GameSummary[];
  facts: GameFacts | null;
  state: State;
  /** The edited tree, in the game of explicit trees. */
  branch: Branch | null;
  depth: number;
  algorithm: Algorithm;
  answer: TreeAnswer | null;
  exchange: { path: string; body: Record<string, unknown>; answer: object | null } | null;
  counts: Partial<Record<Algorithm, Stats | null>>;
  drawn: DrawnNode | null;
  steps: Step[];
  step: number;
  playing: boolean;
  selected: string | null;
  write: Write;
  waiting: Waiting | null;
  trouble: string | null;
}

/** The game of explicit trees. */
export const TREE = "tree";
/** The largest depth of a request. */
const MAX_DEPTH = 12;

export class TreeStore extends Store<View> {
  private task = new AbortController();

  constructor() {
    super({
      games: [],
      facts: null,
      state: TEXTBOOK,
      branch: parse(TEXTBOOK),
      depth: 2,
      algorithm: "textbook",
      answer: null,
      exchange: null,
      counts: {},
      drawn: null,
      steps: [],
      step: 0,
      playing: false,
      selected: null,
      write: plain,
      waiting: null,
      trouble: null,
    });
  }

  async follow({ game, options }: link.Link): Promise<void> {
    const algorithm = ALGORITHMS.find((name) => name === options.get("algorithm")) ?? this.view.algorithm;
    const depth = Number(options.get("depth")) || this.view.depth;
    const state = link.state(options.get("state"));
    const step = Number(options.get("step"));
    if (game === null && this.view.facts) return;
    await this.open(game, state, { algorithm, depth }, options.has("step") ? step : null);
  }

  /** Opens a position of a game, or an explicit tree. After an error nothing changes. */
  async open(
    named: string | null,
    state: State,
    change: Partial<Pick<View, "algorithm" | "depth">> = {},
    step: number | null = null,
  ): Promise<void> {
    const task = this.begin();
    try {
      if (this.view.games.length === 0) {
        const { games } = await this.patient(task, () => ask<{ games: GameSummary[] }>("/v1/games", undefined, task));
        this.set({ games });
      }
      const { games } = this.view;
      const id = named ?? (games.find(({ id }) => id === TREE) ?? games[0]).id;
      const known = this.view.facts?.id === id ? this.view.facts : null;
      const facts =
        known ??
        (await this.patient(task, () => ask<GameFacts>(`/v1/games/${encodeURIComponent(id)}`, undefined, task)));
      await this.look(task, facts, state ?? (id === TREE ? TEXTBOOK : facts.start), { ...this.view, ...change }, step);
    } catch (error) {
      if (!task.aborted) this.set({ trouble: excuse(error), waiting: null });
    }
  }

  private async look(
    task: AbortSignal,
    facts: GameFacts,
    state: State,
    { algorithm, depth }: Pick<View, "algorithm" | "depth">,
    step: number | null,
  ): Promise<void> {
    const branch = facts.id === TREE ? parse(state) : null;
    const plies = Math.min(MAX_DEPTH, branch ? Math.max(1, height(branch)) : depth);
    const question = (algorithm: Algorithm) => ({ ...(state === undefined ? {} : { state }), depth: plies, algorithm });
    const path = at(facts.id, "tree");
    const body = question(algorithm);
    const answer = await this.patient(task, () => ask<TreeAnswer>(path, body, task));
    const root = await this.patient(task, () => label(facts.id, answer.root, task));
    const drawn = drawnTree(root, branch);
    const value = facts.score.kind === "distance" ? distances : plain;
    const list = steps(drawn, answer.max_side, value, algorithm !== "minimax");
    this.set({
      facts,
      state,
      branch,
      depth: facts.id === TREE ? this.view.depth : plies,
      algorithm,
      answer,
      drawn,
      steps: list,
      write: value,
      exchange: { path, body, answer },
      step: Math.max(0, Math.min(list.length, step ?? list.length)),
      playing: false,
      trouble: null,
      counts: { [algorithm]: answer.stats },
    });
    this.remember();
    await Promise.all(
      ALGORITHMS.filter((other) => other !== algorithm).map(async (other) => {
        // One algorithm may be refused, such as minimax of a wide tree. The others keep their counts.
        const stats = await this.patient(task, () => ask<TreeAnswer>(path, question(other), task)).then(
          (answer) => answer.stats,
          (error) => {
            if (task.aborted || !(error instanceof Problem)) throw error;
            return null;
          },
        );
        this.set({ counts: { ...this.view.counts, [other]: stats } });
      }),
    );
  }

  /** Opens an edited explicit tree. */
  async edit(branch: Branch, selected: string | null): Promise<void> {
    this.set({ selected });
    await this.open(TREE, write(branch));
  }

  select(selected: string | null): void {
    this.set({ selected });
  }

  go(step: number, playing = false): void {
    const bounded = Math.max(0, Math.min(this.view.steps.length, step));
    this.set({ step: bounded, playing: playing && bounded < this.view.steps.length });
    if (!playing) this.remember();
  }

  play(): void {
    const { step, steps } = this.view;
    this.go(step >= steps.length ? 0 : step, true);
  }

  link(): string {
    const { facts, state, depth, algorithm, step, steps } = this.view;
    if (!facts) return "#pruning";
    return link.write("pruning", facts.id, {
      state: link.text(state),
      depth: facts.id === TREE ? undefined : String(depth),
      algorithm,
      step: step < steps.length ? String(step) : undefined,
    });
  }

  private remember(): void {
    if (link.read(location.hash).tab === "pruning") history.replaceState(null, "", this.link());
  }

  private begin(): AbortSignal {
    this.task.abort(new Error("something else began"));
    this.task = new AbortController();
    this.set({ waiting: null, trouble: null });
    return this.task.signal;
  }

  private patient<T>(task: AbortSignal, attempt: () => Promise<T>): Promise<T> {
    return persist(attempt, (waiting) => !task.aborted && this.set({ waiting }), task);
  }
}

function excuse(error: unknown): string {
  if (!(error instanceof Problem)) return sentence(error);
  if (error.code === "unknown_game") return `This server has no such game: ${sentence(error)}`;
  if (error.path === "state") return `That is no position of this game: ${error.message}.`;
  if (error.code === "limit_exceeded") return `${sentence(error)} Look less deep.`;
  return sentence(error);
}
