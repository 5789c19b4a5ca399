// The steps of a search over a tree, reconstructed from the tree that the server returns.

import type { GameFacts, TreeNode } from "../wire";
import { exactly, inHundredths } from "../words";
import type { Branch } from "./explicit";

/** A node of the drawing: visited or pruned. */
export interface DrawnNode {
  id: string;
  /** The move that leads to it. */
  move: string;
  label: string;
  /** The side to move. */
  side: string;
  depth: number;
  leaf: boolean;
  /** The search's node; null if it was pruned. */
  node: TreeNode | null;
  /** A leaf's value in an explicit tree. */
  value: number | null;
  children: DrawnNode[];
  /** Children that the listing left out. */
  omitted: number;
  /** How many moves are equal to this one by symmetry, itself included. */
  alike?: number;
  /** Whether it has children that are not drawn. */
  closed?: boolean;
}

/** The tree of the drawing: visited nodes, and pruned ones as far as they are known. */
export function drawnTree(node: TreeNode, branch: Branch | null, name: Name = unlabelled): DrawnNode {
  return fromNode(node, branch, name, "", 0);
}

/** The label of a pruned move of a node. */
export type Name = (node: TreeNode, move: string) => string;

const unlabelled: Name = (_, move) => move;

function fromNode(node: TreeNode, branch: Branch | null, name: Name, id: string, depth: number): DrawnNode {
  const walked = new Map(node.children.map((child) => [child.move!, child]));
  const below = (name: string) => (id ? `${id}/${name}` : name);
  const children =
    branch?.children && node.why === "interior"
      ? branch.children.map((child) => {
          const found = walked.get(child.name);
          return found
            ? fromNode(found, child, name, below(child.name), depth + 1)
            : unwalked(child, below(child.name), depth + 1);
        })
      : [
          ...node.children.map((child) => fromNode(child, null, name, below(child.move!), depth + 1)),
          ...node.pruned.map((move) => stub(move, name(node, move), below(move), depth + 1, node.side)),
        ];
  const known = branch && !branch.children ? branch.value! : null;
  return {
    id,
    move: node.move ?? "",
    label: node.label ?? node.move ?? "",
    side: node.side,
    depth,
    leaf: children.length === 0,
    node,
    value: known,
    children,
    omitted: node.omitted,
  };
}

function unwalked({ name, side, value, children }: Branch, id: string, depth: number): DrawnNode {
  const below = (children ?? []).map((child) => unwalked(child, `${id}/${child.name}`, depth + 1));
  return {
    id,
    move: name,
    label: name,
    side,
    depth,
    leaf: below.length === 0,
    node: null,
    value: children ? null : value!,
    children: below,
    omitted: 0,
  };
}

function stub(move: string, label: string, id: string, depth: number, parent: string): DrawnNode {
  return { id, move, label, side: parent, depth, leaf: true, node: null, value: null, children: [], omitted: 0 };
}

export type Window = [alpha: number | null, beta: number | null];

export interface Step {
  kind: "enter" | "leaf" | "back" | "cut" | "done";
  /** The node. */
  id: string;
  /** The child that gave the value. */
  from?: string;
  best?: number;
  window: Window;
  words: string;
}

/** How proven values are written: as distances (W3 is a win for Max in three plies), as 1 and −1, or as the search has them. */
export type Values = "distances" | "outcomes" | "plain";

export type Write = (value: number) => string;

export const plain: Write = (value) => (value < 0 ? `−${-value}` : String(value));

/** The plies to a proven end; null for an estimate. */
function proven(value: number): number | null {
  const plies = 1_000_000 - Math.abs(value);
  return plies > 400_000 ? null : plies;
}

/** Whether a value is a proven win or loss in a game of distances. */
export const proves = (value: number): boolean => proven(value) !== null;

/** How a game's values are written: in pawns where the search counts hundredths of one. */
export function writing(facts: GameFacts, values: Values): Write {
  const estimate: Write = (value) => exactly(value, facts);
  if (facts.score.kind !== "distance") return inHundredths(facts) ? estimate : plain;
  if (values === "plain") return plain;
  return (value) => {
    const plies = proven(value);
    if (plies === null) return estimate(value);
    return values === "outcomes" ? (value > 0 ? "+1" : "−1") : `${value > 0 ? "W" : "L"}${plies}`;
  };
}

