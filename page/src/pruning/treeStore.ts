// The state of the second tab: the tree, its search, and the current step.

import { ask, game as at, persist, Problem, sentence, type Waiting } from "../ask";
import * as link from "../link";
import type { Asked } from "../play/Exchanged";
import { Store } from "../store";
import type { GameFacts, GameSummary, State, Stats, TreeAnswer, TreeNode } from "../wire";
import { height, parse, TEXTBOOK, write, type Branch } from "./explicit";
import { interior, plainly, Positions } from "./positions";
import { asks, judge } from "./predict";
import { seen, shaped, type Shape } from "./shape";
import { all, drawnTree, plain, steps, writing, type Step, type DrawnNode, type Values, type Write } from "./walk";

export const ALGORITHMS = ["minimax", "textbook", "alpha-beta"] as const;
export type Algorithm = (typeof ALGORITHMS)[number];

/** The orders of moves; the empty one is the algorithm's own. */
export const ORDERS = ["", "given", "reversed", "best", "worst"] as const;
export type Order = (typeof ORDERS)[number];

/** What a tree is asked with, besides its position. */
type Settings = Pick<View, "algorithm" | "depth" | "order">;

export interface View {
  games: GameSummary[];
  facts: GameFacts | null;
  state: State;
  /** The edited tree, in the game of explicit trees. */
  branch: Branch | null;
  depth: number;
  algorithm: Algorithm;
  order: Order;
  answer: TreeAnswer | null;
  exchange: Asked | null;
  counts: Partial<Record<Algorithm, Stats | null>>;
  /** The whole tree, and what of it is drawn. */
  whole: DrawnNode | null;
  drawn: DrawnNode | null;
  shape: Shape;
  /** Whether nodes show their boards. */
  boards: boolean;
  /** A drawing, or a list for narrow screens. */
  list: boolean | null;
  /** The steps of what is drawn. */
  steps: Step[];
  step: number;
  playing: boolean;
  selected: string | null;
  values: Values;
  write: Write;
  /** Whether the student predicts cuts; what it said last, and how often it was right. */
  predict: boolean;
  verdict: { right: boolean; words: string } | null;
  score: [right: number, of: number];
  waiting: Waiting | null;
  trouble: string | null;
}

/** The game of explicit trees. */
export const TREE = "tree";
/** The largest depth of a request. */
const MAX_DEPTH = 12;

export class TreeStore extends Store<View> {
  private task = new AbortController();
  readonly positions = new Positions();
  /** Every step, drawn or not. */
  private all: Step[] = [];

  constructor() {
    super({
      games: [],
      facts: null,
      state: TEXTBOOK,
      branch: parse(TEXTBOOK),
      depth: 2,
      algorithm: "textbook",
      order: "",
      answer: null,
      exchange: null,
      counts: {},
      whole: null,
      drawn: null,
      shape: { toggled: new Set(), fold: true },
      boards: false,
      list: null,
      steps: [],
      step: 0,
      playing: false,
      selected: null,
      values: "distances",
      write: plain,
      predict: false,
      verdict: null,
      score: [0, 0],
      waiting: null,
      trouble: null,
    });
  }

  async follow({ game, options }: link.Link): Promise<void> {
    const algorithm = ALGORITHMS.find((name) => name === options.get("algorithm")) ?? this.view.algorithm;
    const order = ORDERS.find((name) => name === (options.get("order") ?? "")) ?? "";
    const depth = Number(options.get("depth")) || this.view.depth;
    const state = link.state(options.get("state"));
    const step = Math.floor(Number(options.get("step"))) || 0;
    if (game === null && this.view.facts) return;
    this.set({ predict: options.get("predict") === "on" });
    // The tree to begin with is not shown where another game was linked.
    if (game !== null && game !== TREE && !this.view.facts) this.set({ branch: null });
    await this.open(game, state, { algorithm, depth, order }, options.has("step") ? step : null);
  }

  /** Opens a position of a game, or an explicit tree. After an error nothing changes. */
  async open(
    named: string | null,
    state: State,
    change: Partial<Settings> = {},
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
    { algorithm, depth, order }: Settings,
    step: number | null,
  ): Promise<void> {
    const branch = facts.id === TREE ? parse(state) : null;
    const plies = Math.min(MAX_DEPTH, branch ? Math.max(1, height(branch)) : depth);
    const question = (algorithm: Algorithm) => ({
      ...(state === undefined ? {} : { state }),
      depth: plies,
      algorithm,
      ...(order ? { order } : {}),
    });
    const path = at(facts.id, "tree");
    const body = question(algorithm);
    const answer = await this.patient(task, () => ask<TreeAnswer>(path, body, task));
    const named = branch || (await this.patient(task, () => this.positions.fetch(facts, interior(answer.root), task)));
    const label = (node: TreeNode, move: string) =>
      this.positions.get(node.state)?.legal_moves.find((legal) => legal.move === move)?.label ?? move;
    const whole = drawnTree(named ? answer.root : plainly(answer.root), branch, named && !branch ? label : undefined);
    this.set({
      facts,
      state,
      branch,
      depth: facts.id === TREE ? this.view.depth : plies,
      algorithm,
      order,
      answer,
      whole,
      exchange: { path, body, answer },
      shape: { ...this.view.shape, toggled: new Set() },
      playing: false,
      trouble: null,
      verdict: null,
      score: [0, 0],
      counts: { [algorithm]: answer.stats },
    });
    this.draw(step ?? 0);
    this.remember();
    const others = ALGORITHMS.filter((other) => other !== algorithm);
    const items = others.map((other) => ({ op: "tree", game: facts.id, ...question(other), max_nodes: 1 }));
    const { results } = await this.patient(task, () =>
      ask<{ results: { status: number; body: TreeAnswer }[] }>("/v1/batch", { items }, task),
    );
    await Promise.all(
      others.map(async (other, i) => {
        // A large search has to list more of its nodes, and one algorithm may be refused, such as minimax of a wide tree.
        const { status, body } = results[i];
        const { stats } =
          status === 200
            ? body
            : await this.patient(task, () => ask<TreeAnswer>(path, question(other), task)).catch((error) => {
                if (task.aborted || !(error instanceof Problem)) throw error;
                return { stats: null };
              });
        this.set({ counts: { ...this.view.counts, [other]: stats } });
      }),
    );
  }

  /** Draws the tree as its shape and values are; the step stays where it is in the search, unless it is given. */
  private draw(step?: number): void {
    const { whole, facts, answer, shape, values, algorithm, steps: old, step: at } = this.view;
    const order = new Map(this.all.map((each, i) => [each, i]));
    const write = writing(facts!, values);
    const before = step === undefined && at > 0 ? (order.get(old[at - 1]) ?? -1) : -1;
    this.all = steps(whole!, answer!.max_side, write, algorithm !== "minimax");
    const drawn = shaped(whole!, shape, this.positions);
    const list = seen(this.all, drawn);
    const now = new Map(this.all.map((each, i) => [each, i]));
    const reached = step ?? list.filter((each) => now.get(each)! <= before).length;
    this.set({ drawn, write, steps: list, step: Math.max(0, Math.min(list.length, reached)) });
    if (this.view.boards) void this.fetchBoards();
  }

  /** Shows or hides the children of a node. */
  toggle(id: string): void {
    const toggled = new Set(this.view.shape.toggled);
    if (!toggled.delete(id)) toggled.add(id);
    this.set({ shape: { ...this.view.shape, toggled } });
    this.draw();
  }

  fold(fold: boolean): void {
    this.set({ shape: { ...this.view.shape, fold } });
    this.draw();
  }

  setValues(values: Values): void {
    this.set({ values });
    this.draw();
  }

  showBoards(boards: boolean): void {
    this.set({ boards });
    if (boards) void this.fetchBoards();
  }

  showList(list: boolean): void {
    this.set({ list });
  }

  /** Fetches the positions of what is drawn; a node without one shows no board. */
  private async fetchBoards(): Promise<void> {
    const { facts, drawn } = this.view;
    const states = all(drawn!).map((each) => this.stateOf(each));
    await this.positions
      .fetch(
        facts!,
        states.filter((state) => state !== undefined),
        this.task.signal,
      )
      .catch(() => false);
    this.set({ boards: this.view.boards });
  }

  /** The state of a node; that of a pruned one stands at its parent's moves. */
  stateOf({ id, node, move }: DrawnNode): State {
    if (node) return node.state;
    const parent = find(this.view.whole!, id.split("/").slice(0, -1).join("/"));
    const position = parent?.node && this.positions.get(parent.node.state);
    return position?.legal_moves.find((legal) => legal.move === move)?.state;
  }

  predict(predict: boolean): void {
    this.set({ predict, verdict: null, score: [0, 0], playing: false });
    this.remember();
  }

  /** Whether the student is to say whether the next branch is cut. */
  asks(): boolean {
    const { predict, steps, step } = this.view;
    return predict && asks(steps, step);
  }

  guess(cut: boolean): void {
    const { steps, step, score } = this.view;
    const verdict = judge(cut, steps[step]);
    this.go(step + 1);
    this.set({ verdict, score: [score[0] + Number(verdict.right), score[1] + 1] });
  }

  /** Opens an edited explicit tree; one whose search was seen to its end is shown at its end again. */
  async edit(branch: Branch, selected: string | null): Promise<void> {
    const { step, steps } = this.view;
    this.set({ selected });
    await this.open(TREE, write(branch), {}, steps.length > 0 && step >= steps.length ? Infinity : null);
  }

  select(selected: string | null): void {
    this.set({ selected });
  }

  go(step: number, playing = false): void {
    const bounded = Math.max(0, Math.min(this.view.steps.length, step));
    this.set({ step: bounded, verdict: null, playing: playing && bounded < this.view.steps.length });
    if (this.asks()) this.set({ playing: false });
    if (!playing) this.remember();
  }

  play(): void {
    const { step, steps } = this.view;
    this.go(step >= steps.length ? 0 : step, true);
  }

  link(): string {
    const { facts, state, depth, algorithm, order, step, predict } = this.view;
    if (!facts) return "#pruning";
    return link.write("pruning", facts.id, {
      state: link.text(state),
      depth: facts.id === TREE ? undefined : String(depth),
      algorithm,
      order: order || undefined,
      step: step > 0 ? String(step) : undefined,
      predict: predict ? "on" : undefined,
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

function find(drawn: DrawnNode, id: string): DrawnNode | undefined {
  return all(drawn).find((each) => each.id === id);
}