export const bound = (value: number | null, infinite: string, write: Write): string =>
  value === null ? infinite : write(value);

export function shown([alpha, beta]: Window, write: Write): string {
  return `α = ${bound(alpha, "−∞", write)}, β = ${bound(beta, "∞", write)}`;
}

/** The condition of a cutoff: the node's value against the bound. */
export function reason(node: TreeNode, write: Write): string {
  const { kind, at } = node.cut!;
  return kind === "alpha" ? `${write(at[1])} ≤ α = ${write(at[0])}` : `${write(at[0])} ≥ β = ${write(at[1])}`;
}

/** Every step, in the order of the search. `max` is the side of Max. */
export function steps(root: DrawnNode, max: string, write: Write, windows: boolean): Step[] {
  const list: Step[] = [];
  const title = (drawn: DrawnNode) =>
    drawn.id === "" ? "the root" : `${drawn.side === max ? "Max" : "Min"}’s node ${drawn.id.replaceAll("/", ".")}`;
  const visit = (drawn: DrawnNode, window: Window): number => {
    const node = drawn.node!;
    const told = windows ? ` with ${shown(window, write)}` : "";
    if (node.children.length === 0) {
      list.push({
        kind: "leaf",
        id: drawn.id,
        best: node.value,
        window,
        words: `Leaf ${drawn.id.replaceAll("/", ".") || "at the root"}: ${write(node.value)}.`,
      });
      return node.value;
    }
    list.push({ kind: "enter", id: drawn.id, window, words: `Enter ${title(drawn)}${told}.` });
    const isMax = drawn.side === max;
    let best: number | null = null;
    let [alpha, beta] = window;
    for (const child of drawn.children.filter((each) => each.node)) {
      const value = visit(child, windows ? [child.node!.alpha, child.node!.beta] : [null, null]);
      const better = best === null || (isMax ? value > best : value < best);
      if (better) best = value;
      if (windows && isMax && (alpha === null || best! > alpha)) alpha = best;
      if (windows && !isMax && (beta === null || best! < beta)) beta = best;
      const who = isMax ? "Max" : "Min";
      const now = better ? `${who} can have ${write(best!)} here` : `${write(value)} is no better for ${who}`;
      list.push({
        kind: "back",
        id: drawn.id,
        from: child.id,
        best: best!,
        window: [alpha, beta],
        words: `Back with ${write(value)}: ${now}${windows ? `; ${shown([alpha, beta], write)}` : ""}.`,
      });
    }
    if (node.cut) {
      const count = node.pruned.length + node.pruned_omitted;
      const left = count === 1 ? "one move is" : `${count} moves are`;
      list.push({
        kind: "cut",
        id: drawn.id,
        best: best!,
        window: [alpha, beta],
        words: `Cut: ${reason(node, write)}. ${isMax ? "Min" : "Max"} has better already, so ${left} never looked at.`,
      });
    }
    return node.value;
  };
  const value = visit(root, [root.node!.alpha, root.node!.beta]);
  list.push({
    kind: "done",
    id: "",
    best: value,
    window: [null, null],
    words: `Done: the root is worth ${write(value)} to Max.`,
  });
  return list;
}

/** The state of the tree after a number of steps. */
export interface Known {
  /** Values; of unfinished nodes, the best so far. */
  best: Map<string, number>;
  /** Nodes whose value is final. */
  final: Set<string>;
  windows: Map<string, Window>;
  cut: Set<string>;
  /** The current node. */
  here: string;
  /** The node that gave the last value. */
  from: string | null;
}

export function known(list: Step[], at: number): Known {
  const seen: Known = { best: new Map(), final: new Set(), windows: new Map(), cut: new Set(), here: "", from: null };
  for (const step of list.slice(0, at)) {
    if (step.kind !== "done") seen.windows.set(step.id, step.window);
    if (step.best !== undefined) seen.best.set(step.id, step.best);
    if (step.kind === "leaf") seen.final.add(step.id);
    if (step.kind === "cut") seen.cut.add(step.id);
    if (step.kind === "done") seen.final.add("");
    if (step.from !== undefined) seen.final.add(step.from);
    seen.here = step.id;
    seen.from = step.from ?? null;
  }
  return seen;
}

export function all(drawn: DrawnNode): DrawnNode[] {
  return [drawn, ...drawn.children.flatMap(all)];
}
